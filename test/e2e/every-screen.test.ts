// Accessibility and layout of every screen and dialog.
// At 200 % zoom a window of 1,024 pixels is 512 wide; at 400 % one of 1,280 is 320 wide (WCAG 1.4.4, 1.4.10).
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violations } from './support/axe.ts'
import { fillCharge, go } from './support/console.ts'
import { historyOverlays, everyScreen } from './support/every-screen.ts'
import { cellFaults, forcedColourFaults, layoutFaults } from './support/layout.ts'
import { specs } from './support/specs.ts'
import { text } from '../support/texts.ts'

const { skipped, shared } = specs('every-screen.test.ts')

const zoomed = { width: 512, height: 400 }
const zoomedFurther = { width: 320, height: 256 }
const smallest = { width: 1024, height: 640 }
const usual = { width: 1280, height: 800 }

/** Records transitions and animations from now on. The returned function lists them by class and property or name. */
async function recordMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const moved = new Set<string>()
    Object.assign(globalThis, { moved })
    const note = (event: TransitionEvent | AnimationEvent): void => {
      const what = 'propertyName' in event ? event.propertyName : event.animationName
      moved.add(`${(event.target as Element).className} ${what}`)
    }
    document.addEventListener('transitionrun', note)
    document.addEventListener('animationstart', note)
  })
  return () => page.evaluate(() => [...(globalThis as unknown as { moved: Set<string> }).moved])
}

/** Window sizes and colours in which the layout of each screen is checked. */
const views = [
  { size: zoomed, forcedColors: null }, { size: zoomedFurther, forcedColors: null },
  { size: zoomed, forcedColors: 'active' }, { size: smallest, forcedColors: 'active' },
] as const

describe.skipIf(skipped)('every screen', () => {
  it('has no axe violation; at high zoom and in forced colours cuts nothing off, does not scroll sideways, '
    + 'overlaps no controls, and keeps focus, switches and the current page visible; moves nothing with reduced motion', async () => {
    const { page } = await shared()
    await page.setViewportSize(zoomed)
    const moved = await recordMotion(page)
    const expectAccessible = async (what: string): Promise<void> => {
      await page.setViewportSize(usual)
      expect(await violations(page), what).toEqual([])
    }
    const overlay = async (name: string): Promise<void> => {
      await expectAccessible(name)
      await page.keyboard.press('Escape')
    }
    const expectLayout = async (screen: string): Promise<void> => {
      for (const { size, forcedColors } of views) {
        await page.setViewportSize(size)
        await page.emulateMedia({ forcedColors })
        const colours = forcedColors === null ? 'usual colours' : 'forced colours'
        const faults = async () => [
          ...await layoutFaults(page), ...forcedColors === null ? [] : await forcedColourFaults(page),
          // Narrower, the cells of some tables are below each other.
          ...size === smallest ? await cellFaults(page) : [],
        ]
        // Repeated until the screen is completely drawn.
        await expect.poll(faults, { message: `${screen} at ${size.width} px in ${colours}` }).toEqual([])
      }
      await page.emulateMedia({ forcedColors: null })
    }
    await everyScreen(page, '10.15', {
      async screen(name) {
        await expectAccessible(name)
        await expectLayout(name)
        await page.setViewportSize(zoomed)
      },
      async overlay(name) {
        await overlay(name)
        await page.setViewportSize(zoomed)
      },
    })
    await page.setViewportSize(usual)
    await historyOverlays(page, '10.15', overlay)
    expect(await moved(), 'the person asked for reduced motion').toEqual([])
  }, 300_000)
})

describe.skipIf(skipped)('the smallest window', () => {
  it('shows a whole message and leaves 240 pixels for the search field beside it', async () => {
    const { page } = await shared()
    await page.setViewportSize(smallest)
    await go(page, 'recurrentPayment')
    await fillCharge(page)
    await go(page, 'today')
    await go(page, 'recurrentPayment')
    const now = page.getByRole('region', { name: text('shell.messages.now') })
    const message = now.getByText(text('forms.draftRestored'))
    await message.waitFor()
    const isCut = await message.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
    expect(isCut).toBe(false)
    await page.keyboard.press('Control+k')
    expect(await page.getByRole('search').evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThanOrEqual(240)
  })
})

describe.skipIf(skipped)('a narrow window, as at high zoom', () => {
  it('folds the navigation behind a button, and folds it again after a choice and on Escape', async () => {
    const { page } = await shared()
    await go(page, 'recurrentPayment')
    await page.setViewportSize(zoomed)
    // Wait until the screen is drawn: drawing moves the focus.
    await page.getByRole('main').getByRole('button', { name: text('operation.recurrent-payment.button') }).waitFor()
    const menu = page.getByRole('button', { name: 'Navigation menu' })
    await expect.poll(() => page.getByRole('navigation').isVisible()).toBe(false)
    await menu.press('Enter')
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true')
    const current = page.getByRole('link', { name: text('shell.navigation.recurrentPayment'), exact: true })
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

  it('with added faults is reported for a text cut off, a line too long and overlapping controls', async () => {
    const { page } = await shared()
    await go(page, 'recurrentPayment')
    await page.setViewportSize(zoomed)
    await page.getByRole('main').getByRole('button', { name: text('operation.recurrent-payment.button') }).waitFor()
    await expect.poll(() => layoutFaults(page)).toEqual([])
    await page.evaluate(() => {
      const main = document.querySelector('#content')
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
