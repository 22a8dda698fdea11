// What belongs to the test runner: one keychain for the specs of a file, every application closed after each.
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { keychain, openConsole, type Keychain } from './console.ts'
import { closeAllBut, closeBrowser, hostMissing, type Launched, type LaunchOptions } from './launch.ts'

/** What the specs of one file share. */
export interface Specs {
  /** True, and said aloud, where nothing can be started here. */
  readonly skipped: boolean
  /** The file's keychain; there from `beforeAll` on. */
  keychain(): Keychain
  /** Starts the application with the file's keychain, unless another is given. */
  open(options?: LaunchOptions): Promise<Launched>
  /** One application for the specs of the file that look at nothing but what they do; each gets a fresh page. */
  shared(): Promise<Launched>
}

/** Sets up the specs of a file: one keychain for all, every application closed after each. */
export function specs(file: string): Specs {
  const missing = hostMissing()
  if (missing !== null) console.log(`SKIPPED ${file}: ${missing}`)
  let keys: Keychain | null = null
  const keychainOfFile = (): Keychain => keys ?? expect.fail('the keychain is there from beforeAll on')
  let one: Promise<Launched> | null = null
  const open = (options: LaunchOptions = {}) =>
    openConsole({ ...options, env: { ...keychainOfFile().env, ...options.env } })
  beforeAll(async () => { keys = await keychain() })
  afterEach(async () => { await closeAllBut((await one)?.app) })
  afterAll(async () => {
    await closeBrowser()
    await keys?.stop()
  })
  return {
    skipped: missing !== null,
    keychain: keychainOfFile,
    open,
    async shared() {
      if (one === null) return await (one = open())
      const launched = await one
      await launched.page.reload()
      await launched.page.getByRole('navigation').first().waitFor()
      return launched
    },
  }
}

/** Nothing broke the page's policy and nothing was thrown while the specs ran. */
export function expectNoErrors({ app }: Launched): void {
  expect(app.errors).toEqual([])
}
