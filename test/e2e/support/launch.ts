// Starts the built application for a test: in the stand-in, or in Electron's binary, with the same interface.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { electronBinary } from '../../../resources/scripts/electron-binary.mjs'
import { findHeadless, isRoot, launchHeadless } from '../../host/browser.ts'
import { ElectronHost, type StandInModules } from '../../host/host.ts'

export interface LaunchOptions {
  /** The data folder, for a restart or a second instance. Default: a new one, removed by `closeAll`. */
  userData?: string
  env?: Record<string, string>
  args?: string[]
  dark?: boolean
  size?: { width: number, height: number }
  /** The display's area for windows; in the stand-in only. */
  workArea?: { x: number, y: number, width: number, height: number }
  /** Default: the project. Tests of packages give an extracted asar. */
  appPath?: string
  packaged?: boolean
}

/** A running application, with the functions that the stand-in and Electron share. */
export interface RunningApp {
  /** Runs a function in the main process. It is sent as text: it must use nothing but its arguments. */
  evaluate<Result, Argument>(
    run: (electron: StandInModules, argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>
  /** The first window's page; rejects if the application ends without one. */
  firstWindow(): Promise<Page>
  /** The pages of all windows, in the order of their opening. */
  windowPages(): Page[]
  /** Main's exit code (null after a signal). */
  readonly exited: Promise<number | null>
  /** Errors of page and preload so far, including violations of the content security policy. */
  readonly errors: string[]
  /** What main wrote so far. */
  readonly output: string[]
  close(): Promise<number | null>
  /** `kill -9`: no handler of the application runs. */
  kill(): Promise<void>
  pid(): number
}

export interface Launched {
  app: RunningApp
  page: Page
  /** Its data folder. */
  userData: string
  close(): Promise<number | null>
}

const project = resolve(import.meta.dirname, '../../..')
const open = new Set<RunningApp>()
const folders: string[] = []
const userDataOf = new WeakMap<RunningApp, string>()
let browser: Promise<Browser> | undefined

/** True if the tests run on Electron's binary: on request, or because no other browser is installed. */
export const onElectron = process.env.GATEWAY_CONSOLE_E2E === 'electron' || (findHeadless() === null && electronBinary() !== null)

/** The reason why no end-to-end test can run here, or null. Tests print it and skip. */
export function hostMissing(): string | null {
  if (onElectron) return electronBinary() ? null : 'Electron\'s binary is missing (npm start fetches it)'
  return findHeadless() ? null : 'no Chromium, Chrome or Edge is installed (or set CHROMIUM_PATH)'
}

/** Creates a folder for one test's data; `closeAll` removes it. */
export function freshFolder(name = 'user-data'): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  folders.push(folder)
  return folder
}

/**
 * Starts the application and waits until its page has loaded and main answers its calls. Close it, or call `closeAll`
 * in `afterEach`.
 */
export async function launch(options: LaunchOptions = {}): Promise<Launched> {
  const userData = options.userData ?? freshFolder()
  const app = await begin({ ...options, userData }, onElectron ? startElectron : startStandIn)
  const page = await app.firstWindow()
  // A window exists before it navigates.
  await page.waitForURL(({ protocol }) => protocol !== 'about:')
  // The tests of the stand-in start an application without a bridge.
  await page.evaluate(`globalThis.gatewayConsole?.call['app.describe'](null)`)
  if (options.size) await page.setViewportSize(options.size)
  return { app, page, userData, close: () => app.close() }
}

/** Starts the application for a run that ends automatically, such as a second instance or `--self-check`. */
export function start(options: LaunchOptions = {}): Promise<RunningApp> {
  return begin(options, onElectron ? async (resolved) => startElectronWithoutDebugger(resolved) : startStandIn)
}

/** The entry of a package; for a run from source package.json names it. */
const packagedEntry = 'out/main/index.cjs'

type StartHost = (options: ResolvedOptions) => Promise<RunningApp>

async function begin(options: LaunchOptions, startHost: StartHost): Promise<RunningApp> {
  const userData = options.userData ?? freshFolder()
  // A packaged application takes no data folder from the environment: the test replaces its whole home folder.
  const where = options.packaged ? { dir: userData, env: options.env ?? {}, main: packagedEntry }
    : { env: { ...options.env, GATEWAY_CONSOLE_USER_DATA: userData } }
  const app = await startHost({ ...options, appPath: options.appPath ?? project, ...where })
  open.add(app)
  userDataOf.set(app, userData)
  void app.exited.then(() => open.delete(app))
  return app
}

const QUIT_LIMIT_MS = 15_000

/** Timeout of page operations; Playwright's 30 s may be too short for the first start after a build. */
const PAGE_LIMIT_MS = 60_000

async function closeOrKill(app: RunningApp): Promise<void> {
  const timer = setTimeout(() => {
    console.error(`The application did not quit within ${QUIT_LIMIT_MS / 1000} s and was killed.`)
    void app.kill()
  }, QUIT_LIMIT_MS)
  await app.close()
  clearTimeout(timer)
}

/** The pages of all running applications. */
export const openPages = (): Page[] => [...open].flatMap((app) => app.windowPages())

/** Ends all applications of a test and removes its folders. */
export async function closeAll(): Promise<void> {
  await closeAllBut(undefined)
}

/** The same, except for one application and its folder, which the next test uses. */
export async function closeAllBut(but: RunningApp | undefined): Promise<void> {
  await Promise.all([...open].filter((app) => app !== but).map(closeOrKill))
  const kept = but === undefined ? undefined : userDataOf.get(but)
  for (const folder of folders.filter((one) => one !== kept)) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  folders.splice(0, folders.length, ...folders.filter((one) => one === kept))
}

/** Ends the browser too. Tests do not call it: other files of their process share the browser, which ends with it. */
export async function closeBrowser(): Promise<void> {
  await closeAll()
  await (await browser)?.close()
  browser = undefined
}

/** Answers all further dialogs of this kind; works on the stand-in and on Electron. */
export async function answerDialog(
  app: RunningApp,
  kind: 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox',
  answer: object,
): Promise<void> {
  await app.evaluate(({ dialog }, [method, value]: [typeof kind, object]) => {
    Object.assign(dialog, { [method]: () => Promise.resolve(value) })
  }, [kind, answer])
}

/** From now on external links are recorded instead of opened; `openedLinks` returns them. */
export async function recordLinks(app: RunningApp): Promise<void> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { openedLinks: opened })
    Object.assign(shell, { openExternal: (url: string) => Promise.resolve(opened.push(url)) })
  })
}

