import { describe, expect, it } from 'vitest'
import type { LedgerLine } from '../../electron/sandbox/orders/ledger.ts'
import { chargeByHand, go, headline } from './support/console.ts'
import { freshFolder } from './support/launch.ts'
import { ledgerOf } from './support/ledger.ts'
import { charge } from './support/pay.ts'
import { nextStep, showEverything } from './support/payment-page.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { text, textPattern } from '../support/texts.ts'

const { skipped, open, shared } = specs('open-outcomes.test.ts')
const inTime = { timeout: 30_000 }

/** Orders that reached the gateway, as its own ledger has them. */
const charged = (lines: readonly LedgerLine[]): number => lines.filter((line) => line.order !== undefined).length

const checkedOnce = textPattern('openOutcomes.checked.often', { count: 1 })
/** Shown after the second check; the plan may have checked once more by then. */
const checkedAgain = new RegExp(textPattern('openOutcomes.checked.often', { count: 2 }).source.replace('2', '\\d+'))

describe.skipIf(skipped)('a charge whose answer was lost', () => {
  it('is resolved automatically, as its entry shows, and was sent once', async () => {
    const launched = await shared()
    const { page, ledger } = launched
    await go(page, 'openOutcomes')
    await page.getByText(text('openOutcomes.emptyTitle')).waitFor()
    await charge(page, { cardReference: '1000104', amount: '7.20' })
    await go(page, 'openOutcomes')
    await page.getByText(text('openOutcomes.emptyTitle')).waitFor(inTime)
    await go(page, 'history')
    await page.getByRole('table', { name: text('history.list') }).getByRole('link', { name: textPattern('shell.navigation.recurrentPayment') }).first().click()
    await showEverything(page)
    await page.getByText(text('history.event.resolves')).waitFor()
    expect(charged(ledger())).toBe(1)
    expectNoErrors(launched)
  })

  it('shows its result on the screen of the charge, without a click', async () => {
    const { page } = await shared()
    await chargeByHand(page, { 'Card reference id': '1000104', 'Amount': '8.20' })
    await expect.poll(() => headline(page).textContent(), inTime).toContain(text('verb.charge.past', { amount: '8.20 USD' }))
  })

  it('and that never arrived stays listed after a restart, and cannot be closed before its time', async () => {
    const userData = freshFolder()
    const first = await open({ userData })
    await charge(first.page, { cardReference: '1000103', amount: '7.20' })
    await first.close()
    const console = await open({ userData })
    const { page } = console
    await go(page, 'openOutcomes')
    const entry = page.getByRole('article', { name: 'Recurrent payment of 7.20 USD' })
    await entry.getByText(text('answer.checked.mismatch.not-found'), { exact: false }).waitFor(inTime)
    await entry.getByText(textPattern('openOutcomes.notFound.tooEarly')).waitFor()
    expect(await entry.getByRole('button', { name: text('openOutcomes.close.not-found') }).isDisabled()).toBe(true)
    await entry.getByRole('button', { name: text('openOutcomes.checkNow') }).press('Enter')
    await entry.getByText(checkedAgain).waitFor(inTime)
    await entry.getByRole('link', { name: text('openOutcomes.openEntry') }).click()
    await nextStep(page).getByText(text('order.uncertain.unknown')).waitFor()
    await showEverything(page)
    await page.getByText(text('history.event.outcome.unknown')).waitFor()
    expect(charged(ledgerOf(userData))).toBe(0)
    expectNoErrors(console)
  })
})

describe.skipIf(skipped)('a charge that is processing', () => {
  it('is listed and checked again after a restart, and offers to copy the link for the cardholder', async () => {
    const userData = freshFolder()
    const first = await open({ userData })
    await charge(first.page, { cardReference: '1000006', amount: '7.20' })
    await charge(first.page, { cardReference: '1000007', amount: '8.30' })
    await first.close()
    const console = await open({ userData })
    const { page } = console
    await go(page, 'openOutcomes')
    expect(await page.getByText(text('openOutcomes.emptyTitle')).count()).toBe(0)
    const endless = page.getByRole('article', { name: 'Recurrent payment of 7.20 USD' })
    await endless.getByText(checkedOnce).or(endless.getByText(checkedAgain)).waitFor(inTime)
    await page.getByRole('article', { name: 'Recurrent payment of 8.30 USD' })
      .getByRole('button', { name: text('openOutcomes.copyLink') }).waitFor(inTime)
    await page.getByRole('radio', { name: text('openOutcomes.ofGroup', { group: text('openOutcomes.group.processing'), count: 2 }) }).check()
    await expect.poll(() => page.getByRole('article').count()).toBe(2)
    expect(charged(ledgerOf(userData))).toBe(2)
    expectNoErrors(console)
  })
})
