// "Charged twice?" from a payment to its verdict: each of the five, over the built-in gateway.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { headline } from './support/console.ts'
import { moneyMoved } from './support/ledger.ts'
import { charge, charged } from './support/pay.ts'
import { chooseOther, openPayment } from './support/payment-page.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { label, text, textPattern } from '../support/texts.ts'

const { skipped, shared } = specs('charged-twice.test.ts')
const inTime = { timeout: 30_000 }

type Verdict = 'onlyOne' | 'noResult' | 'twoApproved' | 'oneApproved' | 'oneRefunded'
const verdict = (page: Page, of: Verdict) => page.getByRole('main').getByText(textPattern(`compare.verdict.${of}.title`))

/** Asks from the page of a payment; of two charges of its card they stand side by side at once. */
async function ask(page: Page, entryId: string): Promise<void> {
  await openPayment(page, entryId)
  await chooseOther(page, text('compare.chargedTwice'))
}

async function refundLater(page: Page): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${text('operation.return.name')}.*${text('compare.later')}`) }).click()
  const form = page.getByRole('dialog', { name: text('operation.return.name') })
  await form.getByLabel(label('comment'), { exact: true }).fill('charged twice')
  await form.getByRole('button', { name: text('operation.return.button') }).click()
  const dialog = page.getByRole('dialog', { name: text('verb.refund.confirm') })
  await dialog.getByRole('button', { name: text('verb.refund.whole', { amount: '6.40', currency: 'USD' }) }).click()
}

describe.skipIf(skipped)('charged twice?', () => {
  it('two were approved: the later one is refunded by the ordinary review, and is already refunded then', async () => {
    const launched = await shared()
    const { page, ledger } = launched
    const { entryId } = await charged(page, 'approved', { amount: '6.40' })
    await charged(page, 'approved', { amount: '6.40' })
    await ask(page, entryId)
    await verdict(page, 'twoApproved').waitFor(inTime)
    await page.getByRole('button', { name: text('compare.checkBoth') }).click()
    await refundLater(page)
    await expect.poll(() => headline(page).textContent(), inTime).toContain(text('order.sentence.refunded'))
    await ask(page, entryId)
    await verdict(page, 'oneRefunded').waitFor(inTime)
    expect(moneyMoved(ledger())).toEqual(['recurrent-payment', 'recurrent-payment', 'return'])
    expectNoErrors(launched)
  })

  it('one was approved and one was declined: what the bank shows cannot be seen', async () => {
    const { page } = await shared()
    const { entryId } = await charged(page, 'approved', { amount: '6.50' })
    await charged(page, 'declined', { amount: '6.50', cvv: '116' })
    await ask(page, entryId)
    await verdict(page, 'oneApproved').waitFor(inTime)
    await page.getByText(text('compare.verdict.oneApproved.text')).waitFor()
  })

  it('one is known here, and others may exist elsewhere', async () => {
    const { page } = await shared()
    const { entryId } = await charged(page, 'approved', { amount: '6.60' })
    await ask(page, entryId)
    await verdict(page, 'onlyOne').waitFor(inTime)
    await page.getByText(text('compare.verdict.onlyOne.text')).waitFor()
  })

  it('it is not certain while one has no result, also after both were checked', async () => {
    const { page } = await shared()
    const { entryId } = await charge(page, { amount: '6.70', cardReference: '1000103' })
    await charge(page, { amount: '6.70', cardReference: '1000103' })
    await ask(page, entryId)
    await verdict(page, 'noResult').waitFor(inTime)
    await page.getByRole('button', { name: text('compare.checkBoth') }).click()
    await page.getByText(text('compare.verdict.noResult.text')).waitFor()
  })
})
