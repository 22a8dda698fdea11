// 200 % zoom of a window of 1,024 pixels is one of 512, 400 % of 1,280 one of 320 (WCAG 1.4.4, 1.4.10).
import { describe, expect, it } from 'vitest'
import { chargeByHand } from './support/console.ts'
import { everyScreen } from './support/every-screen.ts'
import { forcedColourFaults, layoutFaults } from './support/layout.ts'
import { specs } from './support/specs.ts'

const { skipped, shared } = specs('reflow.test.ts')

describe.skipIf(skipped)('a narrow window, as at high zoom', () => {
  it.each([{ amount: '10.15', width: 512, height: 400 }, { amount: '20.15', width: 320, height: 256 }])(
    'cuts nothing off at $width px, does not scroll sideways, and puts no control over another',
    async ({ amount, ...size }) => {
      const { page } = await shared()
      await chargeByHand(page, { 'Card reference id': '1000103', 'Amount': amount })
      await page.setViewportSize(size)
      // Asked again until a screen has been drawn whole.
      await everyScreen(page, amount, async (screen) => {
        await expect.poll(() => layoutFaults(page), { message: screen }).toEqual([])
      })
    }, 240_000)

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

describe.skipIf(skipped)('forced colours', () => {
  it.each([{ amount: '30.15', width: 1280, height: 800 }, { amount: '40.15', width: 512, height: 400 }])(
    'leave focus, switches and the current page visible at $width px', async ({ amount, ...size }) => {
      const { page } = await shared()
      await chargeByHand(page, { 'Card reference id': '1000103', 'Amount': amount })
      await page.setViewportSize(size)
      await page.emulateMedia({ forcedColors: 'active' })
      await everyScreen(page, amount, async (screen) => {
        const faults = async () => [...await layoutFaults(page), ...await forcedColourFaults(page)]
        await expect.poll(faults, { message: screen }).toEqual([])
      })
    }, 240_000)
})
