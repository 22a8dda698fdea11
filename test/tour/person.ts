// The actions of a person on the screens. Elements are found by the page's own texts, so that a changed text needs
// no change here.
import type { Locator, Page } from 'playwright-core'
import { fields, type FieldKey } from '#shared/gateway/fields/fields.ts'
import { en } from '../../renderer/i18n/en.ts'

/** A text of the page with its placeholders filled. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

type Screen = keyof typeof en.shell.navigation

/** Opens a screen by its link in the navigation. */
export async function go(page: Page, screen: Screen): Promise<void> {
  const name = en.shell.navigation[screen]
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** A field of the dictionary by its label. */
export function field(page: Page, key: FieldKey): Locator {
  return page.getByRole('main').getByLabel(fields[key].label, { exact: true })
}

/** Fills fields of the dictionary. */
export async function fill(page: Page, values: Readonly<Partial<Record<FieldKey, string>>>): Promise<void> {
  for (const [key, value] of Object.entries(values)) await field(page, key as FieldKey).fill(value)
}

/** Clicks a button. */
export async function press(within: Page | Locator, name: string): Promise<void> {
  await within.getByRole('button', { name, exact: true }).click()
}

/** Waits until the headline of the newest answer contains `words`, and returns it as shown. */
export async function headline(page: Page, words: string | RegExp): Promise<string> {
  const heading = page.locator('[data-result-heading]').first()
  await heading.filter({ hasText: words }).waitFor()
  return oneLine(await heading.innerText())
}

/** A text of the screen without line breaks. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The serial number of the newest answer. */
export async function serialNumber(page: Page): Promise<string> {
  const shown = page.getByRole('main').getByText(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/).first()
  return (await shown.innerText()).replace(/\s/g, '')
}

/** The id beside a name in a list of facts, without the gaps that make it readable. */
export async function fact(within: Locator, name: string): Promise<string> {
  const row = within.locator('dt').filter({ hasText: name }).first()
  return (await row.locator('xpath=following-sibling::dd[1]').innerText()).replace(/\s/g, '')
}
