import { describe, expect, it } from 'vitest'
import { fillCharge, go, todayLoaded } from './support/console.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { text } from '../support/texts.ts'

const { skipped, open } = specs('hints.test.ts')

describe.skipIf(skipped)('the hint of a control', () => {
  it('appears on hover and focus beside its control; Escape closes it, not the dialog', async () => {
    const console = await open({ size: { width: 1024, height: 640 } })
    const { page } = console
    const hint = page.getByRole('tooltip')
    // Wait until the screen is drawn: drawing moves the focus.
    await todayLoaded(page)
    const lock = page.getByRole('button', { name: text('shell.lockNow'), exact: true })
    await lock.hover()
    await hint.waitFor()
    expect(await hint.innerText()).toContain(text('shell.lockNow'))
    const [box, control] = [await hint.boundingBox(), await lock.boundingBox()]
    expect(box!.y).toBeGreaterThanOrEqual(control!.y + control!.height)
    expect(box!.y).toBeLessThan(control!.y + control!.height + 16)
    expect(box!.x + box!.width).toBeLessThanOrEqual(1024)
    await page.mouse.move(400, 400)
    await hint.waitFor({ state: 'detached' })

    await go(page, 'recurrentPayment')
    await fillCharge(page)
    await page.getByRole('button', { name: text('operation.recurrent-payment.button') }).click()
    const dialog = page.getByRole('dialog', { name: text('verb.charge.confirm') })
    const close = dialog.getByRole('button', { name: text('common.close'), exact: true })
    await dialog.waitFor()
    for (let count = 0; count < 20 && !await close.evaluate((button) => button === document.activeElement); count++) {
      await page.keyboard.press('Tab')
    }
    await hint.waitFor()
    expect(await hint.innerText()).toBe(text('common.close'))
    await page.keyboard.press('Escape')
    await hint.waitFor({ state: 'detached' })
    expect(await dialog.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expectNoErrors(console)
  })
})
