import { expect, test } from 'vitest'
import type { EntryId, Masked, MinorUnits, OrderId, UtcTime } from '#shared/brands.ts'
import { operationIds, operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import type { PaymentReview } from '#shared/model/payments/payment.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { longestReason } from '#shared/model/values/reason.ts'
import ConfirmPayment from '../../../renderer/features/shared/payment/ConfirmPayment.vue'
import { paymentText, paymentWord } from '../../../renderer/features/shared/payment/payment-text.ts'
import { aReview, aRow, aStatus } from '../screen-support/data.ts'
import { flushScreen } from '../screen-support/open.ts'
import { fakeMain } from '../support/bridge.ts'
import { aHolder } from '../screen-support/team.ts'
import { button, click, field, show, type, words } from '../support/mount.ts'
import { localTime } from '../../../renderer/ui/values/time.ts'
import { createTexts, text, textPattern } from '../../support/texts.ts'

/** A refund of an approved sale of 10.15 USD. */
export const aRefund = (changes: Partial<PaymentReview> = {}): PaymentReview => aReview({
  operation: 'return', orderId: '6768788' as OrderId, cardReference: null, card: null, amounts: [], minorAmount: null,
  currency: null, effectiveAmount: '10.15', order: aStatus('approved', { bin: '444433', 'last-four-digits': '1111' }),
  refundedKnownHere: '0' as MinorUnits, refundsKnownTo: 'here', ...changes,
})

async function confirming(review: PaymentReview, failure: Failure | null = null): Promise<HTMLElement> {
  fakeMain({})
  show(ConfirmPayment, { props: { review, failure, sending: false } })
  await flushScreen()
  return document.querySelector<HTMLElement>('[role="dialog"]')!
}

test.each([
  ['recurrent-payment', text('verb.charge.amount', { amount: '4.00', currency: 'USD' })], ['sale', text('verb.charge.amount', { amount: '4.00', currency: 'USD' })], ['preauth', 'Hold 4.00 USD'],
  ['recurrent-preauthorisation', 'Hold 4.00 USD'], ['return', text('verb.refund.amount', { amount: '4.00', currency: 'USD' })], ['capture', text('verb.capture.amount', { amount: '4.00', currency: 'USD' })],
  ['transfer-v4', text('verb.transfer.amount', { amount: '4.00', currency: 'USD' })], ['payout-v2', text('verb.payout.amount', { amount: '4.00', currency: 'USD' })], ['payout-v4', text('verb.payout.amount', { amount: '4.00', currency: 'USD' })],
] as const)('%s has the button and question “%s”', async (operation, expected) => {
  const dialog = await confirming(aReview({ operation, amounts: ['4.00'] }))
  expect(button(expected, dialog)).toBeTruthy()
  expect(words(dialog)).toContain(`${expected}?`)
})

test('only charges are called a charge', () => {
  const charges = operationIds.filter((id) => touchesMoney(operations[id]) && paymentWord(id) === 'charge')
  expect(charges).toEqual(expect.arrayContaining(['sale', 'recurrent-payment']))
  expect(charges.filter((id) => operations[id].kind !== 'charge')).toEqual([])
})

test.each([
  ['return', '10.15', text('verb.refund.whole', { amount: '10.15', currency: 'USD' })], ['void', '10.15', text('verb.void.whole', { amount: '10.15', currency: 'USD' })],
  ['capture', '10.15', text('verb.capture.whole', { amount: '10.15', currency: 'USD' })], ['return', null, text('verb.refund.wholeUnknown')],
] as const)('%s of a whole order (%s) has a button with the known amount: %s', async (operation, effectiveAmount, expected) => {
  expect(button(expected, await confirming(aRefund({ operation, effectiveAmount })))).toBeTruthy()
})

test('an operation without an amount states that, and does not mention a whole amount', async () => {
  const dialog = await confirming(aReview({ operation: 'preauth', amounts: [], minorAmount: null, effectiveAmount: null, currency: null }))
  expect(words(dialog)).toContain(text('payment.noAmount'))
  expect(words(dialog)).not.toContain(text('payment.wholeAmountNotKnown'))
})

test('a part refund names its part, never the whole amount', () => {
  const { t } = createTexts().global
  const review = aRefund({ amounts: ['4.00'], effectiveAmount: '4.00', currency: 'USD', minorAmount: '400' as MinorUnits })
  expect(paymentText(review, (key, values) => t(key, values ?? {}))).toBe(text('verb.refund.amount', { amount: '4.00', currency: 'USD' }))
})

test('the dialog shows environment, order, its status and the sum refunded from here', async () => {
  const dialog = await confirming(aRefund({ environment: 'production', refundedKnownHere: '250' as MinorUnits }))
  for (const part of ['Production', text('common.environmentAction.production'), 'Order id6768788', `${text('payment.orderNow')}${text('answer.status.approved', { type: text('answer.transaction.sale') })}`, '4444 33•• •••• 1111',
    `${text('payment.refundedKnownHere')}2.50 USD`, `Amount${text('payment.wholeOf', { amount: '10.15', currency: 'USD' })}`]) expect(words(dialog)).toContain(part)
  expect(dialog.dataset.environment).toBe('production')
})

test.each([
  ['a charge', aReview(), 'An approved charge can be refunded.'],
  ['a refund', aRefund(), text('verb.refund.undo')],
  ['a refund of a preauthorisation', aRefund({ releasesHold: true, order: aStatus('approved', { 'transaction-type': 'preauth' }) }), text('verb.release.undo')],
  ['the same after a declined one', aRefund({ releasesHold: true, order: aStatus('declined', { 'transaction-type': 'reversal' }) }), text('verb.release.undo')],
  ['a void', aRefund({ operation: 'void' }), text('verb.void.undo')],
  ['a payout', aReview({ operation: 'payout-v2', cardReference: null, card: null }), text('verb.payout.undo')],
] as const)('the review of %s shows whether it can be undone', async (_name, review, expected) => {
  expect(words(await confirming(review))).toContain(expected)
})

test('everything that is sent is listed, masked, by the field labels', async () => {
  const dialog = await confirming(aReview({ operation: 'sale', cardReference: null, card: null, sent: [
    { field: 'cardNumber', value: '411111XXXXXX1111' as Masked }, { field: 'cardVerificationValue', value: 'XXX' as Masked },
    { field: 'customerIpAddress', value: '203.0.113.9' as Masked },
  ] }))
  expect(words(dialog)).toContain('Card number411111XXXXXX1111')
  await click(button(textPattern('payment.sent', { count: 3 }), dialog))
  for (const part of ['cvv2XXX', 'Customer IP address203.0.113.9']) expect(words(dialog)).toContain(part)
})

test('a payment without a card reference does not require to accept an unverified card', async () => {
  const dialog = await confirming(aRefund({ order: aStatus('approved') }))
  expect(words(dialog)).not.toContain('not verified')
  expect((button(text('verb.refund.whole', { amount: '10.15', currency: 'USD' }), dialog) as HTMLButtonElement).disabled).toBe(false)
})

test('a possible duplicate of a refund is described as a refund of the order', async () => {
  const duplicate = aRow({ operation: 'return', minorAmount: null, currency: null, at: new Date().toISOString() as never })
  expect(words(await confirming(aRefund({ possibleDuplicate: duplicate })))).toContain(text('verb.refund.duplicate', { amount: text('payment.wholeAmount'), ago: text('payment.minutesAgo', { count: 0 }) }))
})

test.each([
  ['reason', aReview({ possibleDuplicate: aRow({ state: 'approved' }) }), async () => await type(field(text('common.reason')), 'second month')],
  ['card', aReview({ card: null, cardVerified: false }), async () => await click(field(text('payment.cardNotVerified')))],
] as const)('the disabled button is explained beside it until what it needs (the %s) was entered', async (missing, review, enter) => {
  const footer = () => words(document.querySelector('[role="dialog"] .footer')!)
  const explanation = text(`payment.missing.${missing}`, { most: longestReason })
  await confirming(review)
  expect(footer()).toContain(explanation)
  await enter()
  expect(footer()).not.toContain(explanation)
  expect(footer()).toContain('A sent charge cannot be cancelled.')
})

test('a possible duplicate with an open outcome is marked, with its age in days and a link', async () => {
  const at = new Date(Date.now() - 3 * 24 * 3_600_000).toISOString() as UtcTime
  const shown = words(await confirming(aReview({ possibleDuplicate: aRow({ state: 'error', at }) })))
  expect(shown).toContain(text('payment.daysAgo', { count: 3 }))
  expect(shown).toContain('Its outcome is open: money may have moved')
  expect(document.querySelector('[href$="/payment/entry-1"]')?.textContent).toContain(text('failure.openEntry'))
})

test.each<Failure>([
  { code: 'intent-gone' }, { code: 'merchant-order-id-used', entryId: 'e' as EntryId }, { code: 'order-busy', entryId: 'e' as EntryId },
  { code: 'not-possible-now', why: 'not-final' }, { code: 'card-entry-refused' }, { code: 'no-such-profile' }, { code: 'defect' },
])('after $code, which ends the review, the button is disabled', async (failure) => {
  expect((button(text('verb.charge.amount', { amount: '10.15', currency: 'USD' }), await confirming(aReview(), failure)) as HTMLButtonElement).disabled).toBe(true)
})

test.each<Failure>([
  { code: 'vault-locked' }, { code: 'keychain-locked' }, { code: 'journal-unwritable', detail: 'The disk is full.' },
])('after $code, which keeps the review, it can be confirmed again', async (failure) => {
  expect((button(text('verb.charge.amount', { amount: '10.15', currency: 'USD' }), await confirming(aReview(), failure)) as HTMLButtonElement).disabled).toBe(false)
})

test.each([
  ['the passphrase', 'passphrase'], ['the system’s message box', 'system'], ['the gateway', 'gateway'],
] as const)('while it waits for %s the dialog shows exactly that', async (_, waitsFor) => {
  fakeMain({})
  show(ConfirmPayment, { props: { review: aReview(), failure: null, sending: true, waitsFor } })
  await flushScreen()
  expect(words(document.querySelector('[role="dialog"] [role="status"]')!)).toBe(text(`payment.waitsFor.${waitsFor}`))
})

test.each([
  ['team', text('teamLists.review.refunded'), ''],
  ['here-alone', text('payment.refundedKnownHere'), text('teamLists.review.hereAloneNote')],
  ['here', text('payment.refundedKnownHere'), ''],
] as const)('the review shows whose refunds are counted (%s)', async (refundsKnownTo, label, note) => {
  expect(words(await confirming(aRefund({ refundedKnownHere: '250' as MinorUnits, refundsKnownTo })))).toContain(`${label}${note}2.50 USD`)
})

test('another desk’s claim is shown with person, desk, time and state, and blocks the charge', async () => {
  const holder = aHolder()
  const dialog = await confirming(aReview(), { code: 'team-taken', holder })
  for (const part of [holder.who, holder.deskLabel, localTime(holder.since), text('history.state.processing'), text('failure.money.nothingSent')]) {
    expect(words(dialog)).toContain(part)
  }
  expect((button(text('verb.charge.amount', { amount: '10.15', currency: 'USD' }), dialog) as HTMLButtonElement).disabled).toBe(true)
  expect([...dialog.querySelectorAll('.footer button')].filter((one) => !(one as HTMLButtonElement).disabled).map((one) => words(one)))
    .not.toContain(text('verb.charge.amount', { amount: '10.15', currency: 'USD' }))
  expect(button(text('teamLists.openTeamEntry', { desk: holder.deskLabel }), dialog).getAttribute('href')).toContain(`/payment/${holder.entryId}`)
})

test('a possible duplicate of another desk is accepted with its own reason', async () => {
  const dialog = await confirming(aReview(), { code: 'team-duplicate', holder: aHolder({ state: 'approved' }) })
  const confirm = () => button(text('verb.charge.amount', { amount: '10.15', currency: 'USD' }), dialog) as HTMLButtonElement
  expect(words(dialog)).toContain('Anna Vogel')
  expect(confirm().disabled).toBe(true)
  await type(field(text('common.reason'), dialog), 'second month')
  expect(confirm().disabled).toBe(false)
})
