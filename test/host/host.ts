// Replaces Electron's binary: owns Chromium (over a pipe) and runs the built main bundle in a child process.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { Addresses } from './address.ts'
import type { MainConfig } from './child/config.ts'
import type * as StandIn from './child/electron.ts'
import { LEAN_NODE } from './lean.ts'
import { Line } from './line.ts'
import { isLoopback, type Post } from './requests.ts'
import { HostWindow, isClosed, type PdfOptions, type WindowSettings } from './window.ts'

export interface HostOptions {
  /** Folder with the application's package.json and `out/`: the project, or an extracted asar. */
  appPath: string
  /** A Chromium context of the caller; the host does not close it. */
  context: BrowserContext
  args?: string[]
  env?: Record<string, string | undefined>
  /** The folder of userData and the other folders. Default: a temporary folder that is removed at the end. */
  dir?: string
  dark?: boolean
  /** The area that the one display leaves to windows. Default: a display of 1920 by 1080 with a task bar. */
  workArea?: MainConfig['workArea']
  packaged?: boolean
  /** Path of the main bundle in the folder. Default: the one that package.json names. */
  main?: string
  /** The application's program. Default: Node. */
  program?: string
  visible?: boolean
  /** Prints the output of main. */
  echo?: boolean
}

/** The argument of a test's function in the main process. */
export type StandInModules = typeof StandIn

type DialogKind = 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox'
interface Manifest { main: string, name: string, productName?: string, version: string }

const CHILD_ENTRY = join(import.meta.dirname, 'child', 'run.ts')
const REGISTER = join(import.meta.dirname, 'child', 'register.mjs')

export class ElectronHost {
  /** Addresses passed to `shell.openExternal`. */
  readonly opened: string[] = []
  /** Errors of preload and page, including violations of the CSP. */
  readonly errors: string[] = []
  /** Requests that were cancelled or would have left the machine. */
  readonly blocked: string[] = []
  /** The texts passed to `dialog.showErrorBox`. */
  readonly errorBoxes: string[] = []
  /** The output of the main process. */
  readonly output: string[] = []
  readonly dir: string
  /** The exit code, or null after a signal. Resolves when all output of main and its processes was read. */
  readonly exited: Promise<number | null>
  /** Answers a dialog; undefined cancels it. */
  onDialog: (kind: DialogKind, options: unknown) => unknown = () => undefined
  onOpenExternal: (url: string) => void = () => {}
  /** Receives the HTML of a page that the application prints; false cancels it. */
  onPrint: (html: string) => boolean = () => true
  onOutput: (chunk: Buffer) => void = () => {}
  onCopy: (text: string) => Promise<void> | void = () => {}
  private readonly options: HostOptions
  private readonly child: ChildProcess
  private readonly line: Line
  private readonly addresses = new Addresses()
  private readonly windows = new Map<number, Promise<HostWindow>>()
  private readonly prepared = new Map<number, Page>()
  /** One context per partition; the first partition with a window uses the caller's. */
  private readonly contexts = new Map<string, Promise<BrowserContext>>()
  private readonly taken = new Set<Page>()
  /** True while the next page is a window of the application's own. */
  private creating = false
  private readonly waitingForWindow: (() => void)[] = []

