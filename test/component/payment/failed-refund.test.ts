// The page of a payment after a failed refund, void or capture.
import { expect, test, vi } from 'vitest'
import type { EntryId, Masked, MinorUnits } from '#shared/brands.ts'
import type { EntryState, HistoryRow } from '#shared/model/history/history.ts'
import type { OrderPage } from '#shared/model/payments/order.ts'
import { success } from '#shared/result.ts'
import { flushScreen } from '../screen-support/open.ts'
import { words } from '../support/mount.ts'
import { aCharge, anEntry, at, intent, outcome, seen } from './entries.ts'
import { aPage, approved, aReport, offer, openOrder, press, refundEntry, refundsOf, statusAnswer } from './order-screen.ts'
import { text } from '../../support/texts.ts'

const later = (state: EntryState, changes: Partial<HistoryRow> = {}, clock = '10:00') => anEntry(
  {
    entryId: refundEntry, operation: 'return', at: at(`${clock}:00`), state, minorAmount: '100' as MinorUnits, ...changes,
  },
  [intent(`${clock}:00`), outcome(`${clock}:01`), seen(`${clock}:05`, state, `reversal_${state}`)],
)
const bar = (): HTMLElement => document.querySelector<HTMLElement>(`[aria-label="${text('order.step.name')}"]`)!

async function openWith(changes: Partial<OrderPage>) {
  await openOrder({ 'orders.page': () => success(aPage(changes)) })
  return shown()
}
const shown = () => ({ kind: bar().dataset.kind, sentence: words(bar().querySelector('.words')!) })
const stepText = (what: string, state: string, advice: string): string =>
  `${text('order.step.action', { what, state })} ${advice}`

test.each<[EntryState, string]>([
  ['declined', text('order.step.failedAgain')], ['refused', text('order.step.failedAgain')],
  ['access-denied', text('order.step.failedAgain')], ['filtered', text('order.step.failedAskSupport')],
])('a refund that ended as %s is reported at the top, with its amount, and can be repeated', async (state, advice) => {
  expect(await openWith({ entries: [aCharge(), later(state)] }))
    .toEqual({ kind: 'bad', sentence: stepText('Refund of 1.00 USD', text(`history.state.${state}`).toLowerCase(), advice) })
  expect((await offer('Refund…'))?.possible).toBe(true)
})

test('a failed full refund is reported with the amount of the payment', async () => {
  const { sentence: words } = await openWith({ entries: [aCharge(), later('declined', { minorAmount: null })] })
  expect(words).toBe(stepText('Refund of 10.15 USD', 'declined', text('order.step.failedAgain')))
})

test('a refund that was not sent is not shown as declined, and can be repeated', async () => {
  expect(await openWith({ entries: [aCharge(), later('not-sent')] }))
    .toEqual({ kind: 'info', sentence: stepText('Refund of 1.00 USD', 'not sent', text('order.step.failedAgain')) })
})

test('a declined refund of an order from elsewhere can be repeated too', async () => {
  const reply = 'status=approved&transaction-type=sale&initial-amount=10.15&currency=USD' as Masked
  const asked = anEntry(
    { entryId: 'question-1' as EntryId, operation: 'status', effect: 'reads', state: 'answered', at: at('09:30:00') },
    [intent('09:30:00'), outcome('09:30:01', { outcome: 'answered', status: 'approved', reply })],
  )
  const reported = aReport(approved({ status: 'declined', 'transaction-type': 'reversal', 'gate-partial-reversal': 'enabled' }))
  expect((await openWith({ entries: [asked, later('declined')], reported })).sentence)
    .toBe(stepText('Refund of 1.00 USD', 'declined', text('order.step.failedAgain')))
  expect((await offer('Refund…'))?.possible).toBe(true)
})

const another = (minorAmount: string, clock: string) =>
  later('approved', { entryId: `entry-${clock}` as EntryId, minorAmount: minorAmount as MinorUnits }, clock)

test('a declined refund is reported even after a successful part refund', async () => {
  const entries = [aCharge(), another('200', '09:50'), later('declined')]
  const { sentence: words } = await openWith({ entries, ...refundsOf('200') })
  expect(words).toBe(stepText('Refund of 1.00 USD', 'declined', text('order.step.failedAgain')))
})

