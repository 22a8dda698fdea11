import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchHeadless } from '../host/browser.ts'
import { buildFixture } from '../host/fixture/build.ts'
import { ElectronHost, type HostOptions } from '../host/host.ts'
import {
  answerDialog, closeAll, freshFolder, hostMissing, launch, recordLinks, onElectron, openedLinks, start as startApp,
} from './support/launch.ts'

const missing = onElectron ? 'this run drives Electron itself' : hostMissing()
if (missing) console.log(`SKIPPED the stand-in's own tests: ${missing}`)

const folder = mkdtempSync(join(tmpdir(), 'fixture-'))
const appPath = join(folder, 'app')
let browser: Browser
let open: ElectronHost[] = []

async function start(options: Partial<HostOptions> = {}): Promise<ElectronHost> {
  const context = await browser.newContext()
  const app = new ElectronHost({ appPath, context, ...options })
  open.push(app)
  void app.exited.then(() => context.close().catch(() => {}))
  return app
}

async function ready(options: Partial<HostOptions> = {}): Promise<{ app: ElectronHost, page: Page }> {
  const app = await start(options)
  const page = await app.firstWindow()
  await page.getByText('ready').waitFor()
  return { app, page }
}

/** Runs `(bridge) => …` in the page's own world. Returns its result, or its error as text. */
const inPage = (page: Page, run: string) => page.evaluate(
  `(async () => { try { return await (${run})(window.bridge) } catch (error) { return error.name + ': ' + error.message } })()`,
)

const childrenOf = (pid: number) => readdirSync('/proc')
  .filter((name) => /^\d+$/.test(name) && statusOf(name).includes(`\nPPid:\t${pid}\n`))
  .map(Number)

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

/** Inodes of the TCP sockets on which a process listens (state 0A). */
function listeningSockets(pid: number): string[] {
  const listening = new Set(['tcp', 'tcp6']
    .flatMap((name) => readFileSync(`/proc/net/${name}`, 'utf8').trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[3] === '0A')
    .map((columns) => `socket:[${columns[9]}]`))
  return openFiles(pid).filter((target) => listening.has(target))
}

/** The files that a process has open; empty if it has ended. */
function openFiles(pid: number): string[] {
  const orEmpty = <Value>(read: () => Value[]): Value[] => {
    try {
      return read()
    } catch {
      return []
    }
  }
  return orEmpty(() => readdirSync(`/proc/${pid}/fd`))
    .flatMap((descriptor) => orEmpty(() => [readlinkSync(`/proc/${pid}/fd/${descriptor}`)]))
}

