// Locking and unlocking on the screen.
import type { Locator, Page } from 'playwright-core'
import { label, text } from '../../support/texts.ts'
import { go } from './console.ts'
import { answerDialog, type RunningApp } from './launch.ts'

/** A sufficiently strong passphrase for the tests. */
export const passphrase = 'unlit harbor fennel'

/** Fills in the dialog for the first passphrase of the desk; answers every message box from now on with yes. */
export async function setPassphrase(page: Page, app: RunningApp, name = 'Ada Keller'): Promise<void> {
  await answerDialog(app, 'showMessageBox', { response: 1 })
  const dialog = page.getByRole('dialog', { name: text('access.setUp.title') })
  await dialog.getByLabel(text('access.yourName'), { exact: true }).fill(name)
  await dialog.getByLabel(text('access.newPassphrase'), { exact: true }).fill(passphrase)
  await dialog.getByLabel(text('access.repeatPassphrase'), { exact: true }).fill(passphrase)
  await dialog.getByRole('button', { name: text('access.setUp.action') }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Locks with the keyboard shortcut and waits for the lock screen. */
export async function lock(page: Page): Promise<void> {
  await lockedBy(page, () => page.keyboard.press('Control+l'))
}

/** Runs `act`, which locks the desk, and waits for the lock screen of the reloaded page: the old page shows one too. */
export async function lockedBy(page: Page, act: () => Promise<void> | void): Promise<void> {
  await page.evaluate(() => { Object.assign(window, { isBeforeLock: true }) })
  await act()
  await page.waitForFunction(() => !('isBeforeLock' in window))
  await lockScreen(page)
}

/** Waits for the lock screen. */
export async function lockScreen(page: Page): Promise<void> {
  await page.getByRole('heading', { name: text('access.lock.title'), level: 1 }).waitFor()
}

/** Enters the passphrase and waits for the application. */
export async function unlock(page: Page): Promise<void> {
  await page.getByLabel(text('access.passphrase'), { exact: true }).fill(passphrase)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
}

/** The text beside the field after a wrong passphrase; on a slow computer the waiting time may have passed. */
export function wrongPassphrase(within: Page | Locator): Locator {
  return within.getByText(text('access.wrongWait', { count: 1 }), { exact: true })
    .or(within.getByText(text('access.wrong'), { exact: true })).first()
}

/** Fills in the form of a new production profile named "Acme live"; saves nothing. */
export async function fillProductionProfile(page: Page): Promise<void> {
  await go(page, 'profiles')
  await page.getByRole('button', { name: text('profiles.add') }).click()
  await page.getByLabel(text('keys.name'), { exact: true }).fill('Acme live')
  await page.getByLabel(text('keys.environment'), { exact: true }).selectOption('production')
  await page.getByLabel(label('login'), { exact: true }).fill('acme-shop')
  await page.getByLabel(text('profiles.endpointId'), { exact: true }).fill('22903')
  await page.getByLabel(label('currency'), { exact: true }).fill('USD')
  await page.getByLabel(text('profiles.baseUrl'), { exact: true }).fill('https://gate.example')
}
