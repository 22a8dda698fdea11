// What npm start opens if Electron's binary cannot be obtained: the same built application in a window of an
// installed browser. Main refuses production and staging profiles here: this is not Electron's security.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findChromium } from './browser.ts'
import { NotOpened, openContext, type Opened } from './context.ts'
import { dataFolder } from './data-folder.ts'
import { NO_DISPLAY, NOT_OPENED } from './exit-codes.ts'
import { ElectronHost } from './host.ts'
import { askInWindow } from './visible-dialogs.ts'

const FIRST_ADDRESS = 'https://bundle.app.invalid/'

function fail(sentence: string, code: number): never {
  console.error(sentence)
  process.exit(code)
}

/** With a code of its own `npm start` tries another way. */
const exitCodes = { 'no-display': NO_DISPLAY, 'already-open': 1, 'other': NOT_OPENED } as const

async function openBrowser(executablePath: string, dir: string): Promise<Opened> {
  try {
    return await openContext({
      executablePath, visible: true, folder: join(dir, 'chromium'), report: console.log,
      args: [`--app=${FIRST_ADDRESS}`, '--window-size=1280,860'],
    })
  } catch (error) {
    if (!(error instanceof NotOpened)) throw error
    fail(error.message, exitCodes[error.why])
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
  fail('No Chromium, Chrome or Edge is installed: run npm start, which brings one, or set CHROMIUM_PATH.', NOT_OPENED)
}
const dir = dataFolder(process.platform, process.env)
try {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  fail(`The folder for the application's data cannot be created: ${reason}.`, 1)
}
const opened = await openBrowser(executablePath, dir)
const { context } = opened
await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: FIRST_ADDRESS })
const args = process.argv.slice(2).filter((argument) => argument !== '.')
const app = new ElectronHost({ appPath: resolve(import.meta.dirname, '../..'), context, dir, args, visible: true, echo: true })
app.onDialog = async (kind, options) => await askInWindow(await app.firstWindow(), kind, options)
app.onOpenExternal = openWithDesktop
app.onCopy = async (text) => {
  const page = await app.firstWindow()
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
}
console.log(`Gateway Console is open in ${executablePath}. This is not Electron: profiles of production and staging can be viewed, not used.`)
context.on('close', () => { void app.close() })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => { void app.close() })
const code = await app.exited
await opened.close()
process.exit(code ?? 1)