beforeAll(async () => {
  if (missing) return
  await buildFixture(appPath)
  browser = await launchHeadless()
})
afterEach(async () => {
  await Promise.all(open.map((app) => app.close()))
  open = []
})
afterAll(async () => {
  if (!missing) await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(missing)('the bridge', () => {
  it('gives the page the exposed functions, frozen, and nothing else', async () => {
    const { page } = await ready()
    expect(await page.evaluate(`[typeof require, typeof process, typeof ipcRenderer, typeof __send, typeof __deliver]`))
      .toEqual(['undefined', 'undefined', 'undefined', 'undefined', 'undefined'])
    expect(await page.evaluate(`Object.getOwnPropertyNames(window).filter((name) => /electron|playwright|^__/i.test(name))`)).toEqual([])
    expect(await page.evaluate(`[Object.isFrozen(bridge), Object.isFrozen(bridge.names)]`)).toEqual([true, true])
    expect(await inPage(page, `async (bridge) => { 'use strict'; bridge.call = 1 }`)).toMatch(/^TypeError/)
  })

  it('copies and refuses the same values as structured clone', async () => {
    const { page } = await ready()
    expect(await inPage(page, `async (bridge) => {
      const value = { date: new Date(5), map: new Map([['k', new Set([1, 2])]]), nothing: undefined, nan: NaN, zero: -0, big: 10n,
        expression: /x/gi, bytes: new Uint8Array([1, 2, 255]), error: new RangeError('far') }
      value.self = value
      const copy = await bridge.call('echo', value)
      return [copy.date.getTime(), copy.map.get('k').has(2), 'nothing' in copy, Number.isNaN(copy.nan), Object.is(copy.zero, -0),
        copy.big === 10n, String(copy.expression), [...copy.bytes].join(), copy.error instanceof RangeError, copy.self === copy, copy !== value]
    }`)).toEqual([5, true, true, true, true, true, '/x/gi', '1,2,255', true, true, true])
    for (const value of ['new Proxy({ x: 1 }, {})', '{ f() {} }', 'document.body', 'Symbol()']) {
      expect(await inPage(page, `(bridge) => bridge.call('echo', ${value})`)).toBe('Error: An object could not be cloned.')
    }
  })

  it('names the channel in the error of a call', async () => {
    const { page } = await ready()
    expect(await inPage(page, `(bridge) => bridge.call('fail')`))
      .toBe(`Error: Error invoking remote method 'fail': TypeError: it broke`)
    expect(await inPage(page, `(bridge) => bridge.call('nobody')`))
      .toBe(`Error: Error invoking remote method 'nobody': Error: No handler registered for 'nobody'`)
  })

  it('passes events to callbacks until they are removed', async () => {
    const { page } = await ready()
    expect(await page.evaluate(`new Promise((resolve) => {
      const received = []
      const off = bridge.count(4, (count, at) => { received.push([count, at.getTime()]); if (count === 3) { off(); resolve(received) } })
    })`)).toEqual([[1, 1], [2, 2], [3, 3]])
  })

  it('passes main the sender of a call', async () => {
    const { page } = await ready()
    expect(await inPage(page, `(bridge) => bridge.call('sender')`)).toEqual(['app://bundle/index.html', 'app://bundle', null])
  })
})

describe.skipIf(missing)('the isolation of the page', () => {
  it('enforces the application’s content security policy and reports a violation', async () => {
    const { app, page } = await ready()
    expect(app.errors).toEqual([])
    expect(await inPage(page, `() => fetch('https://example.org/x')`)).toMatch(/^TypeError/)
    await page.evaluate(`(() => { const script = document.createElement('script'); script.textContent = 'window.ran = 1'; document.body.append(script) })()`)
    expect(await page.evaluate('window.ran')).toBeUndefined()
    await expect.poll(() => app.errors.join()).toMatch(/Content Security Policy/)
  })

  it('calls onBeforeRequest for every request, also those of our own scheme', async () => {
    const { page } = await ready()
    expect(await inPage(page, `(bridge) => bridge.call('asked')`)).toContain('app://bundle/index.html')
  })

  it('denies popups and passes their address to main', async () => {
    const { app, page } = await ready()
    expect(await page.evaluate(`window.open('https://example.org/popup') === null`)).toBe(true)
    await page.evaluate(`document.querySelector('a').target = '_blank'`)
    await page.getByRole('link').click()
    await expect.poll(() => app.opened).toEqual(['https://example.org/popup', 'https://example.org/docs'])
    await expect.poll(() => page.context().pages().length).toBe(1)
  })

  it('denies navigation away from the page', async () => {
    const { app, page } = await ready()
    await page.evaluate(`location.href = 'https://evil.invalid/'`).catch(() => {})
    expect(await inPage(page, `(bridge) => bridge.call('echo', location.origin)`)).toBe('https://bundle.app.invalid')
    expect(app.blocked).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')('opens no TCP port', async () => {
    const { app } = await ready()
    const browserProcesses = childrenOf(process.pid)
    expect(browserProcesses.length).toBeGreaterThan(1)
    expect([app.pid(), ...browserProcesses].flatMap(listeningSockets)).toEqual([])
  })
})

describe.skipIf(missing)('the stand-in', () => {
  it('runs a utility process with parentPort and without electron', async () => {
    const { page } = await ready()
    expect(await inPage(page, `(bridge) => bridge.call('utility', { when: new Date(7) })`)).toEqual({
      data: { when: new Date(7) },
      electron: expect.stringContaining(`Cannot find module 'electron'`),
      send: 'undefined',
    })
  })

  it('refuses electron to a worker thread', async () => {
    const { page } = await ready()
    expect(await inPage(page, `(bridge) => bridge.call('worker')`)).toContain(`Cannot find module 'electron'`)
  })

  it('ends a second instance and notifies the first, also after kill -9', async () => {
    const env = { GATEWAY_CONSOLE_USER_DATA: join(folder, 'kept') }
    const { app: killed } = await ready({ env })
    await killed.kill()
    const { app: first } = await ready({ env })
    const second = await start({ env, args: ['again'] })
    expect(await second.exited).toBe(0)
    await expect.poll(() => first.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle())).toBe('Second again')
    await expect(second.firstWindow()).rejects.toThrow('before it opened a window')
    open = [first]
  })
})

describe.skipIf(missing)('a test in main', () => {
  it('answers dialogs, clicks menu items, follows the title and emits power events', async () => {
    const { app, page } = await ready()
    app.onDialog = (kind) => kind === 'showMessageBox' ? { response: 1 } : undefined
    expect(await inPage(page, `(bridge) => bridge.call('ask')`)).toBe(1)
    const title = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle())
    await expect.poll(title).toBe('Fixture page')
    await app.evaluate(({ Menu }) => { Menu.getApplicationMenu()?.getMenuItemById('new')?.click() })
    expect(await title()).toBe('Clicked')
    expect(await app.evaluate(({ powerMonitor }) => new Promise((resolve) => {
      powerMonitor.once('resume', () => { resolve('resumed') })
      powerMonitor.emit('resume')
    }))).toBe('resumed')
    expect(await app.evaluate(({ session }) => session.defaultSession.resolveProxy('https://example.org/'))).toBe('DIRECT')
  })

  it('gets an error that names a function missing from the stand-in', async () => {
    const { app } = await ready()
    const missing = ['app.getGPUInfo', 'session.defaultSession.setCertificateVerifyProc', 'BrowserWindow.capturePage', 'electron.Tray']
    for (const name of missing) {
      const reach = app.evaluate((electron, path: string) => {
        const [first = '', ...rest] = path.split('.')
        const window = electron.BrowserWindow.getAllWindows()[0]
        const roots: Record<string, unknown> = { ...electron, electron, BrowserWindow: window }
        return String(rest.reduce((object, key) => Reflect.get(object as object, key) as unknown, roots[first]))
      }, name)
      await expect(reach).rejects.toThrow(`${name} is not in the Electron stand-in`)
    }
  })

  it('sets a theme that the page follows', async () => {
    const { app, page } = await ready()
    const isDark = () => page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)
    expect(await isDark()).toBe(false)
    await app.evaluate(({ nativeTheme }) => { nativeTheme.themeSource = 'dark' })
    await expect.poll(isDark).toBe(true)
  })
})

describe.skipIf(missing)('the launch helper of the specs', () => {
  afterAll(closeAll)

  it('answers dialogs, records links, and restarts with the same data', async () => {
    const userData = freshFolder()
    const first = await launch({ appPath, userData, dark: true, size: { width: 500, height: 300 } })
    await first.page.getByText('ready').waitFor()
    expect(await first.page.evaluate(`[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]`)).toEqual([500, true])
    await answerDialog(first.app, 'showMessageBox', { response: 1 })
    expect(await inPage(first.page, `(bridge) => bridge.call('ask')`)).toBe(1)
    await recordLinks(first.app)
    await first.page.evaluate(`window.open('https://example.org/noted')`)
    await expect.poll(() => openedLinks(first.app)).toEqual(['https://example.org/noted'])
    const second = await startApp({ appPath, userData })
    expect(await second.exited).toBe(0)
    await first.app.kill()
    const again = await launch({ appPath, userData })
    await again.page.getByText('ready').waitFor()
    expect(await again.close()).toBe(0)
  })
})