export const openedLinks = (app: RunningApp): Promise<string[]> =>
  app.evaluate(() => (globalThis as unknown as { openedLinks: string[] }).openedLinks)

type ResolvedOptions = LaunchOptions & { appPath: string, env: Record<string, string> }

/** The one browser of this process; started again if it was lost. */
function runningBrowser(): Promise<Browser> {
  const unlessLost = (running: Browser) => running.isConnected() ? running : launchHeadless()
  browser = browser === undefined ? launchHeadless() : browser.then(unlessLost, launchHeadless)
  return browser
}

async function startStandIn(options: ResolvedOptions): Promise<RunningApp> {
  const context = await (await runningBrowser()).newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(PAGE_LIMIT_MS)
  const host = new ElectronHost({ ...options, context })
  void host.exited.then(() => context.close().catch(() => {}))
  return host
}

function electronToStart({ appPath, args = [], env }: ResolvedOptions) {
  const executablePath = electronBinary()
  if (!executablePath) throw new Error('Electron\'s binary is missing')
  return {
    executablePath,
    args: [...(isRoot() ? ['--no-sandbox'] : []), appPath, ...args],
    env: { ...process.env, ...env } as Record<string, string>,
  }
}

const textTo = (output: string[]) => (chunk: Buffer) => { output.push(String(chunk)) }

async function startElectron(options: ResolvedOptions): Promise<RunningApp> {
  const { _electron } = await import('playwright-core')
  const electron = await _electron.launch({
    ...electronToStart(options),
    // Without it Playwright adds --no-sandbox on Linux.
    chromiumSandbox: !isRoot(),
    colorScheme: options.dark ? 'dark' : 'light',
  })
  const child = electron.process()
  electron.context().setDefaultTimeout(PAGE_LIMIT_MS)
  const exited = new Promise<number | null>((resolveExit) => { child.once('exit', resolveExit) })
  const errors: string[] = []
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', textTo(output))
  const watch = (page: Page) => {
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()) })
  }
  electron.on('window', watch)
  // Windows that opened before the listener was added.
  for (const page of electron.windows()) watch(page)
  // On Windows the started process is a shell, so that Electron reports its own id.
  const pid = await electron.evaluate(() => process.pid)
  return Object.assign(electron, {
    evaluate: electron.evaluate.bind(electron) as unknown as RunningApp['evaluate'],
    windowPages: () => electron.windows(),
    errors,
    output,
    exited,
    pid: () => pid,
    async close() {
      await electron.evaluate(({ app }) => { app.quit() }).catch(() => {})
      return await exited
    },
    async kill() {
      process.kill(pid, 'SIGKILL')
      await exited
    },
  })
}

/** Starts Electron without a debugger, for runs that end automatically: Playwright would wait for the debugger. */
function startElectronWithoutDebugger(options: ResolvedOptions): RunningApp {
  const { executablePath, args, env } = electronToStart(options)
  const child = spawn(executablePath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', textTo(output))
  const exited = new Promise<number | null>((resolveExit, reject) => {
    child.once('error', reject)
    // Not `exit`: its output may not have been read by then.
    child.once('close', resolveExit)
  })
  const noDebugger = () => Promise.reject(new Error('this run of Electron has no debugger: launch() has one'))
  return {
    evaluate: noDebugger,
    firstWindow: noDebugger,
    windowPages: () => [],
    errors: [],
    output,
    exited,
    pid: () => child.pid ?? 0,
    async close() {
      child.kill()
      return await exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
