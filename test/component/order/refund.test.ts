import { expect, test } from 'vitest'
import type { MerchantOrderId, MinorUnits } from '#shared/brands.ts'
import { failed, success } from '#shared/result.ts'
import { aFollow, anAnswer, aStatus } from '../screen-support/data.ts'
import { flushScreen } from '../screen-support/open.ts'
import { aProfile } from '../support/data.ts'
import { button, click, descriptionOf, field, type, words } from '../support/mount.ts'
import { aCharge, anEntry, intent, outcome } from './entries.ts'
import { aPage, approved, aRefund, happened, offer, openOrder, press, refundEntry, refundOf, refundSerialNumber } from './order-screen.ts'
import { label, text } from '../../support/texts.ts'

const dialog = (): HTMLElement => document.querySelector<HTMLElement>('[role="dialog"]')!

const accepted = anAnswer({ type: 'async-response', 'gw-order-id': '6768788' }, {
  operation: 'return', entryId: refundEntry, serialNumber: refundSerialNumber, money: 'under-way',
  outcome: { kind: 'accepted', status: 'processing', final: false },
})
const lost = anAnswer({}, {
  operation: 'return', entryId: refundEntry, serialNumber: null, reply: null, money: 'may-have-moved',
  outcome: { kind: 'unknown', fault: 'answer-timeout' },
})

async function reviewWhole(comment = 'wrong size'): Promise<void> {
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  await type(field(label('comment')), comment)
  await press(text('operation.return.button'))
}

test('the merchant order id that the gateway tells is used', async () => {
  const { inputsOf } = await openOrder({
    'orders.page': () => success(aPage({ merchantOrderId: null, entries: [] })),
    'orders.status': () => success({ answer: approved({ 'merchant-order-id': 'from-reply' }), now: null }),
  })
  await reviewWhole()
  expect(inputsOf('payments.review')[0]!.values.merchantOrderId).toBe('from-reply')
})

