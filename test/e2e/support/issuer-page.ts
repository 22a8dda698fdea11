import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { isClosed } from '../../host/window.ts'
import type { RunningApp } from './launch.ts'

/** The page of the issuer's window, the second one beside the application's, once it is open. */
export async function issuerPage(app: RunningApp): Promise<Page> {
  await expect.poll(() => app.windowPages().length).toBe(2)
  return app.windowPages()[1] ?? expect.fail('the window has been closed')
}

/** Presses a button that ends the visit: its window may be gone before the press is through. */
export async function pressLast(button: Locator): Promise<void> {
  await button.waitFor()
  await button.click().catch((error: unknown) => {
    if (!isClosed(error)) throw error
  })
}

/** No window stands beside the application's own. */
export async function expectNoIssuerWindow(app: RunningApp): Promise<void> {
  await expect.poll(() => app.windowPages().length).toBe(1)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
}
