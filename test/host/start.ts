// What npm start opens where Electron's binary can't be had: the same built application in a window of an installed
// browser. Production and staging profiles are refused by main here: this is not Electron's security.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type BrowserContext } from 'playwright-core'
import { rootRemedy, withoutSandboxAllowed } from '../../resources/scripts/sandbox-allowed.mjs'
import { findChromium, QUIET_ARGS } from './browser.ts'
import { ElectronHost } from './host.ts'
import { askInWindow } from './visible-dialogs.ts'

const FIRST_ADDRESS = 'https://bundle.app.invalid/'

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

/** A folder of its own: it never shares data with an installed application. */
function dataFolder(): string {
  const name = 'gateway-console-stand-in'
  if (process.platform === 'win32') return join(process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), name)
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', name)
  return join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), name)
}

const linuxRemedy = 'Linux forbids Chromium\'s sandbox to this browser. Install the browser as a package of your system (it brings '
  + 'its own helper or AppArmor profile), or allow user namespaces: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'

async function openBrowser(executablePath: string, dir: string): Promise<BrowserContext> {
  const remedy = rootRemedy()
  if (remedy && !withoutSandboxAllowed()) fail(remedy)
  const withoutSandbox = withoutSandboxAllowed()
  if (withoutSandbox) console.log('Chromium runs without its sandbox, as asked by GATEWAY_CONSOLE_ALLOW_NO_SANDBOX.')
  try {
    return await chromium.launchPersistentContext(join(dir, 'chromium'), {
      executablePath,
      headless: false,
      viewport: null,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      chromiumSandbox: !withoutSandbox,
      // --test-type keeps the bar about the missing sandbox out of the window: the terminal has said it.
      args: [...QUIET_ARGS, ...(withoutSandbox ? ['--test-type'] : []), `--app=${FIRST_ADDRESS}`, '--window-size=1280,860'],
      ignoreDefaultArgs: ['--enable-automation'],
    })
  } catch (error) {
    if (/sandbox|namespace/i.test(String(error))) fail(linuxRemedy)
    fail(`${executablePath} could not be started: ${String(error).split('\n')[0]}`)
  }
}

function openWithDesktop(url: string): void {
  const [command, ...args] = process.platform === 'darwin'
    ? ['open', url]
    : process.platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler', url] : ['xdg-open', url]
  const child = spawn(command ?? 'xdg-open', args, { stdio: 'ignore', detached: true })
  child.on('error', () => { console.log(`Open this address in a browser: ${url}`) })
  child.unref()
}

const executablePath = findChromium()
if (!executablePath) {
  fail('Neither Electron\'s binary nor an installed browser is to be had. Install Chromium, Chrome or Edge '
    + '(on Debian: apt-get install chromium) or set CHROMIUM_PATH, then run npm start again.')
}
const dir = dataFolder()
mkdirSync(dir, { recursive: true })
const context = await openBrowser(executablePath, dir)
await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: FIRST_ADDRESS })
const args = process.argv.slice(2).filter((argument) => argument !== '.')
const app = new ElectronHost({ appPath: resolve(import.meta.dirname, '../..'), context, dir, args, visible: true, echo: true })
app.onDialog = async (kind, options) => await askInWindow(await app.firstWindow(), kind, options)
app.onOpenExternal = openWithDesktop
app.onCopy = async (text) => {
  const page = await app.firstWindow()
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
}
console.log(`Gateway Console is open in ${executablePath}. This is not Electron: profiles of production and staging can be looked at, not used.`)
context.on('close', () => { void app.close() })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => { void app.close() })
const code = await app.exited
await context.close().catch(() => {})
process.exit(code ?? 1)
