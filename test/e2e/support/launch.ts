// Starts the built application for a test: in the stand-in, or in Electron's own binary with the same interface.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { electronBinary } from '../../../resources/scripts/electron-binary.mjs'
import { findHeadless, isRoot, launchHeadless } from '../../host/browser.ts'
import { ElectronHost, type StandInModules } from '../../host/host.ts'

export interface LaunchOptions {
  /** A folder that outlives this launch (restart, second instance); a fresh one that is removed when left out. */
  userData?: string
  env?: Record<string, string>
  args?: string[]
  dark?: boolean
  size?: { width: number, height: number }
  /** What the display leaves to windows; in the stand-in alone. */
  workArea?: { x: number, y: number, width: number, height: number }
  /** The project, unless a test starts an extracted asar. */
  appPath?: string
  packaged?: boolean
}

/** A running application. What both hosts can do; a spec that needs more asks for `host`. */
export interface RunningApp {
  /** Runs a function in the main process; it must not use anything around it but its argument. */
  evaluate<Result, Argument>(
    run: (electron: StandInModules, argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>
  /** The first window's page; rejects when the application ends without one. */
  firstWindow(): Promise<Page>
  /** The pages of all windows, in the order in which they were opened. */
  windowPages(): Page[]
  /** Main's exit code (null after a signal). */
  readonly exited: Promise<number | null>
  /** Errors of page and preload so far, violations of the CSP among them. */
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
  /** The folder of its data. */
  userData: string
  close(): Promise<number | null>
}

const project = resolve(import.meta.dirname, '../../..')
const open = new Set<RunningApp>()
const folders: string[] = []
const userDataOf = new WeakMap<RunningApp, string>()
let browser: Promise<Browser> | undefined

/** True when the specs drive Electron's own binary: asked for, or the only one there is. */
export const onElectron = process.env.GATEWAY_CONSOLE_E2E === 'electron' || (findHeadless() === null && electronBinary() !== null)

/** Why no specification can run here, or null. A spec says it aloud and skips. */
export function hostMissing(): string | null {
  if (onElectron) return electronBinary() ? null : 'Electron\'s binary is missing (npm start fetches it)'
  return findHeadless() ? null : 'no Chromium, Chrome or Edge is installed (or set CHROMIUM_PATH)'
}

/** A folder for one test's data; removed by `closeAll`. */
export function freshFolder(name = 'user-data'): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  folders.push(folder)
  return folder
}

/**
 * Starts the application and waits until its page has loaded and main answers its calls. Close it, or let `closeAll` in
 * `afterEach` do so.
 */
export async function launch(options: LaunchOptions = {}): Promise<Launched> {
  const userData = options.userData ?? freshFolder()
  const app = await begin({ ...options, userData }, onElectron ? startElectron : startStandIn)
  const page = await app.firstWindow()
  // A window is there before it navigates.
  await page.waitForURL(({ protocol }) => protocol !== 'about:')
  // The host's own specs start an application without a bridge.
  await page.evaluate(`globalThis.gatewayConsole?.call['app.describe'](null)`)
  if (options.size) await page.setViewportSize(options.size)
  return { app, page, userData, close: () => app.close() }
}

/** Starts the application for a run that ends by itself, such as a second instance or `--self-check`. */
export function start(options: LaunchOptions = {}): Promise<RunningApp> {
  return begin(options, onElectron ? async (settled) => startElectronAlone(settled) : startStandIn)
}

/** What a package starts with; the project's own package.json names the entry of a run from source. */
const packagedEntry = 'out/main/index.cjs'

type StartHost = (settled: Settled) => Promise<RunningApp>

async function begin(options: LaunchOptions, startHost: StartHost): Promise<RunningApp> {
  const userData = options.userData ?? freshFolder()
  // A packaged application takes no folder from the environment: there the whole home is the test's own.
  const where = options.packaged ? { dir: userData, env: options.env ?? {}, main: packagedEntry }
    : { env: { ...options.env, GATEWAY_CONSOLE_USER_DATA: userData } }
  const app = await startHost({ ...options, appPath: options.appPath ?? project, ...where })
  open.add(app)
  userDataOf.set(app, userData)
  void app.exited.then(() => open.delete(app))
  return app
}

const QUIT_LIMIT_MS = 15_000

/** For what a page is waited for; the library's own 30 s are not always enough for the first start after a build. */
const PAGE_LIMIT_MS = 60_000

async function closeOrKill(app: RunningApp): Promise<void> {
  const timer = setTimeout(() => {
    console.error(`The application did not quit within ${QUIT_LIMIT_MS / 1000} s and was killed.`)
    void app.kill()
  }, QUIT_LIMIT_MS)
  await app.close()
  clearTimeout(timer)
}

/** The pages of everything that runs. */
export const openPages = (): Page[] => [...open].flatMap((app) => app.windowPages())

/** Ends what a test left running and removes its folders. */
export async function closeAll(): Promise<void> {
  await closeAllBut(undefined)
}

/** The same for all but one application and its folder, which the next test goes on with. */
export async function closeAllBut(but: RunningApp | undefined): Promise<void> {
  await Promise.all([...open].filter((app) => app !== but).map(closeOrKill))
  const kept = but === undefined ? undefined : userDataOf.get(but)
  for (const folder of folders.filter((one) => one !== kept)) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  folders.splice(0, folders.length, ...folders.filter((one) => one === kept))
}

/** Ends the browser too. Specs leave it to the other files of their process, and it ends with that. */
export async function closeBrowser(): Promise<void> {
  await closeAll()
  await (await browser)?.close()
  browser = undefined
}

/** Answers the next dialogs of this kind as a person would; works on both hosts. */
export async function answerDialog(
  app: RunningApp,
  kind: 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox',
  answer: object,
): Promise<void> {
  await app.evaluate(({ dialog }, [method, value]: [typeof kind, object]) => {
    Object.assign(dialog, { [method]: () => Promise.resolve(value) })
  }, [kind, answer])
}

/** From now on links that the application opens outside are only noted; `openedLinks` gives them. */
export async function noteLinks(app: RunningApp): Promise<void> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { openedLinks: opened })
    Object.assign(shell, { openExternal: (url: string) => Promise.resolve(opened.push(url)) })
  })
}