test('a declined refund is not reported after a later one was approved', async () => {
  expect(await openWith({ entries: [aCharge(), later('declined'), another('300', '10:30')], ...refundsOf('300') }))
    .toEqual({ kind: 'good', sentence: `${text('order.step.nothing')} The payment and what was refunded of it are final.` })
})

test('a repeat is not recommended if nothing is left to refund', async () => {
  const { sentence: words } = await openWith({ entries: [aCharge(), later('declined')], ...refundsOf('1015') })
  expect(words).toBe(stepText('Refund of 1.00 USD', 'declined', text('order.step.failedText')))
})

test('a refund from elsewhere that ended in an error may have moved money', async () => {
  const answer = statusAnswer('error', {
    'transaction-type': 'reversal', 'order-stage': 'reversal_error', 'processor-tx-id': 'tx-9',
  })
  await openOrder({ 'orders.status': () => success({ answer, now: null }) })
  await press(text('answer.checkStatus'))
  const what = text('order.transaction.elsewhere', { type: text('order.transaction.reversalElsewhere') })
  expect(shown()).toEqual({ kind: 'warning', sentence: stepText(what, 'error', text('order.step.failedUncertain')) })
})

test('a declined capture is reported, and capture stays the recommended step', async () => {
  const hold = aCharge({ operation: 'preauth', effect: 'holds-money' })
  const reported = aReport(approved({ 'transaction-type': 'preauth' }))
  const capture = later('declined', { operation: 'capture', minorAmount: null })
  expect(await openWith({ entries: [hold, capture], reported }))
    .toEqual({ kind: 'bad', sentence: stepText('Capture of 10.15 USD', 'declined', text('order.step.failedAgain')) })
  expect(words(bar().querySelector('.primary')!)).toBe('Capture…')
})

test('the decline of a followed refund is announced', async () => {
  let entries = [aCharge(), later('processing')]
  const underWay = { ...refundsOf('100').refunds, openEntryId: refundEntry }
  const { emit } = await openOrder({ 'orders.page': () => success(aPage({ entries, refunds: underWay })) })
  entries = [aCharge(), later('declined')]
  emit('journal.changed', null)
  await flushScreen()
  await vi.waitFor(() => {
    expect(words(document.querySelector('[data-testid="announcer"]')!))
      .toContain(text('order.step.action', { what: 'Refund of 1.00 USD', state: 'declined' }))
  })
})

test('a payment that was declined after an approved refund does not state that no money moved', async () => {
  const declined = aCharge({ state: 'declined' }, [
    intent('09:41:07'), outcome('09:41:08'), seen('09:41:13', 'approved', 'sale_approved'), seen('10:40:00', 'declined', 'sale_declined'),
  ])
  const reported = aReport(statusAnswer('declined', { 'transaction-type': 'sale', 'merchant-order-id': 'gc-1' }))
  expect(await openWith({ entries: [declined, later('approved')], reported, ...refundsOf('100') })).toEqual({
    kind: 'warning', sentence: `${text('order.step.contradictory')} ${text('order.step.contradictoryText')}`,
  })
  const page = words(document.body)
  expect(page).toContain(text('order.sentence.contradictory', { state: 'Declined' }))
  expect(page).not.toContain(text('order.sentence.noMoney'))
  expect(page).not.toContain('You have not been charged')
  expect(page).toContain('1.00 USD')
  expect(await offer(text('order.step.chargeCard'))).toBeNull()
  expect((await offer('Refund…'))?.possible ?? false).toBe(false)
})

test('two approved full refunds are reported as more than was paid', async () => {
  const whole = (name: string, clock: string) =>
    later('approved', { entryId: name as EntryId, minorAmount: null }, clock)
  const entries = [aCharge(), whole('entry-first', '10:00'), whole('entry-second', '10:30')]
  expect(await openWith({ entries, ...refundsOf('2030') })).toEqual({
    kind: 'warning', sentence: `${text('order.step.returnedTooMuch')} ${text('order.step.returnedTooMuchText')}`,
  })
  expect(words(document.querySelector('h1')!)).toContain(text('order.state.returnedTooMuch', { part: '20.30', whole: '10.15 USD' }))
  expect(words(document.body)).not.toContain(text('order.sentence.refunded'))
  expect((await offer('Refund…'))?.possible ?? false).toBe(false)
})
