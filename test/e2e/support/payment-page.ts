// The page of a payment: its next step, other actions, transactions and evidence.
import type { Locator, Page } from 'playwright-core'
import { text } from '../../support/texts.ts'
import { headline } from './console.ts'

/** Opens the page of a payment by the entry that created it. */
export async function openPayment(page: Page, entryId: string): Promise<void> {
  await page.evaluate((address) => { location.hash = address }, `#/payment/${entryId}`)
  await headline(page).waitFor()
}

/** The bar with the recommended step, its reason and the menu of other actions. */
export const nextStep = (page: Page): Locator => page.getByRole('region', { name: text('order.step.name') })

/** Opens the menu of other actions and returns it. */
export async function otherActions(page: Page): Promise<Locator> {
  await nextStep(page).getByRole('button', { name: text('order.step.others') }).click()
  return page.getByRole('menu')
}

/** Chooses one of the other actions. */
export async function chooseOther(page: Page, name: string): Promise<void> {
  await (await otherActions(page)).getByRole('menuitem', { name }).click()
}

/** The panel with the payment and its refunds, voids and captures. */
const transactionsPanel = (page: Page): Locator => page.getByRole('region', { name: text('order.transaction.title') })

/** The text of each transaction of the payment, newest first. */
export async function transactions(page: Page): Promise<string[]> {
  const lines = await transactionsPanel(page).locator('ol > li').allTextContents()
  return lines.map((line) => line.replaceAll(/\s+/g, ' ').trim())
}

/** Shows every request and change of the payment instead of its transactions. */
export async function showEverything(page: Page): Promise<void> {
  await transactionsPanel(page).getByRole('radio', { name: text('order.transaction.everything') }).check()
}

/** The evidence of a request: its ids, signed text, request and reply. */
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
