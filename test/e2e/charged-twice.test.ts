// "Charged twice?" from the page of a payment to its verdicts, with the built-in gateway.
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

/** Opens "Charged twice?" from the page of a payment. */
async function openChargedTwice(page: Page, entryId: string): Promise<void> {
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

describe.skipIf(skipped)('“Charged twice?”', () => {
  it('refunds the later of two approved charges with the usual review, then shows that one is refunded', async () => {
    const launched = await shared()
    const { page, ledger } = launched
    const { entryId } = await charged(page, 'approved', { amount: '6.40' })
    await charged(page, 'approved', { amount: '6.40' })
    await openChargedTwice(page, entryId)
    await verdict(page, 'twoApproved').waitFor(inTime)
    await page.getByRole('button', { name: text('compare.checkBoth') }).click()
    await refundLater(page)
    await expect.poll(() => headline(page).textContent(), inTime).toContain(text('order.sentence.refunded'))
    await openChargedTwice(page, entryId)
    await verdict(page, 'oneRefunded').waitFor(inTime)
    expect(moneyMoved(ledger())).toEqual(['recurrent-payment', 'recurrent-payment', 'return'])
    expectNoErrors(launched)
  })

  it('shows that only one of two charges was approved', async () => {
    const { page } = await shared()
    const { entryId } = await charged(page, 'approved', { amount: '6.50' })
    await charged(page, 'declined', { amount: '6.50', cvv: '116' })
    await openChargedTwice(page, entryId)
    await verdict(page, 'oneApproved').waitFor(inTime)
    await page.getByText(text('compare.verdict.oneApproved.text')).waitFor()
  })

  it('shows that only one charge is recorded here and others may exist elsewhere', async () => {
    const { page } = await shared()
    const { entryId } = await charged(page, 'approved', { amount: '6.60' })
    await openChargedTwice(page, entryId)
    await verdict(page, 'onlyOne').waitFor(inTime)
    await page.getByText(text('compare.verdict.onlyOne.text')).waitFor()
  })

  it('gives no verdict while a charge has no result, even after both were checked', async () => {
    const { page } = await shared()
    const { entryId } = await charge(page, { amount: '6.70', cardReference: '1000103' })
    await charge(page, { amount: '6.70', cardReference: '1000103' })
    await openChargedTwice(page, entryId)
    await verdict(page, 'noResult').waitFor(inTime)
    await page.getByRole('button', { name: text('compare.checkBoth') }).click()
    await page.getByText(text('compare.verdict.noResult.text')).waitFor()
  })
})
