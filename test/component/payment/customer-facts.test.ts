// The subject of the text for the customer in every state of a payment; without a screen.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { customerText } from '#shared/customer-texts/customer-text.ts'
import { customerLanguages } from '#shared/customer-texts/language.ts'
import type { MinorUnits } from '#shared/brands.ts'
import { orderFacts } from '#shared/gateway/orders/order-actions.ts'
import type { OrderState } from '#shared/gateway/orders/order-state.ts'
import { entryStates, type HistoryRow } from '#shared/model/history/history.ts'
import { customerFacts } from '../../../renderer/features/shared/order/customer-facts.ts'
import type { ListedTransaction } from '../../../renderer/features/shared/order/other-desks.ts'
import { at, aCharge } from './entries.ts'

const units = (text: string): MinorUnits => text as MinorUnits
const onStaging = { environment: 'staging', reading: 'iso-4217', paidAt: at('09:41:07'), timeZone: 'Europe/Berlin' } as const

const listed = (changes: Partial<HistoryRow>, type: string | null): ListedTransaction => ({
  key: 'entry-1', entry: aCharge(changes, []), type, status: changes.state ?? 'approved', errorCode: null, errorText: null,
  at: at('09:41:07'), finalAt: null, references: {}, checks: [], sentBy: null, mayBeOthers: false,
})
const aSale = (changes: Partial<HistoryRow> = {}): ListedTransaction => listed(changes, 'sale')
const refund = (changes: Partial<HistoryRow> = {}): ListedTransaction =>
  listed({ operation: 'return', minorAmount: null, reviewed: null, ...changes }, 'reversal')

const done: OrderState = { kind: 'done', operation: 'recurrent-payment', type: 'sale' }
const factsOf = (
  state: OrderState, transactions = [aSale()], around: Partial<Parameters<typeof customerFacts>[2]> = {},
): ReturnType<typeof customerFacts> => customerFacts({
  state, transactions, initialAmount: units('1015'), currency: 'USD', otherwise: [],
  facts: { status: 'approved', transactionType: 'sale', initialAmount: units('1015'), currency: 'USD', partialReversal: true, partialCapture: true },
}, null, { ...onStaging, ...around })

test.each<[OrderState, ReturnType<typeof factsOf>['subject'], string, string | null]>([
  [done, 'charge', 'approved', '1015'],
  [{ kind: 'as-made', status: 'declined' }, 'charge', 'declined', '1015'],
  [{ kind: 'as-made', status: 'processing' }, 'charge', 'processing', '1015'],
  [{ kind: 'not-known' }, 'charge', 'unknown', '1015'],
  [{ kind: 'held' }, 'hold', 'approved', '1015'],
  [{ kind: 'released' }, 'release', 'approved', '1015'],
  [{ kind: 'captured', captured: units('400'), of: units('1015') }, 'capture', 'approved', '400'],
  [{ kind: 'voided' }, 'void', 'approved', '1015'],
  [{ kind: 'refunded' }, 'refund', 'approved', '1015'],
  [{ kind: 'partly-refunded', refunded: units('400'), of: units('1015') }, 'refund', 'approved', '400'],
  [{ kind: 'reversed-elsewhere', whole: true }, 'refund', 'approved', '1015'],
  [{ kind: 'reversed-elsewhere', whole: false }, 'refund', 'approved', null],
])('the text about an order that is %o is about its %s', (state, subject, status, minorAmount) => {
  expect(factsOf(state)).toMatchObject({ subject, status, minorAmount, currency: 'USD' })
})

test('an unsuccessful refund, void, capture or release is the subject of the text, with its own amount', () => {
  expect(factsOf(done, [aSale(), refund({ state: 'unknown', minorAmount: units('400') })]))
    .toMatchObject({ subject: 'refund', status: 'unknown', minorAmount: '400' })
  expect(factsOf(done, [aSale(), refund({ state: 'declined' })])).toMatchObject({ subject: 'refund', status: 'declined', minorAmount: '1015' })
  expect(factsOf(done, [aSale(), refund({ state: 'processing', operation: 'void' })])).toMatchObject({ subject: 'void' })
  expect(factsOf({ kind: 'held' }, [aSale(), refund({ state: 'processing' })])).toMatchObject({ subject: 'release' })
  expect(factsOf({ kind: 'held' }, [aSale(), listed({ operation: 'capture', state: 'error' }, 'capture')])).toMatchObject({ subject: 'capture', status: 'error' })
})

test('a successful refund is part of the order’s state, and an unsent one is not mentioned', () => {
  const partly: OrderState = { kind: 'partly-refunded', refunded: units('400'), of: units('1015') }
  expect(factsOf(partly, [aSale(), refund({ state: 'declined' }), refund()])).toMatchObject({ status: 'approved', minorAmount: '400' })
  expect(factsOf(done, [aSale(), refund({ state: 'not-sent' })])).toMatchObject({ subject: 'charge', status: 'approved' })
})

test('a refund that only the gateway reports has no amount', () => {
  const elsewhere = refund({ state: 'processing' })
  expect(factsOf(done, [aSale(), { ...elsewhere, entry: null }])).toMatchObject({ subject: 'refund', status: 'processing', minorAmount: null })
})

test('a payout and a transfer are not called a payment', () => {
  expect(factsOf(done, [listed({ operation: 'payout-v2' }, null)])).toMatchObject({ subject: 'payout' })
  expect(factsOf(done, [listed({ operation: 'transfer-v4' }, null)])).toMatchObject({ subject: 'transfer' })
})

test('while enumerated amounts are tried, no amount is named', () => {
  const tried = { minorAmount: null, enumeratedMinorAmounts: [units('1015'), units('800')], reviewed: { minorAmount: units('1015'), currency: 'USD' }, currency: 'USD' }
  const order = {
    transactions: [aSale()], initialAmount: units('1015'), currency: 'USD', otherwise: [],
    facts: orderFacts(() => null, { minorUnitDigits: 'iso-4217' }),
  }
  expect(customerFacts({ ...order, state: { kind: 'as-made', status: 'processing' } }, tried, onStaging).minorAmount).toBeNull()
  expect(customerFacts({ ...order, state: done, facts: { ...order.facts, initialAmount: units('800') } }, tried, onStaging).minorAmount).toBe('800')
})

test('a code of the test gateway is explained there, and never in production', () => {
  const declined = [{ ...aSale({ state: 'declined' }), errorCode: '116' }]
  const state: OrderState = { kind: 'as-made', status: 'declined' }
  expect(factsOf(state, declined).meaning).toBe('no-funds')
  expect(factsOf(state, declined, { environment: 'production' }).meaning).toBeNull()
})

test('whatever the gateway, the bank, the card or the description contains, the text is the same', () => {
  const foreign = fc.string()
  fc.assert(fc.property(
    fc.constantFrom(...entryStates), fc.constantFrom(...customerLanguages),
    fc.record({ errorCode: foreign, errorText: foreign, cardholder: foreign, lastFour: foreign, comment: foreign }),
    (status, language, found) => {
      const textOf = (changes: Partial<HistoryRow>, code: string | null): string => {
        const transaction = { ...aSale({ state: status, ...changes }), errorCode: code, errorText: code }
        const state: OrderState = { kind: 'as-made', status }
        return customerText(factsOf(state, [transaction], { environment: 'production' }), language)
      }
      expect(textOf(found as Partial<HistoryRow>, found.errorCode)).toBe(textOf({}, null))
    },
  ), { numRuns: 30 })
})
