import { expect, test, vi } from 'vitest'
import type { MerchantOrderId } from '#shared/brands.ts'
import { failed, success } from '#shared/result.ts'
import { aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { aCharge } from './entries.ts'
import {
  aPage, approved, aRefund, aReport, choose, openOrder, press, refundEntry, refundOf, refundsOf,
} from './order-screen.ts'
import { label, text } from '../../support/texts.ts'

const dialog = (): HTMLElement => document.querySelector<HTMLElement>('[role="dialog"]')!

async function reviewWhole(comment = 'wrong size'): Promise<void> {
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  await type(field(label('comment')), comment)
  await press(text('operation.return.button'))
}

test('the merchant order id from the gateway’s reply is used', async () => {
  const { inputsOf } = await openOrder({
    'orders.page': () => success(aPage({ merchantOrderId: null, entries: [], reported: aReport(approved({ 'merchant-order-id': 'from-reply' })) })),
  })
  await reviewWhole()
  expect(inputsOf('payments.review')[0]!.values.merchantOrderId).toBe('from-reply')
})

test('a full refund sends the comment, without amount and currency', async () => {
  const { inputsOf } = await openOrder()
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  expect(words(dialog())).toContain('Staging · test money')
  expect(words(dialog())).toContain(text('order.payment.whole', { amount: '10.15 USD' }))
  await type(field(label('comment')), 'wrong size')
  await press(text('operation.return.button'))
  expect(inputsOf('payments.review')).toEqual([{
    profileId: 'profile-1', entryPoint: { kind: 'endpoint', id: '22903', currency: 'USD' }, operation: 'return', confidential: {},
    values: { orderId: '6768788', merchantOrderId: 'gc-1', comment: 'wrong size' },
  }])
  expect(button(text('verb.refund.whole', { amount: '10.15', currency: 'USD' }), dialog())).toBeTruthy()
  expect(words(document.activeElement!)).toBe('Cancel')
})

test('a part refund sends the amount and its currency', async () => {
  const { inputsOf } = await openOrder()
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  await click(field(text('order.payment.part')))
  await type(field(label('amount')), '4.00')
  expect(descriptionOf(field(label('amount')))).toContain(text('forms.minorUnits', { amount: '400', count: 2 }))
  await type(field(label('comment')), 'wrong size')
  await press(text('operation.return.button'))
  expect(inputsOf('payments.review')[0]!.values).toMatchObject({ amount: '4.00', currency: 'USD' })
})

test('leaving the review of a part puts the focus on the chosen amount', async () => {
  await openOrder()
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  const whole = field(text('order.payment.whole', { amount: '10.15 USD' }))
  await vi.waitFor(() => { expect(document.activeElement).toBe(whole) })
  await click(field(text('order.payment.part')))
  await type(field(label('amount')), '4.00')
  await type(field(label('comment')), 'wrong size')
  await press(text('operation.return.button'))
  await press(text('common.cancel'))
  await vi.waitFor(() => { expect(document.activeElement).toBe(field(text('order.payment.part'))) })
})

test('changing from a part to the whole amount sends no amount', async () => {
  const { inputsOf } = await openOrder()
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  await click(field(text('order.payment.part')))
  await type(field(label('amount')), '4.00')
  await click(field(text('order.payment.whole', { amount: '10.15 USD' })))
  await type(field(label('comment')), 'wrong size')
  await press(text('operation.return.button'))
  expect(inputsOf('payments.review')[0]!.values).toEqual({ orderId: '6768788', merchantOrderId: 'gc-1', comment: 'wrong size' })
})

test.each([
  ['', text('forms.problem.required')], ['4,00', 'Use a point for decimals'], ['4.001', 'at most 2 decimals'], ['0', text('forms.problem.amount-zero')],
  ['10.16', text('order.payment.atMost', { amount: '10.15 USD' })],
])('a part of "%s" is refused beside its field and not reviewed', async (amount, expected) => {
  const { inputsOf } = await openOrder()
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  await click(field(text('order.payment.part')))
  await type(field(label('amount')), amount)
  await type(field(label('comment')), 'wrong size')
  await press(text('operation.return.button'))
  expect(descriptionOf(field(label('amount')))).toContain(expected)
  expect(document.activeElement).toBe(field(label('amount')))
  expect(inputsOf('payments.review')).toEqual([])
})

test('a part above the rest after earlier refunds is refused', async () => {
  await openOrder({ 'orders.page': () => refundOf('800') })
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  expect(field(text('order.payment.whole', { amount: '10.15 USD' })).disabled).toBe(true)
  expect(words(dialog())).toContain(text('order.money.refunded'))
  expect(words(dialog())).toContain('8.00 USD')
  await type(field(label('amount')), '2.16')
  expect(descriptionOf(field(label('amount')))).toContain(text('order.payment.atMost', { amount: '2.15 USD' }))
  await type(field(label('amount')), '2.15')
  expect(descriptionOf(field(label('amount')))).toContain(text('forms.minorUnits', { amount: '215', count: 2 }))
})

test('after a declined full refund a part can be reviewed, and too much shows the maximum', async () => {
  const { inputsOf } = await openOrder({
    'orders.page': () => success(aPage({ ...refundsOf('515'), reported: aReport(approved({ status: 'declined', 'transaction-type': 'reversal' })) })),
  })
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  await type(field(label('comment')), 'wrong size')
  await type(field(label('amount')), '5.01')
  expect(descriptionOf(field(label('amount')))).toContain(text('order.payment.atMost', { amount: '5.00 USD' }))
  await type(field(label('amount')), '5.00')
  await press(text('operation.return.button'))
  expect(inputsOf('payments.review')[0]!.values).toMatchObject({ amount: '5.00', currency: 'USD' })
})

test('a gateway without part refunds offers only the whole amount, with the reason', async () => {
  await openOrder({ 'orders.page': () => success(aPage({ reported: aReport(approved({ 'gate-partial-reversal': 'disabled' })) })) })
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  expect(field(text('order.payment.part')).disabled).toBe(true)
  expect(descriptionOf(field(text('order.payment.part')))).toBe(text('payment.obstacle.part-not-supported'))
})

test('a hold is released in full, under that name', async () => {
  const hold = approved({ 'transaction-type': 'preauth' })
  const { inputsOf } = await openOrder({
    'orders.page': () => success(aPage({ entries: [aCharge({ operation: 'preauth', effect: 'holds-money' })], reported: aReport(hold) })), 'payments.review': () => success(aRefund({ order: hold, releasesHold: true })),
  })
  await choose(text('order.action.open', { operation: text('operation.return-of-hold.name') }))
  expect(words(dialog())).toContain(text('order.payment.textHold'))
  expect(() => field(text('order.payment.part'))).toThrow()
  await type(field(label('comment')), 'order cancelled')
  await press(text('operation.return-of-hold.button'))
  expect(inputsOf('payments.review')[0]).toMatchObject({ operation: 'return', values: { comment: 'order cancelled' } })
  expect(button(text('verb.release.whole', { amount: '10.15', currency: 'USD' }), dialog())).toBeTruthy()
  expect(words(dialog())).not.toMatch(/refund the/i)
})

test('a refund without a comment is not reviewed', async () => {
  const { inputsOf } = await openOrder()
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  await press(text('operation.return.button'))
  expect(descriptionOf(field(label('comment')))).toContain(text('order.payment.commentNeeded'))
  expect(document.activeElement).toBe(field(label('comment')))
  expect(inputsOf('payments.review')).toEqual([])
})

test('a void has no amount and needs no comment', async () => {
  const { inputsOf } = await openOrder({ 'payments.review': () => success(aRefund({ operation: 'void' })) })
  await choose(text('order.action.open', { operation: text('operation.void.name') }))
  expect(() => field(text('order.payment.part'))).toThrow()
  await press(text('operation.void.button'))
  expect(inputsOf('payments.review')[0]).toMatchObject({ operation: 'void', values: { orderId: '6768788', merchantOrderId: 'gc-1' } })
  expect(button(text('verb.void.whole', { amount: '10.15', currency: 'USD' }), dialog())).toBeTruthy()
})

test.each([
  [{ code: 'not-possible-now', why: 'not-final' } as const, text('failure.what.not-possible-now', { why: 'The order has no final status yet.' })],
  [{ code: 'order-busy', entryId: refundEntry } as const, 'Another refund, void or capture of this order has an open outcome'],
])('main’s refusal of a review is shown in the dialog (%o)', async (failure, expected) => {
  const { inputsOf } = await openOrder({ 'payments.review': () => failed(failure) })
  await reviewWhole()
  expect(words(dialog())).toContain(expected)
  expect(words(dialog())).toContain(text('failure.money.nothingSent'))
  expect(inputsOf('payments.submit')).toEqual([])
})

test('the remaining amount is filled in by one click', async () => {
  const { inputsOf } = await openOrder({ 'orders.page': () => refundOf('800') })
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  await press(text('order.payment.remaining', { amount: '2.15 USD' }))
  expect(document.activeElement).toBe(field(label('comment')))
  await type(field(label('comment')), 'the rest')
  await press(text('operation.return.button'))
  expect(inputsOf('payments.review')[0]!.values).toMatchObject({ amount: '2.15', currency: 'USD' })
})

test('the remaining amount is filled in without the zeros for which the field is too short', async () => {
  const idr = approved({ 'initial-amount': '12345678.00', amount: '12345678.00', currency: 'IDR' })
  const { inputsOf } = await openOrder({
    'orders.page': () => success(aPage({
      ...refundsOf('34567800'), entryPoint: { kind: 'group', id: '117' }, entries: [], reported: aReport(idr),
    })),
  })
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  await press(text('order.payment.remaining', { amount: '12,000,000.00 IDR' }))
  await type(field(label('comment')), 'the rest')
  await press(text('operation.return.button'))
  expect(inputsOf('payments.review')).toMatchObject([{ values: { amount: '12000000', currency: 'IDR' } }])
})

test('a refund of another profile’s order is sent with that profile and shows its environment', async () => {
  const live = aProfile({ id: 'profile-2' as never, name: 'Acme live', environment: 'production' })
  const { inputsOf } = await openOrder({}, [live, aProfile()])
  await reviewWhole()
  expect(inputsOf('payments.review')[0]!.profileId).toBe('profile-1')
  expect(dialog().dataset.environment).toBe('staging')
  expect('gc-1' as MerchantOrderId).toBe(inputsOf('payments.review')[0]!.values.merchantOrderId)
})
