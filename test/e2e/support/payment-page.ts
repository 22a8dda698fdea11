// The page of a payment as a person meets it: its next step, its other actions, all that happened to it.
import type { Locator, Page } from 'playwright-core'
import { text } from '../../support/texts.ts'
import { headline } from './console.ts'

/** Opens the page of a payment by the entry that made it. */
export async function openPayment(page: Page, entryId: string): Promise<void> {
  await page.evaluate((address) => { location.hash = address }, `#/payment/${entryId}`)
  await headline(page).waitFor()
}

/** The bar with the step that is advised, its reason, and what else can be done. */
export const nextStep = (page: Page): Locator => page.getByRole('region', { name: text('order.step.name') })

/** Opens the menu of all that is not advised, and gives it. */
export async function otherActions(page: Page): Promise<Locator> {
  await nextStep(page).getByRole('button', { name: text('order.step.others') }).click()
  return page.getByRole('menu')
}

/** Opens one of these actions. */
export async function chooseOther(page: Page, name: string): Promise<void> {
  await (await otherActions(page)).getByRole('menuitem', { name }).click()
}

/** The panel with the payment and all that was refunded, voided or captured of it. */
const whatHappened = (page: Page): Locator => page.getByRole('region', { name: text('order.transaction.title') })

/** Each transaction of the payment as it reads, newest first. */
export async function transactions(page: Page): Promise<string[]> {
  const lines = await whatHappened(page).locator('ol > li').allTextContents()
  return lines.map((line) => line.replaceAll(/\s+/g, ' ').trim())
}

/** Shows every request about the payment and each change of it, in place of its transactions. */
export async function showEverything(page: Page): Promise<void> {
  await whatHappened(page).getByRole('radio', { name: text('order.transaction.everything') }).check()
}

/** What proves a request: its ids, what was signed, sent and answered. */
export const evidence = (page: Page): Locator => page.getByRole('region', { name: text('order.evidence.title') })

/** Opens all its folded parts. */
export async function openAllEvidence(page: Page): Promise<void> {
  const folded = evidence(page).getByRole('button', { expanded: false })
  while (await folded.count() > 0) await folded.first().press('Enter')
}

/** Opens one of its folded parts. */
export async function openEvidence(page: Page, part: string): Promise<void> {
  await evidence(page).getByRole('button', { name: part }).click()
}
