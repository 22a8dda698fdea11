// Accessibility violations of a page, found by axe: names, roles, order, colours.
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const { source } = createRequire(import.meta.url)('axe-core') as { source: string }

type Rules = readonly string[] | { readonly type: 'rule', readonly values: readonly string[] }

const all: Rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules that depend on colours: all others give the same result in light and dark. */
const colourRules: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Evaluates the source of axe, as the page's policy allows no script element, and runs these rules. */
async function violationsOf(page: Page, runOnly: Rules): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  return await page.evaluate(async (options) => {
    const { axe } = window as unknown as {
      axe: { run(of: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const found = await axe.run(document, options)
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
  }, { runOnly, resultTypes: ['violations'] })
}

/** The violations of the present page: all rules in light, colour rules in dark. */
export async function violations(page: Page): Promise<string[]> {
  const inLight = await violationsOf(page, all)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await violationsOf(page, colourRules)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...inLight, ...inDark.map((found) => `in the dark, ${found}`)]
}
