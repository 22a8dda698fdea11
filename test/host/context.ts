// Opens Chromium for one run of the application, with as much protection as this machine allows, and reports
// missing protection.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from 'playwright-core'
import { isRoot, QUIET_ARGS } from './browser.ts'
import { asUnprivileged, type Unprivileged } from './unprivileged.ts'

export interface ContextOptions {
  readonly executablePath: string
  readonly visible: boolean
  /** The browser's own data. Default, and always for root: a temporary folder that is removed at the end. */
  readonly folder?: string
  readonly args?: readonly string[]
  /** The size of a page. Default: the window's. */
  readonly viewport?: { readonly width: number, readonly height: number }
  /** Milliseconds between actions, for people who watch. */
  readonly slowMo?: number
  /** Called with a sentence about Chromium's protection if that is less than usual. */
  readonly report?: (sentence: string) => void
}

/** The opened Chromium; `close` ends it and removes temporary files. */
export interface Opened {
  readonly context: BrowserContext
  close(): Promise<void>
}

/** Chromium could not be started; the message is a sentence. */
export class NotOpened extends Error {
  readonly why: 'no-display' | 'already-open' | 'other'
  constructor(message: string, why: NotOpened['why']) {
    super(message)
    this.why = why
  }
}

/** A combination of user and sandbox to start Chromium with. */
interface Way {
  readonly run: Unprivileged | null
  readonly sandbox: boolean
  readonly sentence: string
}

const WITHOUT = 'Chromium runs without its sandbox, which this system refuses it. Only the built-in gateway can be used here.'

/**
 * Opens Chromium. For root, it runs as a user without privileges if possible. If the system refuses the sandbox, it
 * runs without one: then only the built-in gateway can be used. Throws `NotOpened`.
 */
export async function openContext(options: ContextOptions): Promise<Opened> {
  const run = isRoot() ? asUnprivileged(options.executablePath) : null
  const temporary = run?.folder ?? options.folder ?? mkdtempSync(join(tmpdir(), 'gateway-console-browser-'))
  const clean = (): void => {
    run?.remove()
    if (run === null && options.folder === undefined) rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
  }
  let failure: unknown
  for (const way of waysFor(run)) {
    try {
      const context = await launch(options, way, temporary)
      if (way.sentence !== '') options.report?.(way.sentence)
      return {
        context,
        close: async () => {
          await context.close().catch(() => undefined)
          clean()
        },
      }
    } catch (error) {
      failure = error
      // Other errors would occur again with the next combination. A display, however, may admit root and no other
      // user.
      if (!NO_SANDBOX.test(logOf(error)) && !NO_DISPLAY.test(logOf(error))) break
    }
  }
  clean()
  throw notOpened(options.executablePath, failure)
}

// SECURITY: without the sandbox a page could do what its user may. Only our own pages and those of the built-in
// gateway are ever loaded here, main refuses production and staging profiles, and the terminal reports it.
function waysFor(run: Unprivileged | null): readonly Way[] {
  const asRoot: Way = {
    run: null, sandbox: false,
    sentence: 'Chromium runs as root and so without its sandbox: no user without privileges can be used for it. '
      + 'Only the built-in gateway can be used here.',
  }
  if (run !== null) {
    const sentence = `The page's Chromium runs as the user ${run.user.name}, not as root.`
    return [{ run, sandbox: true, sentence }, { run, sandbox: false, sentence: `${sentence} ${WITHOUT}` }, asRoot]
  }
  return isRoot() ? [asRoot] : [{ run, sandbox: true, sentence: '' }, { run, sandbox: false, sentence: WITHOUT }]
}

const NO_SANDBOX = /no usable sandbox|suid sandbox|setuid sandbox|new namespace|zygote_host|sandbox\/linux/i
const NO_DISPLAY = /missing x server|unable to open x display|cannot open display|failed to connect to wayland/i
const ALREADY_OPEN = /existing browser session|profile is already in use/i

async function launch(options: ContextOptions, { run, sandbox }: Way, folder: string): Promise<BrowserContext> {
  const { executablePath, visible, args = [], viewport, slowMo } = options
  if (run === null) mkdirSync(folder, { recursive: true })
  return await chromium.launchPersistentContext(folder, {
    executablePath: run?.executablePath ?? executablePath,
    headless: !visible,
    viewport: viewport ?? null,
    ...(slowMo === undefined ? {} : { slowMo }),
    timeout: 30_000,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    chromiumSandbox: sandbox,
    env: { ...process.env, ...run?.env },
    // --test-type removes the bar about our switches from the window: the terminal has explained them.
    args: [...QUIET_ARGS, '--test-type', ...args],
    ignoreDefaultArgs: ['--enable-automation'],
  })
}

/** Chromium's own output without the command line, which contains the word sandbox too. */
const logOf = (error: unknown): string =>
  String(error).split('\n').filter((line) => !line.includes('<launching>')).join('\n')

function notOpened(path: string, error: unknown): NotOpened {
  const log = logOf(error)
  if (NO_DISPLAY.test(log)) {
    return new NotOpened('The display that DISPLAY or WAYLAND_DISPLAY names does not answer.', 'no-display')
  }
  if (ALREADY_OPEN.test(log)) {
    const sentence = 'Gateway Console is already open with this data. Use its window, or close it and start again.'
    return new NotOpened(sentence, 'already-open')
  }
  const library = /error while loading shared libraries: ([^\s:]+)/.exec(log)?.[1]
  const reason = library === undefined ? String(error).split('\n')[0] : `this system lacks ${library}`
  return new NotOpened(`${path} could not be started: ${reason}.`, 'other')
}
