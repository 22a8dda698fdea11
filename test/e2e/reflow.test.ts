// 200 % zoom of a window of 1,024 pixels is one of 512, 400 % of 1,280 one of 320 (WCAG 1.4.4, 1.4.10).
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { everyScreen } from './support/every-screen.ts'
import { forcedColourFaults, layoutFaults } from './support/layout.ts'
import { charge } from './support/pay.ts'
import { specs } from './support/specs.ts'

const { skipped, shared } = specs('reflow.test.ts')

// Asked again until a screen has been drawn whole.
async function expectLayout(page: Page, screen: string): Promise<void> {
  await expect.poll(() => layoutFaults(page), { message: screen }).toEqual([])
}

/** The screen as forced colours draw it, which are off again afterwards. */
async function expectForcedColours(page: Page, screen: string): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  const faults = async () => [...await layoutFaults(page), ...await forcedColourFaults(page)]
  await expect.poll(faults, { message: `${screen}, forced colours` }).toEqual([])
  await page.emulateMedia({ forcedColors: null })
}

describe.skipIf(skipped)('every screen', () => {
  const layout = 'cuts nothing off, does not scroll sideways, and puts no control over another'
  const forced = 'leaves focus, switches and the current page visible in forced colours'

  it.each([
    { width: 320, height: 256, amount: '20.15', facts: [layout], looks: [expectLayout] },
    { width: 512, height: 400, amount: '10.15', facts: [layout, forced], looks: [expectLayout, expectForcedColours] },
    { width: 1280, height: 800, amount: '30.15', facts: [forced], looks: [expectForcedColours] },
  ])('at $width px $facts', async ({ width, height, amount, looks }) => {
    const { page } = await shared()
    await charge(page, { cardReference: '1000103', amount })
    await page.setViewportSize({ width, height })
    await everyScreen(page, amount, async (screen) => {
      for (const look of looks) await look(page, screen)
    })
  }, 240_000)
})

describe.skipIf(skipped)('a narrow window, as at high zoom', () => {
  it('folds the navigation behind a button that says so, and folds it again after choosing and by Escape', async () => {
    const { page } = await shared()
    await page.setViewportSize({ width: 512, height: 400 })
    // A screen that is still being drawn takes the focus.
    await page.getByRole('main').getByRole('button', { name: 'Look up' }).waitFor()
    const menu = page.getByRole('button', { name: 'Navigation menu' })
    await expect.poll(() => page.getByRole('navigation').isVisible()).toBe(false)
    await menu.press('Enter')
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true')
    const current = page.getByRole('link', { name: 'Order status', exact: true })
    await expect.poll(() => current.evaluate((link) => link === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('navigation').isVisible()).toBe(false)
    await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true)
    await menu.press('Enter')
    await page.getByRole('link', { name: 'Keys', exact: true }).press('Enter')
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('navigation').isVisible()).toBe(false)
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false')
  })

  it('the test does find a text that is cut off, a line too long and a control over another', async () => {
    const { page } = await shared()
    await page.setViewportSize({ width: 512, height: 400 })
    await page.getByRole('main').getByRole('button', { name: 'Look up' }).waitFor()
    await expect.poll(() => layoutFaults(page)).toEqual([])
    await page.evaluate(() => {
      const main = document.querySelector('main')
      const addText = (text: string, style: Partial<CSSStyleDeclaration>): void => {
        const added = document.createElement('p')
        added.textContent = text
        Object.assign(added.style, style)
        main?.append(added)
      }
      addText('too long', { width: '900px' })
      addText('cut off', { width: '10px', overflow: 'hidden', whiteSpace: 'nowrap' })
      const [first, second] = document.querySelectorAll<HTMLElement>('main input')
      Object.assign(second?.style ?? {}, { position: 'absolute', top: `${first?.offsetTop ?? 0}px`, left: '0' })
    })
    const faults = (await layoutFaults(page)).join('\n')
    expect(faults).toContain('scrolls sideways')
    expect(faults).toContain('“cut off”')
    expect(faults).toContain('lies over')
  })
})
