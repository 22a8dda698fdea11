// The lock as a person meets it.
import type { Locator, Page } from 'playwright-core'
import { label, text } from '../../support/texts.ts'
import { go } from './console.ts'
import { answerDialog, type RunningApp } from './launch.ts'

/** A passphrase that is strong enough, made up for the tests. */
export const passphrase = 'unlit harbor fennel'

/** Answers the dialog that asks for the first passphrase of the desk, and from then on every message box with yes. */
export async function setPassphrase(page: Page, app: RunningApp, name = 'Ada Keller'): Promise<void> {
  await answerDialog(app, 'showMessageBox', { response: 1 })
  const dialog = page.getByRole('dialog', { name: text('access.setUp.title') })
  await dialog.getByLabel(text('access.yourName'), { exact: true }).fill(name)
  await dialog.getByLabel(text('access.newPassphrase'), { exact: true }).fill(passphrase)
  await dialog.getByLabel(text('access.repeatPassphrase'), { exact: true }).fill(passphrase)
  await dialog.getByRole('button', { name: text('access.setUp.action') }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Locks by its key and waits for the lock screen. */
export async function lock(page: Page): Promise<void> {
  await lockedBy(page, () => page.keyboard.press('Control+l'))
}

/** Does what locks the desk and waits for the lock screen of the page loaded after it: the earlier one shows it too. */
export async function lockedBy(page: Page, act: () => Promise<void> | void): Promise<void> {
  await page.evaluate(() => { Object.assign(window, { isBeforeLock: true }) })
  await act()
  await page.waitForFunction(() => !('isBeforeLock' in window))
  await lockScreen(page)
}

/** The lock screen stands, and waits for a passphrase. */
export async function lockScreen(page: Page): Promise<void> {
  await page.getByRole('heading', { name: text('access.lock.title'), level: 1 }).waitFor()
}

/** Types a passphrase where the focus is, as a person does who comes back, and waits for the application. */
export async function unlock(page: Page): Promise<void> {
  await page.getByLabel(text('access.passphrase'), { exact: true }).fill(passphrase)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
}

/** What stands beside the field after a wrong passphrase; a slow computer's waiting time may be over by then. */
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
