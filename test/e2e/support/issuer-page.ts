import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { isClosed } from '../../host/window.ts'
import type { RunningApp } from './launch.ts'

/** The page of the issuer's window, once it is open: the second window of the application. */
export async function issuerPage(app: RunningApp): Promise<Page> {
  await expect.poll(() => app.windowPages().length).toBe(2)
  return app.windowPages()[1] ?? expect.fail('the window has been closed')
}

/** Presses a button that ends the visit. Its window may be closed before the press completes. */
export async function pressLast(button: Locator): Promise<void> {
  await button.waitFor()
  await button.click().catch((error: unknown) => {
    if (!isClosed(error)) throw error
  })
}

/** Expects that only the application's own window is open. */
export async function expectNoIssuerWindow(app: RunningApp): Promise<void> {
  await expect.poll(() => app.windowPages().length).toBe(1)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
}
