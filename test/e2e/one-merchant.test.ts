// Requests are unique per merchant, not per profile: tested through the window.
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { checkNow, fill, fillCharge, go, headline } from './support/console.ts'
import {
  addProfile, choose, closeGateways, enterSecret, ownGateway, profileCard, saveProfile, type OwnGateway,
} from './support/own-gateway.ts'
import { openPaid } from './support/pay.ts'
import { nextStep, otherActions, showEverything } from './support/payment-page.ts'
import { expectNoErrors, specs } from './support/specs.ts'
import { label, text } from '../support/texts.ts'

const { skipped, shared } = specs('one-merchant.test.ts')
const inTime = { timeout: 30_000 }

// Each test has its own gateway and profiles, and so its own merchant.
afterEach(closeGateways)

/** The next charge is carried out but its reply is lost. Status queries fail until the faults are cleared. */
function loseCharge(gateway: OwnGateway): void {
  gateway.armFault({ kind: 'reset-after-reading', operation: 'recurrent-payment', times: 1, delayMs: 0 })
  gateway.armFault({ kind: 'reset-before-reading', operation: 'status', times: 1_000, delayMs: 0 })
}

/** Fills in and reviews a charge with this merchant order id. */
async function reviewCharge(page: Page, merchantOrderId: string): Promise<void> {
  await go(page, 'cardLookup')
  await go(page, 'recurrentPayment')
  await fillCharge(page, { 'Merchant order id': merchantOrderId })
  await page.getByRole('button', { name: text('operation.recurrent-payment.button') }).click()
}

const confirmCharge = (page: Page) => page.getByRole('dialog', { name: text('verb.charge.confirm') })
const chargeButton = (page: Page) => confirmCharge(page).getByRole('button', { name: text('verb.charge.amount', { amount: '10.15', currency: 'USD' }) })

async function remove(page: Page, name: string): Promise<void> {
  await go(page, 'profiles')
  await profileCard(page, name).getByRole('button', { name: text('keys.more', { name }) }).click()
  await page.getByRole('menuitem', { name: text('profiles.remove') }).click()
  await page.getByRole('dialog').getByRole('button', { name: text('profiles.removeAction') }).click()
}

describe.skipIf(skipped)('attack: a charge is lost, its profile is removed and entered again', () => {
  it('removal requires a reason; a repeat is refused or requires one; there is one order', async () => {
    const gateway = await ownGateway()
    const launched = await shared()
    const { page } = launched
    await addProfile(page, 'Shop', gateway.baseUrl)
    loseCharge(gateway)
    await reviewCharge(page, 'lost-charge-1')
    await chargeButton(page).click()
    await expect.poll(() => headline(page).textContent()).toContain(text('verb.charge.maybe', { amount: '10.15 USD' }))

    await remove(page, 'Shop')
    const outcomes = page.getByRole('dialog', { name: text('profiles.openOutcomes.title.removal', { name: 'Shop' }) })
    await outcomes.getByText(text('profiles.openOutcomes.lead', { count: 1 })).waitFor()
    await outcomes.getByRole('listitem').filter({ hasText: text('history.state.unknown') }).getByText('lost-charge-1').waitFor()
    await outcomes.getByRole('button', { name: text('profiles.removeAction') }).click()
    await outcomes.getByText(text('common.reasonNeeded')).waitFor()
    await outcomes.getByLabel(text('common.reason'), { exact: true }).fill('entered again by the help desk')
    await outcomes.getByRole('button', { name: text('profiles.removeAction') }).click()
    await profileCard(page, 'Shop').waitFor({ state: 'detached' })

    await addProfile(page, 'Shop again', gateway.baseUrl)
    await reviewCharge(page, 'lost-charge-1')
    await page.getByText(text('failure.what.merchant-order-id-used')).waitFor()
    expect(await confirmCharge(page).count()).toBe(0)

    await reviewCharge(page, 'second-charge-1')
    await confirmCharge(page).getByText('Order lost-charge-1: unknown.', { exact: false }).waitFor()
    expect(await chargeButton(page).isDisabled()).toBe(true)
    await confirmCharge(page).getByRole('link', { name: text('failure.openEntry') }).click()
    await showEverything(page)
    await page.getByText(text('history.event.outcome.unknown')).first().waitFor()
    expect(gateway.carriedOut()).toEqual(['recurrent-payment'])

    // The profile that was entered again can check its status.
    gateway.clearFaults()
    const resolves = page.getByText(text('history.event.resolves'))
    await checkNow(nextStep(page).getByRole('button', { name: text('answer.checkStatus') }), resolves)
    await resolves.first().waitFor(inTime)
    expect(gateway.carriedOut()).toEqual(['recurrent-payment'])
    expectNoErrors(launched)
  })
})

describe.skipIf(skipped)('two profiles of one merchant', () => {
  it('are marked as the same merchant when the second is saved, and on both cards', async () => {
    const gateway = await ownGateway()
    const { page } = await shared()
    await addProfile(page, 'Desk', gateway.baseUrl)
    await saveProfile(page, 'Desk by phone', `${gateway.baseUrl}/`)
    await page.getByText('This is the same merchant as Desk: they share one history').first().waitFor()
    await enterSecret(page)
    await go(page, 'orderStatus')
    await go(page, 'profiles')
    await profileCard(page, 'Desk').getByText('The same merchant as Desk by phone').waitFor()
    await profileCard(page, 'Desk by phone').getByText('The same merchant as Desk;').waitFor()
  })

  it('attack: after one lost a refund, the other offers no refund and links to the open outcome', async () => {
    const gateway = await ownGateway()
    const launched = await shared()
    const { page } = launched
    await addProfile(page, 'Store by phone', gateway.baseUrl)
    await addProfile(page, 'Store', gateway.baseUrl)
    const { orderId } = await openPaid(page, { cardReference: '1000204' })
    const refund = text('order.action.open', { operation: text('operation.return.name') })
    await page.getByRole('button', { name: refund }).click()
    const form = page.getByRole('dialog', { name: text('operation.return.name') })
    await form.getByLabel(label('comment'), { exact: true }).fill('wrong size')
    await form.getByRole('button', { name: text('operation.return.button') }).click()
    await page.getByRole('dialog', { name: text('verb.refund.confirm') }).getByRole('button', { name: text('verb.refund.whole', { amount: '10.15', currency: 'USD' }) }).click()
    const unknownRefund = text('order.step.action', {
      what: text('operation.return.name'), state: text('history.state.unknown').toLowerCase(),
    })
    await nextStep(page).getByText(unknownRefund).waitFor(inTime)

    await choose(page, 'Store by phone')
    await go(page, 'orderStatus')
    await fill(page, { 'Order id': orderId ?? '' })
    await page.getByRole('button', { name: text('operation.get-card-info.button') }).click()
    await nextStep(page).getByText(unknownRefund).waitFor(inTime)
    expect(await page.getByRole('button', { name: refund }).count()).toBe(0)
    const menu = await otherActions(page)
    expect(await menu.getByRole('menuitem', { name: refund, disabled: true }).textContent()).toContain(text('order.action.busy'))
    await menu.getByRole('menuitem', { name: text('order.step.openOutcomes') }).click()
    await page.getByRole('article', { name: text('operation.return.name') }).waitFor(inTime)
    expect(gateway.carriedOut()).toEqual(['recurrent-payment', 'return'])
    expectNoErrors(launched)
  })
})
