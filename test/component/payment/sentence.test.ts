// The headline and recommended step of a payment in every state; without a screen.
import { expect, test } from 'vitest'
import type { OrderState } from '#shared/gateway/orders/order-state.ts'
import type { EntryState } from '#shared/model/history/history.ts'
import { orderHeadline } from '../../../renderer/features/shared/answer/headline.ts'
import { nextStep, type PaymentSituation } from '../../../renderer/features/shared/order/next-step.ts'
import type { ListedTransaction } from '../../../renderer/features/shared/order/other-desks.ts'
import { paymentSentence } from '../../../renderer/features/shared/order/sentence.ts'
import type { Translate } from '../../../renderer/i18n/index.ts'
import { createTexts, text } from '../../support/texts.ts'
import { aCharge } from './entries.ts'

const { t: translate } = createTexts().global
const t: Translate = (key, values = {}) => translate(key, values)
const amount = '7.20 USD'
const card = 'VISA •••• 0001'

const aTransaction = (changes: Parameters<typeof aCharge>[0] = {}): ListedTransaction => ({
  key: 'entry-1', entry: aCharge(changes, []), type: 'sale', status: changes.state ?? 'approved', errorCode: null, errorText: null,
  at: '2026-11-20T09:41:07.000Z' as never, finalAt: null, references: {}, checks: [], sentBy: null, mayBeOthers: false,
})
const sentenceOf = (state: OrderState, transaction = aTransaction()): ReturnType<typeof paymentSentence> =>
  paymentSentence({ order: { state, transactions: [transaction] }, state: null, amount, card }, t)
const sentenceAsSent = (state: EntryState): ReturnType<typeof paymentSentence> =>
  sentenceOf({ kind: 'as-made', status: state }, aTransaction({ state }))

const mayBe = { maybe: text('verb.charge.maybe', { amount }) }
const nothingMoved = `${text('order.sentence.noMoney')} ${text('verb.charge.undone', { amount })}`

test.each<[EntryState, string, string]>([
  ['sending', `${text('verb.charge.doing', { amount })}…`, ''],
  ['processing', `${text('verb.charge.doing', { amount })}…`, ''],
  ['declined', text('order.sentence.declined'), nothingMoved],
  ['filtered', text('order.sentence.filtered'), nothingMoved],
  ['refused', text('order.sentence.refused'), nothingMoved],
  ['access-denied', text('order.sentence.access-denied'), nothingMoved],
  ['not-sent', text('order.sentence.not-sent'), nothingMoved],
  ['unknown', text('order.sentence.unknown', mayBe), ''],
  ['error', text('order.sentence.error', mayBe), ''],
  ['not-found', text('order.sentence.not-found'), ''],
  ['closed-error', text('order.sentence.closed-error', mayBe), ''],
  ['closed-unknown', text('order.sentence.closed-unknown', mayBe), ''],
])('%s has its own sentence, and states whether money moved', (state, sentence, detail) => {
  expect(sentenceAsSent(state)).toMatchObject({ text: sentence, detail })
})

test.each<[OrderState, string]>([
  [{ kind: 'done', operation: 'recurrent-payment', type: 'sale' }, text('verb.charge.pastWithCard', { amount, card })],
  [{ kind: 'partly-refunded', refunded: '100' as never, of: '720' as never }, text('verb.charge.pastWithCard', { amount, card })],
  [{ kind: 'held' }, text('verb.hold.pastWithCard', { amount, card })],
  [{ kind: 'released' }, text('order.sentence.released')],
  [{ kind: 'refunded' }, text('order.sentence.refunded')],
  [{ kind: 'voided' }, text('order.sentence.voided')],
  [{ kind: 'not-known' }, text('order.sentence.notKnown')],
])('an order that is $kind has the headline “%s”', (state, sentence) => {
  expect(sentenceOf(state).text).toBe(sentence)
})

test.each<OrderState>([
  { kind: 'partly-refunded', refunded: '100' as never, of: '720' as never }, { kind: 'reversed-elsewhere', whole: false },
])('a captured hold that is $kind is paid, not held', (state) => {
  expect(sentenceOf(state, aTransaction({ operation: 'preauth' })).text).toBe(text('verb.charge.pastWithCard', { amount, card }))
})

test('the headlines of a decline and a full refund do not contain the amount', () => {
  for (const sentence of [sentenceAsSent('declined'), sentenceOf({ kind: 'refunded' }), sentenceOf({ kind: 'voided' })]) {
    expect(sentence.text).not.toContain(amount)
  }
})

test('a payout is not called a charge', () => {
  const payout = { ...aTransaction({ operation: 'payout-v2', state: 'unknown' }), type: null }
  expect(sentenceOf({ kind: 'as-made', status: 'unknown' }, payout).text)
    .toBe(text('order.sentence.unknown', { maybe: text('verb.payout.maybe', { amount }) }))
})

const situation = (changes: Partial<PaymentSituation>): PaymentSituation => ({
  state: { kind: 'done', operation: 'recurrent-payment', type: 'sale' }, waitsForCardholder: 'no', uncertain: null, isUnderWay: false,
  isOtherwise: false, failed: null, follow: null, openElsewhere: false, busyElsewhere: false, canAsk: true,
  byCard: true, formKept: false, possible: [], ...changes,
})

test.each<[string, Partial<PaymentSituation>, ReturnType<typeof nextStep>['primary']]>([
  ['nothing is waiting', {}, null],
  ['the desk works by itself', { isUnderWay: true }, null],
  ['an outcome is unknown', { uncertain: { state: 'unknown' } }, 'check'],
  ['the result at the bank is unclear', { uncertain: { state: 'error' } }, 'check'],
  ['it is open at another desk', { openElsewhere: true }, 'adopt'],
  ['no profile is left', { canAsk: false, uncertain: { state: 'unknown' } }, null],
  ['it was declined', { state: { kind: 'as-made', status: 'declined' } }, 'other-card'],
  ['a payout to an account was declined', { state: { kind: 'as-made', status: 'declined' }, byCard: false }, null],
  ['nothing was sent', { state: { kind: 'as-made', status: 'not-sent' }, formKept: true }, 'try-again'],
  ['it was refused', { state: { kind: 'as-made', status: 'refused' }, formKept: true }, 'correct'],
  ['an amount is held', { state: { kind: 'held' }, possible: ['capture'] }, 'capture'],
  ['nothing is known', { state: { kind: 'not-known' } }, 'check'],
])('the recommended step fits if %s', (_name, changes, primary) => {
  expect(nextStep(situation(changes)).primary).toBe(primary)
})

test('a status is named like the request only if its transaction type is that of the request', () => {
  const requests = [{ operation: 'recurrent-payment' }] as const
  const headline = (type: string): string => orderHeadline({ type, status: 'declined', stage: '' }, t, requests).text
  expect(headline('sale')).toBe(text('answer.status.declined', { type: text('operation.recurrent-payment.name') }))
  expect(headline('chargeback')).toBe(text('answer.status.declined', { type: 'Chargeback' }))
})
