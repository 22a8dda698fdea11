import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { RunningApp } from './launch.ts'

/** The page of the issuer's window, the second one beside the application's, once it is open. */
export async function issuerPage(app: RunningApp): Promise<Page> {
  await expect.poll(() => app.windowPages().length, { timeout: 10_000 }).toBe(2)
  return app.windowPages()[1] ?? expect.fail('the window has been closed')
}

/** No window stands beside the application's own. */
export async function expectNoIssuerWindow(app: RunningApp): Promise<void> {
  await expect.poll(() => app.windowPages().length, { timeout: 10_000 }).toBe(1)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
}