test('the whole: no amount and no currency are sent, the comment is', async () => {
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

test('a part: the amount and its currency are sent', async () => {
  const { inputsOf } = await openOrder()
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  await click(field(text('order.payment.part')))
  await type(field(label('amount')), '4.00')
  expect(descriptionOf(field(label('amount')))).toContain(text('forms.minorUnits', { amount: '400', count: 2 }))
  await type(field(label('comment')), 'wrong size')
  await press(text('operation.return.button'))
  expect(inputsOf('payments.review')[0]!.values).toMatchObject({ amount: '4.00', currency: 'USD' })
})

test('going back from a part to the whole sends no amount', async () => {
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
  ['', text('forms.problem.required')], ['4,00', text('forms.problem.amount-comma')], ['4.001', 'at most 2 decimals'], ['0', text('forms.problem.amount-zero')],
  ['10.16', text('order.payment.atMost', { amount: '10.15 USD' })],
])('a part of "%s" is refused beside its field and nothing is asked', async (amount, said) => {
  const { inputsOf } = await openOrder()
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  await click(field(text('order.payment.part')))
  await type(field(label('amount')), amount)
  await type(field(label('comment')), 'wrong size')
  await press(text('operation.return.button'))
  expect(descriptionOf(field(label('amount')))).toContain(said)
  expect(document.activeElement).toBe(field(label('amount')))
  expect(inputsOf('payments.review')).toEqual([])
})

test('what was refunded from here counts: a part above the rest is refused', async () => {
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

test('after a declined refund of everything a part is still reviewed, and too much says what would fit', async () => {
  const { inputsOf } = await openOrder({
    'orders.page': () => refundOf('515'),
    'orders.status': () => success({ answer: approved({ status: 'declined', 'transaction-type': 'reversal' }), now: null }),
  })
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  await type(field(label('comment')), 'wrong size')
  await type(field(label('amount')), '5.01')
  expect(descriptionOf(field(label('amount')))).toContain(text('order.payment.atMost', { amount: '5.00 USD' }))
  await type(field(label('amount')), '5.00')
  await press(text('operation.return.button'))
  expect(inputsOf('payments.review')[0]!.values).toMatchObject({ amount: '5.00', currency: 'USD' })
})

test('a gate that takes no parts offers the whole only and says why', async () => {
  await openOrder({ 'orders.status': () => success({ answer: approved({ 'gate-partial-reversal': 'disabled' }), now: null }) })
  await press(text('order.action.open', { operation: text('operation.return.name') }))
  expect(field(text('order.payment.part')).disabled).toBe(true)
  expect(descriptionOf(field(text('order.payment.part')))).toBe(text('payment.obstacle.part-not-supported'))
})

test('a hold is released, as a whole and by that name', async () => {
  const hold = approved({ 'transaction-type': 'preauth' })
  const { inputsOf } = await openOrder({
    'orders.status': () => success({ answer: hold, now: null }), 'payments.review': () => success(aRefund({ order: hold })),
  })
  await press(text('order.action.open', { operation: text('operation.return-of-hold.name') }))
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
  await press(text('order.action.open', { operation: text('operation.void.name') }))
  expect(() => field(text('order.payment.part'))).toThrow()
  await press(text('operation.void.button'))
  expect(inputsOf('payments.review')[0]).toMatchObject({ operation: 'void', values: { orderId: '6768788', merchantOrderId: 'gc-1' } })
  expect(button(text('verb.void.whole', { amount: '10.15', currency: 'USD' }), dialog())).toBeTruthy()
})

test.each([
  [{ code: 'not-possible-now', why: 'not-final' } as const, text('failure.what.not-possible-now', { why: 'The order has no final status yet.' })],
  [{ code: 'order-busy', entryId: refundEntry } as const, 'Another refund, void or capture of this order has an open outcome'],
])('what main objects to at the review stands in the dialog (%o)', async (failure, said) => {
  const { inputsOf } = await openOrder({ 'payments.review': () => failed(failure) })
  await reviewWhole()
  expect(words(dialog())).toContain(said)
  expect(words(dialog())).toContain(text('failure.money.nothingSent'))
  expect(inputsOf('payments.submit')).toEqual([])
})

test('cancelling a review gives it back and keeps what was typed', async () => {
  const { inputsOf } = await openOrder()
  await reviewWhole('wrong size')
  await press(text('common.cancel'))
  expect(inputsOf('payments.discard')).toEqual([{ intentId: 'intent-1' }])
  expect(field(label('comment')).value).toBe('wrong size')
})

test('leaving the page gives a review back that nobody confirmed', async () => {
  const { inputsOf, go } = await openOrder({ 'history.search': () => success({ rows: [], next: null }) })
  await reviewWhole()
  await go('/history')
  expect(inputsOf('payments.discard')).toEqual([{ intentId: 'intent-1' }])
})

test('two quick clicks refund once', async () => {
  const { inputsOf } = await openOrder({ 'payments.submit': () => success(accepted) })
  await reviewWhole()
  const payment = button(text('verb.refund.whole', { amount: '10.15', currency: 'USD' }), dialog())
  payment.click()
  payment.click()
  await flushScreen()
  expect(inputsOf('payments.submit')).toEqual([{ intentId: 'intent-1', reason: null, acceptUnverifiedCard: false }])
})

test('a refund is followed by its own entry; then sale and refund stand together', async () => {
  const refund = anEntry({ entryId: refundEntry, operation: 'return', minorAmount: null, state: 'approved' }, [
    intent('10:00:00', 'wrong size'), outcome('10:00:01'),
  ])
  let submitted = false
  const { content, inputsOf, emit } = await openOrder({
    'payments.submit': () => {
      submitted = true
      return success(accepted)
    },
    'orders.page': () => success(submitted ? aPage({ entries: [aCharge(), refund] }) : aPage()),
  })
  await reviewWhole()
  const asked = inputsOf('orders.status').length
  await press(text('verb.refund.whole', { amount: '10.15', currency: 'USD' }))
  expect(words(content)).toContain(text('answer.headline.accepted', { operation: 'Refund' }))
  expect(words(content)).toContain(refundSerialNumber)
  expect(inputsOf('orders.follow')).not.toContainEqual({ entryId: refundEntry })
  emit('orders.followed', aFollow({
    entryId: refundEntry, timesAsked: 2, nextAt: null, ended: 'final',
    answer: aStatus('approved', { 'transaction-type': 'reversal', 'order-stage': 'reversal_approved' }, { money: 'moved' }),
  }))
  await flushScreen()
  expect(words(content)).toContain(text('answer.status.approved', { type: 'Refund' }))
  expect(words(content)).toContain(text('verb.refund.approved'))
  expect(words(content)).toContain(refundSerialNumber)
  expect(inputsOf('orders.status').length).toBe(asked + 1)
  const lines = happened(content).join('\n')
  expect(lines).toContain(text('operation.return.name'))
  expect(lines).toContain('Recurrent payment10.15 USD')
  await press(text('verb.refund.again'))
  expect(words(content)).not.toContain(text('verb.refund.approved'))
  expect(document.activeElement).toBe(content.querySelector('h1'))
})

test('a refund whose answer is lost blocks every further one and offers only to ask', async () => {
  let sent = false
  const { content, inputsOf } = await openOrder({
    'payments.submit': () => {
      sent = true
      return success(lost)
    },
    'orders.page': () => success(sent
      ? aPage({ refunds: { knownHere: '400' as MinorUnits, open: '400' as MinorUnits, count: 1, openEntryId: refundEntry } })
      : aPage()),
    'orders.checkStatus': () => success({ answer: anAnswer({}, { outcome: { kind: 'refused' } }), resolved: false, mismatches: ['not-found'] }),
  })
  await reviewWhole()
  await press(text('verb.refund.whole', { amount: '10.15', currency: 'USD' }))
  expect(words(content)).toContain(text('answer.headline.unknownMoney'))
  expect(words(content)).toContain(text('answer.moneyOfOrder.may-have-moved'))
  expect(() => button(text('verb.refund.again'))).toThrow()
  for (const name of ['Refund…', 'Void…', 'Capture…']) expect(offer(name).possible).toBe(false)
  await press(text('answer.checkStatus'))
  expect(inputsOf('orders.checkStatus')).toEqual([{ entryId: refundEntry }])
  expect(words(content)).toContain(text('answer.checked.mismatchesTitle'))
  expect(inputsOf('payments.submit')).toHaveLength(1)
})

test('not sent: the form comes back as it was, to be reviewed again', async () => {
  const notSent = anAnswer({}, {
    operation: 'return', entryId: refundEntry, reply: null, money: 'not-moved', outcome: { kind: 'not-sent', fault: 'connection-refused' },
  })
  await openOrder({ 'payments.submit': () => success(notSent) })
  await reviewWhole('wrong size')
  await press(text('verb.refund.whole', { amount: '10.15', currency: 'USD' }))
  expect(words()).toContain(text('answer.advice.notSentTitle'))
  await press(text('payment.result.tryAgain'))
  expect(field(label('comment')).value).toBe('wrong size')
})

test('a refund of an order of another profile carries that profile and its environment', async () => {
  const live = aProfile({ id: 'profile-2' as never, name: 'Acme live', environment: 'production' })
  const { inputsOf } = await openOrder({}, [live, aProfile()])
  await reviewWhole()
  expect(inputsOf('payments.review')[0]!.profileId).toBe('profile-1')
  expect(dialog().dataset.environment).toBe('staging')
  expect('gc-1' as MerchantOrderId).toBe(inputsOf('payments.review')[0]!.values.merchantOrderId)
})
