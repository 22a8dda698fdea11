// Status "error" means that the result at the bank is not certain: tested through the window.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chargeByHand, fillCharge, go, headline } from './support/console.ts'
import { moneyMoved } from './support/ledger.ts'
import { openPaid } from './support/pay.ts'
import { nextStep, otherActions, transactions } from './support/payment-page.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { label, text } from '../support/texts.ts'

const { skipped, shared } = specs('error-outcome.test.ts')
const inTime = { timeout: 30_000 }

const refund = text('order.action.open', { operation: text('operation.return.name') })

async function refundWhole(page: Page): Promise<void> {
  await page.getByRole('button', { name: refund }).click()
  const form = page.getByRole('dialog', { name: text('operation.return.name') })
  await form.getByLabel(label('comment'), { exact: true }).fill('wrong size')
  await form.getByRole('button', { name: text('operation.return.button') }).click()
  await page.getByRole('dialog', { name: text('verb.refund.confirm') }).getByRole('button', { name: text('verb.refund.whole', { amount: '10.15', currency: 'USD' }) }).click()
}

describe.skipIf(skipped)('a refund that ended in error', () => {
  it('counts as refunded, blocks the next refund, and cannot be closed before its time', async () => {
    const launched = await shared()
    const { page, ledger } = launched
    await openPaid(page, { cardReference: '1000305' })
    await refundWhole(page)
    await nextStep(page).getByText(text('order.step.action', {
      what: text('operation.return.name'), state: text('history.state.error').toLowerCase(),
    })).waitFor(inTime)
    await nextStep(page).getByText(text('order.uncertain.error')).waitFor()
    await expect.poll(() => transactions(page).then(([newest]) => newest), inTime).toMatch(/^Refund−10\.15 USD.*Error/)
    expect(await page.getByRole('button', { name: refund }).count()).toBe(0)
    const blocked = (await otherActions(page)).getByRole('menuitem', { name: refund, disabled: true })
    expect(await blocked.textContent()).toContain(text('order.action.busy'))
    await page.keyboard.press('Escape')
    const refunded = page.getByRole('term').filter({ hasText: text('order.money.refunded') }).locator('xpath=following-sibling::dd[1]')
    await expect.poll(() => refunded.textContent()).toContain('10.15 USD')

    await go(page, 'openOutcomes')
    const entry = page.getByRole('article', { name: text('operation.return.name') })
    await entry.getByText('The result at the bank may still change.', { exact: false }).waitFor(inTime)
    expect(await entry.getByRole('button', { name: text('openOutcomes.close.error') }).isDisabled()).toBe(true)
    expect(moneyMoved(ledger())).toEqual(['recurrent-payment', 'return'])
    expectNoErrors(launched)
  })
})

describe.skipIf(skipped)('attack: a charge ended in error, and the same card and amount are charged again', () => {
  it('the review requires a reason and links to the earlier charge; the gateway has one order', async () => {
    const launched = await shared()
    const { page, ledger } = launched
    await chargeByHand(page, { 'Card reference id': '1000004' })
    await expect.poll(() => headline(page).textContent(), inTime).toContain(text('order.sentence.error', { maybe: text('verb.charge.maybe', { amount: '10.15 USD' }) }))
    const offered = await (await otherActions(page)).getByRole('menuitem').allTextContents()
    const repeats = [text('payment.result.correct'), text('order.step.chargeCard'), text('verb.charge.again')]
    expect(offered.filter((name) => repeats.some((repeat) => name.includes(repeat)))).toEqual([])
    await page.keyboard.press('Escape')
    await go(page, 'cardLookup')
    await go(page, 'recurrentPayment')
    await fillCharge(page, { 'Card reference id': '1000004' })
    await page.getByRole('button', { name: text('operation.recurrent-payment.button') }).click()
    const dialog = page.getByRole('dialog', { name: text('verb.charge.confirm') })
    await dialog.getByText(text('verb.charge.duplicate', { amount: '10.15', ago: 'USD' }), { exact: false }).waitFor()
    await dialog.getByText('Its outcome is open: money may have moved.', { exact: false }).waitFor()
    expect(await dialog.getByRole('button', { name: text('verb.charge.amount', { amount: '10.15', currency: 'USD' }) }).isDisabled()).toBe(true)
    await dialog.getByRole('link', { name: text('failure.openEntry') }).click()
    await nextStep(page).getByText(text('order.uncertain.error')).waitFor()
    expect(moneyMoved(ledger())).toEqual(['recurrent-payment'])
    expectNoErrors(launched)
  })
})
