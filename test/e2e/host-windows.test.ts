import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildFixture } from '../host/fixture/build.ts'
import { closeAll, hostMissing, launch, onElectron, type Launched, type RunningApp } from './support/launch.ts'

const missing = onElectron ? 'this run drives Electron itself' : hostMissing()
if (missing) console.log(`SKIPPED the stand-in's windows: ${missing}`)

interface Details { url: string, method: string, resourceType: string, uploadData?: { bytes: Buffer }[] }

const folder = mkdtempSync(join(tmpdir(), 'fixture-'))
const appPath = join(folder, 'app')

async function ready(): Promise<Launched> {
  const launched = await launch({ appPath })
  await launched.page.getByText('ready').waitFor()
  return launched
}

beforeAll(async () => { if (!missing) await buildFixture(appPath) })
afterEach(closeAll)
afterAll(() => { rmSync(folder, { recursive: true, force: true }) })

describe.skipIf(missing)('a second window, of another partition and without preload', () => {
  /** Opens the window with a form posted to `url`. Returns its session's requests and its load errors. */
  const openSecond = (app: RunningApp, url: string) => app.evaluate(async ({ BrowserWindow, session }, address) => {
    const second = session.fromPartition(`second-${Math.random()}`)
    const requests: object[] = []
    second.webRequest.onBeforeRequest((details, callback) => {
      const { url: target, method, resourceType, uploadData = [] } = details as Details
      requests.push({ target, method, resourceType, body: uploadData.map(({ bytes }) => bytes.toString()).join('') })
      callback({})
    })
    const window = new BrowserWindow({ webPreferences: { session: second, sandbox: true } })
    const reported: unknown[] = []
    window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
    window.webContents.on('did-fail-load', (_event, code) => { reported.push(code) })
    const stopped = new Promise((resolve) => { window.webContents.once('did-stop-loading', resolve) })
    const postData = [{ type: 'rawData', bytes: Buffer.from('a=b') }]
    await window.loadURL(address, { postData, extraHeaders: 'Content-Type: application/x-www-form-urlencoded' })
      .then(() => stopped, () => { reported.push('rejected') })
    return { requests, reported, open: BrowserWindow.getAllWindows().length }
  }, url)

  it('reaches loopback, and shares nothing with the first', async () => {
    const bodies: string[] = []
    const server = createServer((request, response) => {
      request.on('data', (chunk) => bodies.push(String(chunk))).on('end', () => {
        response.setHeader('set-cookie', 'second=1').setHeader('content-type', 'text/html').end('<p>second</p>')
      })
    })
    await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    try {
      const { app, page } = await ready()
      const { requests, reported, open: count } = await openSecond(app, url)
      expect(requests[0]).toEqual({ target: url, method: 'POST', resourceType: 'mainFrame', body: 'a=b' })
      expect([reported, count, bodies]).toEqual([[], 2, ['a=b']])
      const second = app.windowPages()[1] ?? expect.fail('no second window')
      expect(await second.evaluate(`[typeof bridge, document.cookie]`)).toEqual(['undefined', 'second=1'])
      expect(await page.context().cookies()).toEqual([])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it('reaches no other address, and its contents report the failure', async () => {
    const { app } = await ready()
    expect((await openSecond(app, 'http://example.org/')).reported).toEqual([-20, 'rejected'])
    expect((await openSecond(app, 'http://127.0.0.1:1/')).reported).toContain('rejected')
  })
})
