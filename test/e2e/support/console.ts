// Operates the screens of the application with its built-in gateway, by accessible names. Also used outside the test
// runner.
import type { Locator, Page } from 'playwright-core'
import { en } from '../../../renderer/i18n/en.ts'
import { keyringMissing, NO_KEYRING, startKeyring, type TestKeyring } from '../../host/keyring.ts'
import { launch, type Launched, type LaunchOptions } from './launch.ts'
import { label, text } from '../../support/texts.ts'

/** A screen by its key in the navigation. */
export type Screen = keyof typeof en.shell.navigation

/** The private keychain of this test run; `keyring` is null, and `env` disables it, if none can be started. */
export interface Keychain {
  readonly env: Readonly<Record<string, string>>
  readonly keyring: TestKeyring | null
  stop(): Promise<void>
}

/** Starts a private keychain for the tests of one file; prints the reason if there is none. */
export async function keychain(): Promise<Keychain> {
  const missing = keyringMissing()
  if (missing !== null) {
    console.log(`WITHOUT KEYCHAIN: ${missing}. The specs run with secrets kept for the run only.`)
    return { env: NO_KEYRING, keyring: null, stop: async () => undefined }
  }
  const keyring = await startKeyring()
  return { env: keyring.env, keyring, stop: () => keyring.stop() }
}

/** Starts the application with its sandbox profile. Orders become final immediately; checks are at most 200 ms apart */
export async function openConsole(options: LaunchOptions = {}): Promise<Launched> {
  const launched = await launch({
    ...options, env: { GATEWAY_CONSOLE_SANDBOX_PROCESSING_MS: '0', GATEWAY_CONSOLE_LONGEST_POLL_MS: '200', ...options.env },
  })
  await launched.page.getByRole('navigation').first().waitFor()
  return launched
}

/** Opens a screen by its navigation link. */
export async function go(page: Page, screen: Screen): Promise<void> {
  const name = text(`shell.navigation.${screen}`)
  await page.getByRole('link', { name, exact: true }).first().click()
  await shown(page, screen)
}

/** Waits for the title of a screen. */
export async function shown(page: Page, screen: Screen): Promise<void> {
  if (screen === 'today') await todayLoaded(page)
  else await page.getByRole('heading', { name: text(`shell.navigation.${screen}`), level: 1 }).waitFor()
}

/** Waits for the home screen with its count of open items in the title. */
export async function todayLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { name: /needs? you$/, level: 1 }).waitFor()
}

/** Opens the form of an operation by its name in “More operations”. */
export async function goToOperation(page: Page, name: string): Promise<void> {
  await go(page, 'moreOperations')
  await page.getByRole('main').getByRole('link', { name: new RegExp(`^${name.replace(/[()]/g, '\\$&')}`) }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** Fills fields by their labels; an option is selected by its value. */
export async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(label, { exact: true })
    if (await field.evaluate((element) => element.tagName) === 'SELECT') await field.selectOption(value)
    else await field.fill(value)
  }
}

/** Waits for the proposed merchant order id, if the open form has this field: the form is shown before it arrives. */
export async function waitForProposedId(page: Page): Promise<void> {
  const field = page.getByRole('main').getByLabel(label('merchantOrderId'), { exact: true })
  if (await field.count() === 0) return
  const element = await field.first().elementHandle()
  await page.waitForFunction((input) => input instanceof HTMLInputElement && input.value !== '', element)
}

/** Reviews, confirms once, and waits for the result on the screen. */
export async function confirmPayment(
  page: Page, action: { review: string; dialog: string; button: string },
): Promise<void> {
  await waitForProposedId(page)
  await page.getByRole('button', { name: action.review }).click()
  const dialog = page.getByRole('dialog', { name: action.dialog })
  await dialog.getByRole('button', { name: action.button, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await headline(page).waitFor()
}

/**
 * Presses "Check now", or returns when `answered` is shown in its place: the application also checks automatically.
 * The button may be disabled during a check, so that the press is repeated for up to a minute.
 */
export async function checkNow(button: Locator, answered: Locator): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    await button.or(answered).first().waitFor()
    if (await answered.first().isVisible()) return
    try {
      await button.first().click({ timeout: 5_000 })
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}

/** The headline of the newest result. */
export function headline(page: Page): Locator {
  return page.locator('[data-result-heading]').first()
}

/** A shown headline, with the buttons that were on the screen at that moment. */
interface ShownHeadline { readonly headline: string, readonly buttons: readonly string[] }

/** Records each headline from now on, even if shown only briefly. The returned function lists them. */
export async function recordHeadlines(page: Page): Promise<() => Promise<readonly ShownHeadline[]>> {
  await page.evaluate(() => {
    const shown: ShownHeadline[] = []
    Object.assign(globalThis, { shownHeadlines: shown })
    new MutationObserver(() => {
      const text = document.querySelector('[data-result-heading]')?.textContent ?? ''
      if (text === '' || text === shown.at(-1)?.headline) return
      shown.push({ headline: text, buttons: [...document.querySelectorAll('main button')].map((one) => one.textContent ?? '') })
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shownHeadlines: ShownHeadline[] }).shownHeadlines)
}

/** Fills the form of a recurrent payment once it has its merchant order id; `values` by label. */
export async function fillCharge(page: Page, values: Record<string, string> = {}): Promise<void> {
  await waitForProposedId(page)
  const form: Record<string, string> = {
    'Card reference id': '1000001', 'Amount': '10.15', 'Customer IP address': '203.0.113.9',
    'Order description': 'Subscription November', ...values,
  }
  for (const [label, value] of Object.entries(form)) await page.getByLabel(label, { exact: true }).fill(value)
}

/** Fills, reviews and confirms a charge, and waits for its result on the screen. */
export async function chargeByHand(page: Page, values: Record<string, string> = {}): Promise<void> {
  // Leave the screen first: it would still show the result of the previous charge.
  await go(page, 'cardLookup')
  await go(page, 'recurrentPayment')
  await fillCharge(page, values)
  await page.getByRole('button', { name: text('operation.recurrent-payment.button') }).click()
  const dialog = page.getByRole('dialog', { name: text('verb.charge.confirm') })
  await dialog.waitFor()
  await dialog.getByRole('button', { name: /^Charge / }).click()
  await headline(page).waitFor()
}
