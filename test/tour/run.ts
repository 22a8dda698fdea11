/**
 * The guided tour: the main tasks in the built application with its built-in gateway, through its real window,
 * without a display. Prints a line per step; pictures and an `index.html` are written to a folder. Exits with 0
 * only if every step succeeded.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from '../host/browser.ts'
import { NotOpened, openContext } from '../host/context.ts'
import { ElectronHost } from '../host/host.ts'
import { keyringMissing, NO_KEYRING, startKeyring } from '../host/keyring.ts'
import { prepareFolder, writeIndex } from './album.ts'
import { steps } from './steps.ts'
import { takeSteps } from './take.ts'

const LIMIT_MS = 180_000
const STEP_LIMIT_MS = 45_000
const SLOW_MS = 800
const SIZE = { width: 1280, height: 800 }
const project = resolve(import.meta.dirname, '../..')

const { values } = parseArgs({
  options: {
    slow: { type: 'boolean', default: false }, visible: { type: 'boolean', default: false }, pictures: { type: 'string' },
  },
})
const folder = resolve(values.pictures ?? join(project, 'test/.artifacts/tour'))
process.exit(await tour())

/**
 * A private keychain for the tour, so that the person's is not touched; without one, keys are kept for the run
 * only.
 */
async function tourKeychain() {
  let missing = keyringMissing()
  if (missing === null) {
    try {
      return await startKeyring()
    } catch (error) {
      missing = String(error)
    }
  }
  if (process.platform === 'linux') console.log(`No keychain can be started here (${missing}): keys live for this run only.`)
  else console.log('The tour uses the keychain of this computer: the key pair “Guided tour” stays in it.')
  return { env: NO_KEYRING, stop: async () => undefined }
}

async function tour(): Promise<number> {
  const executablePath = findChromium()
  if (executablePath === null) return refused('The tour needs Chromium, Chrome or Edge: install one or set CHROMIUM_PATH.')
  prepareFolder(folder)
  const userData = mkdtempSync(join(tmpdir(), 'gateway-console-tour-'))
  const keychain = await tourKeychain()
  try {
    const { context, close } = await openContext({
      executablePath, visible: values.visible, viewport: SIZE, report: console.log,
      ...(values.slow ? { slowMo: SLOW_MS } : {}),
    })
    const env = { ...keychain.env, GATEWAY_CONSOLE_USER_DATA: userData, GATEWAY_CONSOLE_SANDBOX_PROCESSING_MS: '2000' }
    const app = new ElectronHost({ appPath: project, context, env })
    try {
      return await walk(app, userData)
    } finally {
      await app.close()
      await close()
    }
  } catch (error) {
    return refused(error instanceof NotOpened ? error.message : String(error))
  } finally {
    await keychain.stop()
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function walk(app: ElectronHost, userData: string): Promise<number> {
  let over: string | null = null
  const end = (reason: string): void => {
    over = reason
    void app.kill()
  }
  const timer = setTimeout(end, values.slow ? 3 * LIMIT_MS : LIMIT_MS, 'the tour took too long')
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => { end('the tour was ended') })
  const page = await app.firstWindow()
  page.setDefaultTimeout(STEP_LIMIT_MS)
  const results = await takeSteps(steps, {
    page, userData, folder, report: console.log, over: () => over,
    saveAs: (name) => { app.onDialog = () => ({ canceled: false, filePath: join(folder, name) }) },
  })
  clearTimeout(timer)
  writeIndex(folder, results)
  for (const error of app.errors) console.error(`The page reported an error: ${error}`)
  const failed = results.filter(({ succeeded }) => !succeeded).length
  const shown = relative(process.cwd(), join(folder, 'index.html'))
  console.log(`${results.length - failed} of ${results.length} steps succeeded. Pictures: ${shown}`)
  return failed === 0 && app.errors.length === 0 ? 0 : 1
}

function refused(sentence: string): number {
  console.error(sentence)
  return 1
}
