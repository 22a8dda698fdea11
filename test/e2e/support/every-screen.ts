// A walk through everything a person works with, also where the navigation is folded away.
import type { Page } from 'playwright-core'
import { fillCharge, headline, type Screen } from './console.ts'

const screens: readonly Screen[] = [
  'Order status', 'Card lookup', 'Recurrent payment', 'More operations', 'Base-string inspector', 'Check a callback',
  'History', 'Unsettled', 'Keys', 'Profiles', 'Upkeep',
]

/** Opens a screen; where the navigation is folded away, unfolds it first, by keyboard. */
export async function visit(page: Page, screen: Screen): Promise<void> {
  const menu = page.getByRole('button', { name: 'Navigation menu' })
  if (await menu.isVisible()) await menu.press('Enter')
  await page.getByRole('link', { name: screen, exact: true }).first().press('Enter')
  await page.getByRole('heading', { name: screen, level: 1 }).waitFor()
}

/** Everything a person works with, each looked at by `look`. */
export async function everyScreen(page: Page, look: (screen: string) => Promise<void>): Promise<void> {
  for (const screen of screens) {
    await visit(page, screen)
    await look(screen)
  }
  await visit(page, 'Base-string inspector')
  await page.getByRole('tab', { name: 'Find the mistake' }).click()
  await look('find the mistake')
  await visit(page, 'More operations')
  await page.getByRole('main').getByRole('link', { name: /^Sale/ }).press('Enter')
  await page.getByRole('heading', { name: 'Sale', level: 1 }).waitFor()
  await look('sale')
  await visit(page, 'Profiles')
  await page.getByRole('button', { name: 'New profile' }).click()
  await look('a new profile')
  await visit(page, 'Recurrent payment')
  await fillCharge(page)
  await page.getByRole('button', { name: 'Review charge' }).click()
  await page.getByRole('dialog', { name: 'Confirm charge' }).waitFor()
  await look('the review')
  await page.getByRole('dialog').getByRole('button', { name: /^Charge / }).click()
  await headline(page).filter({ hasText: 'approved' }).waitFor()
  await look('a result')
  await page.getByRole('link', { name: 'Open order' }).click()
  await page.getByRole('button', { name: 'Refund…', disabled: false }).waitFor()
  await look('an order')
  await visit(page, 'History')
  await look('a history with entries')
  await page.getByRole('list', { name: 'Entries' }).getByRole('link', { name: /Recurrent payment/ }).first().click()
  await page.getByText('Written to the history, then sent').waitFor()
  await look('an entry')
  await visit(page, 'Unsettled')
  await page.getByRole('article').first().waitFor()
  await look('an open outcome')
  await visit(page, 'Upkeep')
  await page.getByRole('button', { name: 'Verify journal' }).click()
  await look('a verified journal')
}