export const openedLinks = (app: RunningApp): Promise<string[]> =>
  app.evaluate(() => (globalThis as unknown as { openedLinks: string[] }).openedLinks)

type Settled = LaunchOptions & { appPath: string, env: Record<string, string> }

/** One browser for all that this process starts; another one where it was lost. */
function runningBrowser(): Promise<Browser> {
  const unlessLost = (running: Browser) => running.isConnected() ? running : launchHeadless()
  browser = browser === undefined ? launchHeadless() : browser.then(unlessLost, launchHeadless)
  return browser
}

async function startStandIn(options: Settled): Promise<RunningApp> {
  const context = await (await runningBrowser()).newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(PAGE_LIMIT_MS)
  const host = new ElectronHost({ ...options, context })
  void host.exited.then(() => context.close().catch(() => {}))
  return host
}

function electronToStart({ appPath, args = [], env }: Settled) {
  const executablePath = electronBinary()
  if (!executablePath) throw new Error('Electron\'s binary is missing')
  return {
    executablePath,
    args: [...(isRoot() ? ['--no-sandbox'] : []), appPath, ...args],
    env: { ...process.env, ...env } as Record<string, string>,
  }
}

const textTo = (output: string[]) => (chunk: Buffer) => { output.push(String(chunk)) }

async function startElectron(options: Settled): Promise<RunningApp> {
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
  // Those that opened before anybody listened.
  for (const page of electron.windows()) watch(page)
  // On Windows the process that was started is a shell.
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

/** Electron without a debugger, for what ends by itself: Playwright waits for a debugger that such a run never has. */
function startElectronAlone(options: Settled): RunningApp {
  const { executablePath, args, env } = electronToStart(options)
  const child = spawn(executablePath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', textTo(output))
  const exited = new Promise<number | null>((resolveExit, reject) => {
    child.once('error', reject)
    // Not `exit`: by then what it wrote may not have been read.
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
