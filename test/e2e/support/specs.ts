// Setup for the test runner: one keychain per file; applications are closed after each test.
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { LedgerLine } from '../../../electron/sandbox/orders/ledger.ts'
import { keychain, openConsole, type Keychain } from './console.ts'
import { describePage } from './failed-page.ts'
import { closeAll, closeAllBut, hostMissing, openPages, type Launched, type LaunchOptions } from './launch.ts'
import { ledgerOf } from './ledger.ts'

/** The application that the tests of a file share. */
interface Shared extends Launched {
  /** The requests that the built-in gateway answered during this test. */
  ledger(): readonly LedgerLine[]
}

interface Size { readonly width: number, readonly height: number }

/** The size of a window that is not set explicitly. */
const usualSize: Size = { width: 1280, height: 800 }

/** The tools that the tests of one file share. */
export interface Specs {
  /** True if no application can be started here; the reason is printed. */
  readonly skipped: boolean
  /** The file's keychain; available from `beforeAll` on. */
  keychain(): Keychain
  /** Starts the application with the file's keychain, unless `env` names another. */
  open(options?: LaunchOptions): Promise<Launched>
  /**
   * One application for the tests of the file that need no fresh data. Each gets a fresh page at the first screen. Each
   * must charge its own card or amount, so that none is a possible duplicate. After a failure, and for other options,
   * another application is started.
   */
  shared(options?: LaunchOptions): Promise<Shared>
}

/** Sets up the tests of a file: one keychain for all; applications are closed after each test. */
export function specs(file: string): Specs {
  const missing = hostMissing()
  if (missing !== null) console.log(`SKIPPED ${file}: ${missing}`)
  let keys: Keychain | null = null
  const keychainOfFile = (): Keychain => keys ?? expect.fail('the keychain is available from beforeAll on')
  let kept: { readonly launched: Launched; readonly options: string; readonly size: Size } | null = null
  const open = (options: LaunchOptions = {}) =>
    openConsole({ ...options, env: { ...keychainOfFile().env, ...options.env } })
  beforeAll(async () => { keys = await keychain() })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      kept = null
      await addPagesToFailure(task.result.errors?.[0])
    }
    await closeAllBut(kept?.launched.app)
  })
  afterAll(async () => {
    await closeAll()
    await keys?.stop()
  })
  return {
    skipped: missing !== null,
    keychain: keychainOfFile,
    open,
    async shared(options = {}) {
      const wanted = JSON.stringify(options)
      if (kept?.options === wanted) await startAgain(kept.launched, kept.size)
      else {
        await kept?.launched.close()
        const launched = await open(options)
        kept = { launched, options: wanted, size: launched.page.viewportSize() ?? usualSize }
      }
      const { launched } = kept
      const before = ledgerOf(launched.userData).length
      return { ...launched, ledger: () => ledgerOf(launched.userData).slice(before) }
    },
  }
}

/** Adds a description of all open pages to a failure, which the next run may not reproduce. */
async function addPagesToFailure(failure: { stack?: string } | undefined): Promise<void> {
  if (failure === undefined) return
  for (const page of openPages()) failure.stack = `${failure.stack ?? ''}\n${await describePage(page)}`
}

/** Reloads the page at the first screen, with the usual size and colours. */
async function startAgain({ page }: Launched, size: Size): Promise<void> {
  await page.setViewportSize(size)
  await page.emulateMedia({ forcedColors: null })
  await page.evaluate(() => { history.replaceState(null, '', '#/') })
  await page.reload()
  await page.getByRole('navigation').first().waitFor()
}

/** Expects that no error was thrown and the page's policy was not violated. */
export function expectNoErrors({ app }: Launched): void {
  expect(app.errors).toEqual([])
}
