// What opens an installed application to other programs, although its fuses are shut. A packaged application is started
// as it would be by somebody who wants to read its page. More switches: exploit/checklist.test.ts.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { ElectronHost } from '../host/host.ts'
import { NO_KEYRING } from '../host/keyring.ts'
import { closeAll, freshFolder, hostMissing, launch, onElectron, start } from './support/launch.ts'

const missing = hostMissing()
// Electron's own binary is not packaged here: the workflow asks the installed package.
const skipped = missing !== null || onElectron
if (skipped) console.log(`SKIPPED refused switches: ${missing ?? 'a packaged application is pretended in the stand-in only'}`)

describe.skipIf(skipped)('a packaged application', () => {
  afterEach(closeAll)
  afterAll(closeAll)

  it.each([
    '--remote-debugging-port=0', '--remote-debugging-pipe', '--utility-cmd-prefix=/bin/sh', '--user-data-dir=/tmp',
    '--inspect=0', '--js-flags=--expose-gc', '--host-rules=MAP * 127.0.0.1', '--proxy-server=127.0.0.1:1',
    '--ssl-key-log-file=keys.log', '--ignore-certificate-errors',
  ])('started with %s ends before it touches its data, and says why', async (attack) => {
    const userData = freshFolder()
    const app = await start({ userData, packaged: true, env: NO_KEYRING, args: [attack, '--self-check'] })
    expect(await app.exited).toBe(64)
    expect(app.output.join('')).toContain(`started with ${attack.split('=')[0]!}, which would remove its protection`)
    expect(existsSync(userData) ? readdirSync(userData) : []).toEqual([])
  })

  it('opens with what Electron itself adds to its command line', async () => {
    const { app } = await launch({ userData: freshFolder(), packaged: true, env: NO_KEYRING })
    expect(await app.evaluate(({ app: { commandLine } }) => commandLine.hasSwitch('allow-file-access-from-files'))).toBe(true)
  })

  it.skipIf(process.platform !== 'linux')('without its sandbox says so in a message box, with no window and no data', async () => {
    const userData = freshFolder()
    const app = await start({ userData, packaged: true, env: NO_KEYRING, args: ['--no-sandbox'] }) as ElectronHost
    const boxes: unknown[] = []
    app.onDialog = (kind, options) => { boxes.push([kind, options]) }
    await expect(app.firstWindow()).rejects.toThrow('ended with 64 before it opened a window')
    expect(boxes).toEqual([['showMessageBox', expect.objectContaining({ message: expect.stringContaining('--no-sandbox') })]])
    const written = readdirSync(userData, { recursive: true, encoding: 'utf8' }).filter((path) => /journal|profiles|vault/.test(path))
    expect(written).toEqual([])
  })

  it('takes neither another data folder nor a log of connection keys from its environment', async () => {
    const [home, elsewhere] = [freshFolder(), freshFolder()]
    const env = { ...NO_KEYRING, GATEWAY_CONSOLE_USER_DATA: elsewhere, SSLKEYLOGFILE: join(elsewhere, 'keys.log') }
    const { app } = await launch({ userData: home, packaged: true, env })
    expect(await app.evaluate(() => process.env.SSLKEYLOGFILE ?? 'not there')).toBe('not there')
    expect(readdirSync(elsewhere)).toEqual([])
    expect(existsSync(join(home, 'userData', 'journal.sqlite'))).toBe(true)
  })

  it('is meant: a build from source may be debugged', async () => {
    const app = await start({ userData: freshFolder(), env: NO_KEYRING, args: ['--remote-debugging-port=0', '--self-check'] })
    // 1: there is no keychain here.
    expect(await app.exited).toBe(1)
  })
})