  constructor(options: HostOptions) {
    this.options = options
    this.dir = options.dir ?? mkdtempSync(join(tmpdir(), 'host-'))
    this.fence(options.context)
    this.child = this.startMain()
    this.line = new Line(this.child)
    this.line.onError = this.unlessClosed
    // Not `exit`: at that event some output may not have been read.
    this.exited = once(this.child, 'close').then(([code]) => {
      if (!options.dir) rmSync(this.dir, { recursive: true, force: true, maxRetries: 3 })
      return code as number | null
    })
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output.push(String(chunk))
        this.onOutput(chunk)
        if (options.echo) process.stderr.write(chunk)
      })
    }
    this.serveMain()
  }

  /** Runs `run` in the main process with the stand-in's `electron`; the same shape as Playwright's for Electron. */
  evaluate<Result, Argument>(
    run: (electron: StandInModules, argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result> {
    return this.line.call('evaluate', run.toString(), argument)
  }

  /** The first window's page, once it is prepared. Rejects if the application ends without a window. */
  async firstWindow(): Promise<Page> {
    if (this.windows.size === 0) {
      const opened = new Promise<void>((resolve) => { this.waitingForWindow.push(resolve) })
      const ended = this.exited.then((code) => {
        throw new Error(`the application ended with ${code} before it opened a window:\n${this.output.join('')}`)
      })
      await Promise.race([opened, ended])
    }
    const [first] = this.windows.values()
    if (!first) throw new Error('the window has been closed')
    return (await first).page
  }

  /** The pages of all prepared windows, in the order in which they were opened. */
  windowPages(): Page[] {
    return [...this.prepared.values()]
  }

  /** Quits as a person would; resolves to the exit code. */
  async close(): Promise<number | null> {
    this.line.notify('quit')
    const code = await this.exited
    await this.closePages()
    return code
  }

  /** `kill -9`: no handler of the application runs. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.exited
    await this.closePages()
  }

  pid(): number {
    return this.child.pid ?? 0
  }

  private readonly unlessClosed = (error: unknown): void => {
    if (!isClosed(error)) this.errors.push(String(error))
  }

  private async closePages(): Promise<void> {
    await Promise.all([...this.taken].map((page) => page.close().catch(() => {})))
    await Promise.all([...this.contexts.keys()].map((partition) => this.closeContext(partition)))
  }

  /** Closes a popup immediately and blocks its requests. Requests of a worker on loopback are allowed. */
  private fence(context: BrowserContext): void {
    context.on('page', (page) => {
      if (!this.creating) page.close().catch(this.unlessClosed)
    })
    context.route('**/*', async (route) => {
      const isWorker = route.request().serviceWorker() !== null
      await (isWorker && isLoopback(route.request().url()) ? route.continue() : route.abort())
    }).catch(this.unlessClosed)
  }

  private contextOf(partition: string): Promise<BrowserContext> {
    const known = this.contexts.get(partition)
    if (known) return known
    const made = this.contexts.size === 0 ? Promise.resolve(this.options.context) : this.newContext()
    this.contexts.set(partition, made)
    return made
  }

  private async newContext(): Promise<BrowserContext> {
    const { context, visible = false } = this.options
    const made = await context.browser()?.newContext({ acceptDownloads: false, ...(visible ? { viewport: null } : {}) })
    if (!made) throw new Error('this browser has one window: a second partition is not in the Electron stand-in')
    this.fence(made)
    return made
  }

  /** Empties a partition: closes its context, unless it is the caller's. */
  private async clearStorage(partition: string): Promise<void> {
    const context = await this.contexts.get(partition)
    if (context === this.options.context) await context.clearCookies()
    else await this.closeContext(partition)
  }

  private async closeContext(partition: string): Promise<void> {
    const context = await this.contexts.get(partition)?.catch(() => undefined)
    if (!context || context === this.options.context) return
    this.contexts.delete(partition)
    await context.close()
  }

  private startMain(): ChildProcess {
    const { appPath, args = [], context, dark = false, packaged = false, visible = false, env } = this.options
    const { program = process.execPath, workArea = { x: 0, y: 0, width: 1920, height: 1040 } } = this.options
    const manifest = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')) as Manifest
    const main = join(appPath, this.options.main ?? manifest.main)
    if (!existsSync(main)) throw new Error(`${main} is missing: build first (npm run build)`)
    const config: MainConfig = {
      appPath, main, program, dark, workArea, packaged, visible,
      name: manifest.productName ?? manifest.name,
      version: manifest.version,
      dir: this.dir,
      chrome: context.browser()?.version() ?? '0',
    }
    const { NODE_OPTIONS: _options, ...inherited } = process.env
    return fork(CHILD_ENTRY, args, {
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // As in Electron, an unhandled rejection is only a warning unless the application handles it.
      execArgv: [...LEAN_NODE, '--import', REGISTER, '--disable-warning=ExperimentalWarning', '--unhandled-rejections=warn'],
      env: { ...inherited, ...env, HOST_CONFIG: JSON.stringify(config) },
    })
  }

  private serveMain(): void {
    const { line, windows } = this
    const windowOf = async (id: number) => {
      const window = windows.get(id)
      if (!window) throw new Error('the window is closed')
      return await window
    }
    const pageOf = async (id: number) => (await windowOf(id)).page
    line.handle('scheme', (scheme: string) => { this.addresses.add(scheme) })
    line.handle('create', (id: number, settings: WindowSettings) => {
      const created = this.create(id, settings)
      created.catch(this.unlessClosed)
      windows.set(id, created)
      for (const resolve of this.waitingForWindow.splice(0)) resolve()
    })
    line.handle('load', async (id: number, url: string, post: Post | null) => { await (await windowOf(id)).load(url, post) })
    line.handle('close', async (id: number) => {
      const window = windows.get(id)
      windows.delete(id)
      this.prepared.delete(id)
      await (await window)?.close()
    })
    line.handle('deliver', async (id: number, channel: string, args: unknown[]) => {
      await (await windows.get(id))?.deliver(channel, args)
    })
    line.handle('title', async (id: number, title: string) => { await (await windows.get(id))?.setTitle(title) })
    line.handle('bounds', async (id: number, { width, height }: { width: number, height: number }) => {
      if (!this.options.visible) await (await pageOf(id)).setViewportSize({ width, height })
    })
    line.handle('reload', async (id: number) => { await (await pageOf(id)).reload() })
    line.handle('evaluate', async (id: number, code: string) => await (await pageOf(id)).evaluate(code))
    line.handle('printToPDF', async (id: number, options: PdfOptions) => await (await windowOf(id)).printToPDF(options))
    line.handle('print', async (id: number) => this.onPrint(await (await pageOf(id)).content()))
    line.handle('theme', async (source: string) => {
      const colorScheme = source === 'dark' || source === 'light' ? source : this.options.dark ? 'dark' : 'light'
      await Promise.all([...this.taken].map((page) => page.emulateMedia({ colorScheme })))
    })
    line.handle('clearStorage', (partition: string) => this.clearStorage(partition))
    line.handle('clipboard', (text: string) => this.onCopy(text))
    line.handle('dialog', (kind: DialogKind, options: unknown) => this.onDialog(kind, options))
    line.handle('errorBox', (title: string, content: string) => { this.errorBoxes.push(`${title}: ${content}`) })
    line.handle('openExternal', (url: string) => {
      this.opened.push(url)
      this.onOpenExternal(url)
    })
    line.handle('showItemInFolder', () => {})
    line.handle('relaunch', () => { throw new Error('app.relaunch is not in the Electron stand-in') })
  }

  private async create(id: number, settings: WindowSettings): Promise<HostWindow> {
    const { visible = false, dark = false, env } = this.options
    const context = await this.contextOf(settings.partition)
    this.creating = true
    const page = context.pages().find((candidate) => !this.taken.has(candidate)) ?? await context.newPage()
    this.creating = false
    this.taken.add(page)
    const devServer = env?.ELECTRON_RENDERER_URL ?? process.env.ELECTRON_RENDERER_URL
    const window = new HostWindow({
      id, page, context, visible,
      line: this.line,
      addresses: this.addresses,
      devOrigin: devServer ? new URL(devServer).origin : null,
      observer: { error: (text) => { this.errors.push(text) }, blocked: (url) => { this.blocked.push(url) } },
    })
    if (!visible) await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    await window.prepare(settings)
    if (this.windows.has(id)) this.prepared.set(id, page)
    return window
  }
}
