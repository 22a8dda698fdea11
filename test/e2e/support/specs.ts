// What belongs to the test runner: one keychain for the specs of a file, every application closed after each.
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { LedgerLine } from '../../../electron/sandbox/orders/ledger.ts'
import { keychain, openConsole, type Keychain } from './console.ts'
import { shownBy } from './failed-page.ts'
import { closeAll, closeAllBut, hostMissing, openPages, type Launched, type LaunchOptions } from './launch.ts'
import { ledgerOf } from './ledger.ts'

/** The application that the specs of a file share, as one of them gets it. */
interface Shared extends Launched {
  /** What the built-in gateway answered since this spec got it. */
  ledger(): readonly LedgerLine[]
}

interface Size { readonly width: number, readonly height: number }

/** Of a window whose page is not set to a size. */
const usualSize: Size = { width: 1280, height: 800 }

/** What the specs of one file share. */
export interface Specs {
  /** True, and said aloud, where nothing can be started here. */
  readonly skipped: boolean
  /** The file's keychain; there from `beforeAll` on. */
  keychain(): Keychain
  /** Starts the application with the file's keychain, unless another is given. */
  open(options?: LaunchOptions): Promise<Launched>
  /**
   * One application for the specs of the file that need no fresh data: each gets a fresh page at the first screen, and
   * pays with a card or an amount of its own, so that none is a possible duplicate. After a failure, and for other
   * options, the next one gets another application.
   */
  shared(options?: LaunchOptions): Promise<Shared>
}

/** Sets up the specs of a file: one keychain for all, every application closed after each. */
export function specs(file: string): Specs {
  const missing = hostMissing()
  if (missing !== null) console.log(`SKIPPED ${file}: ${missing}`)
  let keys: Keychain | null = null
  const keychainOfFile = (): Keychain => keys ?? expect.fail('the keychain is there from beforeAll on')
  let kept: { readonly launched: Launched; readonly options: string; readonly size: Size } | null = null
  const open = (options: LaunchOptions = {}) =>
    openConsole({ ...options, env: { ...keychainOfFile().env, ...options.env } })
  beforeAll(async () => { keys = await keychain() })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      kept = null
      await noteWhatWasShown(task.result.errors?.[0])
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

/** Adds what the pages showed to a failure: the next run may not show it again. */
async function noteWhatWasShown(failure: { stack?: string } | undefined): Promise<void> {
  if (failure === undefined) return
  for (const page of openPages()) failure.stack = `${failure.stack ?? ''}\n${await shownBy(page)}`
}

/** The page as a start of the application draws it, whatever the spec before did with it. */
async function startAgain({ page }: Launched, size: Size): Promise<void> {
  await page.setViewportSize(size)
  await page.emulateMedia({ forcedColors: null })
  await page.evaluate(() => { history.replaceState(null, '', '#/') })
  await page.reload()
  await page.getByRole('navigation').first().waitFor()
}

/** Nothing broke the page's policy and nothing was thrown while the specs ran. */
export function expectNoErrors({ app }: Launched): void {
  expect(app.errors).toEqual([])
}
