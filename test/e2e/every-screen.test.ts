// Accessibility and layout of everything a person works with.
// 200 % zoom of a window of 1,024 pixels is one of 512, 400 % of 1,280 one of 320 (WCAG 1.4.4, 1.4.10).
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violations } from './support/axe.ts'
import { fillCharge, go } from './support/console.ts'
import { coveredHistory, everyScreen } from './support/every-screen.ts'
import { forcedColourFaults, layoutFaults } from './support/layout.ts'
import { specs } from './support/specs.ts'
import { text } from '../support/texts.ts'

const { skipped, shared } = specs('every-screen.test.ts')

const zoomed = { width: 512, height: 400 }
const zoomedFurther = { width: 320, height: 256 }
const usual = { width: 1280, height: 800 }

/** From now on notes what moves; what this gives tells it, each by its element and property or animation. */
async function noteMotion(page: Page): Promise<() => Promise<string[]>> {
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

/** How each screen is looked at. */
const looks = [
  { size: zoomed, forcedColors: null }, { size: zoomedFurther, forcedColors: null },
  { size: zoomed, forcedColors: 'active' }, { size: usual, forcedColors: 'active' },
] as const

describe.skipIf(skipped)('every screen', () => {
  it('has no violation that axe finds, light or dark; as at high zoom it cuts nothing off, does not scroll sideways, and '
    + 'puts no control over another, nor in forced colours, which leave focus, switches and the current page visible; nothing moves where a person asked for that', async () => {
    const { page } = await shared()
    await page.setViewportSize(zoomed)
    const moved = await noteMotion(page)
    const expectAccessible = async (what: string): Promise<void> => {
      await page.setViewportSize(usual)
      expect(await violations(page), what).toEqual([])
    }
    const overlay = async (name: string): Promise<void> => {
      await expectAccessible(name)
      await page.keyboard.press('Escape')
    }
    const expectDrawnWhole = async (screen: string): Promise<void> => {
      for (const { size, forcedColors } of looks) {
        await page.setViewportSize(size)
        await page.emulateMedia({ forcedColors })
        const colours = forcedColors === null ? 'usual colours' : 'forced colours'
        const faults = async () => [
          ...await layoutFaults(page), ...forcedColors === null ? [] : await forcedColourFaults(page),
        ]
        // Asked again until the screen has been drawn whole.
        await expect.poll(faults, { message: `${screen} at ${size.width} px in ${colours}` }).toEqual([])
      }
      await page.emulateMedia({ forcedColors: null })
    }
    await everyScreen(page, '10.15', {
      async screen(name) {
        await expectAccessible(name)
        await expectDrawnWhole(name)
        await page.setViewportSize(zoomed)
      },
      async overlay(name) {
        await overlay(name)
        await page.setViewportSize(zoomed)
      },
    })
    await page.setViewportSize(usual)
    await coveredHistory(page, '10.15', overlay)
    expect(await moved(), 'the person asked for reduced motion').toEqual([])
  }, 300_000)
})

describe.skipIf(skipped)('the smallest window', () => {
  it('shows a message to its end, and leaves room for what is typed into the search beside it', async () => {
    const { page } = await shared()
    await page.setViewportSize({ width: 1024, height: 640 })
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
  it('folds the navigation behind a button that says so, and folds it again after choosing and by Escape', async () => {
    const { page } = await shared()
    await go(page, 'recurrentPayment')
    await page.setViewportSize(zoomed)
    // A screen that is still being drawn takes the focus.
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

  it('the test does find a text that is cut off, a line too long and a control over another', async () => {
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
