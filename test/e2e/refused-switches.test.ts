// Switches that would open an installed application to other programs despite its fuses. The tests start a packaged
// application as an attacker would who wants to read its page. More switches: exploit/checklist.test.ts.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { ElectronHost } from '../host/host.ts'
import { NO_KEYRING } from '../host/keyring.ts'
import { closeAll, freshFolder, hostMissing, launch, onElectron, start } from './support/launch.ts'

const missing = hostMissing()
// Electron's own binary is not packaged here: the workflow tests the installed package.
const skipped = missing !== null || onElectron
if (skipped) console.log(`SKIPPED refused switches: ${missing ?? 'only the stand-in can simulate a packaged application'}`)

describe.skipIf(skipped)('a packaged application', () => {
  afterEach(closeAll)
  afterAll(closeAll)

  it.each([
    '--remote-debugging-port=0', '--remote-debugging-pipe', '--utility-cmd-prefix=/bin/sh', '--user-data-dir=/tmp',
    '--inspect=0', '--js-flags=--expose-gc', '--host-rules=MAP * 127.0.0.1', '--proxy-server=127.0.0.1:1',
    '--ssl-key-log-file=keys.log', '--ignore-certificate-errors',
    // Chromium treats one dash like two.
    '-remote-debugging-port=0',
  ])('started with %s ends before it opens its data, and reports the reason', async (attack) => {
    const userData = freshFolder()
    const app = await start({ userData, packaged: true, env: NO_KEYRING, args: [attack, '--self-check'] })
    expect(await app.exited).toBe(64)
    expect(app.output.join('')).toContain(`started with --${/[\w-]+/.exec(attack)![0].replace(/^-+/, '')}, which would remove its protection`)
    expect(existsSync(userData) ? readdirSync(userData) : []).toEqual([])
  })

  it('starts with the switches that Electron adds itself', async () => {
    const env = { ...NO_KEYRING, ELECTRON_OZONE_PLATFORM_HINT: 'x11', DESKTOP_STARTUP_ID: 'desk-1' }
    const { app, page } = await launch({ userData: freshFolder(), packaged: true, env, args: ['--lang=de'] })
    await page.getByRole('main').waitFor()
    const own = ['allow-file-access-from-files', 'enable-sandbox', 'lang', ...(process.platform === 'linux' ? ['ozone-platform'] : [])]
    const lacking = await app.evaluate(({ app: electron }, names) =>
      names.filter((name) => !electron.commandLine.hasSwitch(name)), own)
    expect(lacking).toEqual([])
    expect(await app.evaluate(({ app: electron }) => electron.commandLine.getSwitchValue('lang'))).toBe('de')
  })

  it.skipIf(process.platform !== 'linux').each([
    ['--no-sandbox', {}], ['its environment variable', { ELECTRON_DISABLE_SANDBOX: '1' }],
  ])('started from a menu with %s shows the reason in a message box before anything else runs', async (word, variables) => {
    const userData = freshFolder()
    const app = await start({
      userData, packaged: true, env: { ...NO_KEYRING, ...variables }, args: word.startsWith('--') ? [word] : [],
    }) as unknown as ElectronHost
    const shown: unknown[] = []
    app.onDialog = async (kind, options) => {
      const running = await app.evaluate(({ BrowserWindow, ipcMain }) =>
        BrowserWindow.getAllWindows().length + ipcMain.handlers.size)
      shown.push({ kind, running, ...options as object })
      return { response: 0, checkboxChecked: false }
    }
    expect(await app.exited).toBe(64)
    expect(shown).toEqual([expect.objectContaining({
      kind: 'showMessageBox', running: 0, message: expect.stringContaining('with --no-sandbox, which would remove its protection') as string,
    })])
    expect(app.output.join('')).toContain('--no-sandbox')
    expect(readdirSync(userData)).toEqual([])
  })

  it('started with two refused switches shows no message box if one opens a debugging port', async () => {
    const app = await start({
      userData: freshFolder(), packaged: true, env: NO_KEYRING, args: ['--no-sandbox', '--remote-debugging-port=0'],
    }) as unknown as ElectronHost
    let boxes = 0
    app.onDialog = () => {
      boxes += 1
      return undefined
    }
    expect(await app.exited).toBe(64)
    expect(boxes).toBe(0)
  })

  it('takes neither another data folder nor a log of connection keys from its environment', async () => {
    const [home, elsewhere] = [freshFolder(), freshFolder()]
    const env = { ...NO_KEYRING, GATEWAY_CONSOLE_USER_DATA: elsewhere, SSLKEYLOGFILE: join(elsewhere, 'keys.log') }
    const { app } = await launch({ userData: home, packaged: true, env })
    expect(await app.evaluate(() => process.env.SSLKEYLOGFILE ?? 'not there')).toBe('not there')
    expect(readdirSync(elsewhere)).toEqual([])
    await expect.poll(() => existsSync(join(home, 'userData', 'journal.sqlite')), { timeout: 10_000 }).toBe(true)
  })

  it('is required for this: a build from source may be debugged', async () => {
    const app = await start({ userData: freshFolder(), env: NO_KEYRING, args: ['--remote-debugging-port=0', '--self-check'] })
    // 1: the test has no keychain.
    expect(await app.exited).toBe(1)
  })
})
