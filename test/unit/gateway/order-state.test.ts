import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MinorUnits } from '#shared/brands.ts'
import { isTakenBack, orderState, type OrderState, type StatedOrder, type StatedTransaction } from '#shared/gateway/orders/order-state.ts'

const minor = (units: bigint | number): MinorUnits => String(units) as MinorUnits
const order: StatedOrder = { initialAmount: minor(5000), partialReversal: true }
const sale: StatedTransaction = { operation: 'recurrent-payment', type: 'sale', status: 'approved', minorAmount: minor(5000) }
const hold: StatedTransaction = { ...sale, operation: 'preauth', type: 'preauth' }
const refund = (minorAmount: MinorUnits | null, status = 'approved'): StatedTransaction => ({ operation: 'return', type: 'reversal', status, minorAmount })
const voiding: StatedTransaction = { operation: 'void', type: 'reversal', status: 'approved', minorAmount: null }
const capture: StatedTransaction = { operation: 'capture', type: 'capture', status: 'approved', minorAmount: null }
const elsewhere: StatedTransaction = { operation: null, type: 'reversal', status: 'approved', minorAmount: null }

describe('an order', () => {
  it.each<[string, StatedTransaction[], OrderState]>([
    ['without any transaction', [], { kind: 'not-known' }],
    ['paid', [sale], { kind: 'done', operation: 'recurrent-payment', type: 'sale' }],
    ['paid elsewhere', [{ ...sale, operation: null }], { kind: 'done', operation: null, type: 'sale' }],
    ['paid out', [{ ...sale, operation: 'payout-v2', type: null }], { kind: 'done', operation: 'payout-v2', type: null }],
    ['declined', [{ ...sale, status: 'declined' }], { kind: 'as-made', status: 'declined' }],
    ['in doubt', [{ ...sale, status: 'unknown' }], { kind: 'as-made', status: 'unknown' }],
    ['partly refunded', [sale, refund(minor(1500)), refund(minor(500))], { kind: 'partly-refunded', refunded: minor(2000), of: minor(5000) }],
    ['partly refunded, then declined', [sale, refund(minor(2000)), refund(minor(3000), 'declined')], { kind: 'partly-refunded', refunded: minor(2000), of: minor(5000) }],
    ['whose refund was declined', [sale, refund(null, 'declined')], { kind: 'done', operation: 'recurrent-payment', type: 'sale' }],
    ['refunded, and declined later', [{ ...sale, status: 'declined' }, refund(minor(400))], { kind: 'contradictory', status: 'declined' }],
    ['whose refund is in doubt, and declined later', [{ ...sale, status: 'declined' }, refund(null, 'unknown')], { kind: 'contradictory', status: 'declined' }],
    ['declined, and a refund of it declined', [{ ...sale, status: 'declined' }, refund(null, 'declined')], { kind: 'as-made', status: 'declined' }],
    ['refunded as a whole', [sale, refund(null)], { kind: 'refunded' }],
    ['refunded in parts to the end', [sale, refund(minor(2000)), refund(minor(3000))], { kind: 'refunded' }],
    ['refunded twice, as the first one was approved late', [sale, refund(null), refund(null)], { kind: 'returned-too-much', returned: minor(10_000), of: minor(5000) }],
    ['refunded in a part and then voided', [sale, refund(minor(1)), voiding], { kind: 'returned-too-much', returned: minor(5001), of: minor(5000) }],
    ['voided, which the gateway calls a reversal', [sale, voiding], { kind: 'voided' }],
    ['held', [hold], { kind: 'held' }],
    ['held, and a release declined', [hold, refund(null, 'declined')], { kind: 'held' }],
    ['released', [hold, refund(null)], { kind: 'released' }],
    ['released by a void', [hold, voiding], { kind: 'released' }],
    ['captured, and its release approved too', [hold, { ...voiding, releasesHold: true }, capture], { kind: 'contradictory', status: 'approved' }],
    ['whose capture was declined after it was refunded', [hold, { ...capture, status: 'declined' }, { ...refund(null), releasesHold: false }], { kind: 'contradictory', status: 'approved' }],
    ['released after a capture was declined', [hold, { ...capture, status: 'declined' }, { ...refund(null), releasesHold: true }], { kind: 'released' }],
    ['captured', [hold, capture], { kind: 'captured', captured: minor(5000), of: minor(5000) }],
    ['captured in part', [hold, { ...capture, minorAmount: minor(2000) }], { kind: 'captured', captured: minor(2000), of: minor(5000) }],
    ['captured in part and partly refunded', [hold, { ...capture, minorAmount: minor(2000) }, refund(minor(500))], { kind: 'partly-refunded', refunded: minor(500), of: minor(2000) }],
    ['captured in part and that refunded', [hold, { ...capture, minorAmount: minor(2000) }, refund(minor(2000))], { kind: 'refunded' }],
    ['reversed by another desk', [sale, elsewhere], { kind: 'reversed-elsewhere', whole: false }],
    ['of which only a refund of another desk is known', [elsewhere], { kind: 'reversed-elsewhere', whole: false }],
    ['of which only a declined refund is known', [{ ...elsewhere, status: 'declined' }], { kind: 'done', operation: null, type: null }],
  ])('%s', (_name, transactions, state) => { expect(orderState(transactions, order)).toEqual(state) })

  it('reversed by another desk is reversed as a whole if the gate accepts no parts', () => {
    expect(orderState([sale, elsewhere], { ...order, partialReversal: false })).toEqual({ kind: 'reversed-elsewhere', whole: true })
  })

  it('of an unknown amount has only the parts', () => {
    expect(orderState([sale, refund(minor(1))], { ...order, initialAmount: null })).toEqual({ kind: 'partly-refunded', refunded: minor(1), of: null })
  })
})

const parts = fc.array(fc.record({
  amount: fc.bigInt({ min: 1n, max: 10n ** 14n }),
  status: fc.constantFrom('approved', 'declined', 'processing', 'unknown'),
}), { maxLength: 12 })

describe('whatever parts were refunded', () => {
  it('the sum is that of the approved ones, to the last unit, and the order is refunded exactly if that equals its amount', () => {
    fc.assert(fc.property(parts, fc.bigInt({ min: 1n, max: 10n ** 15n }), (refunds, whole) => {
      const made = refunds.map(({ amount, status }) => refund(minor(amount), status))
      const state = orderState([sale, ...made], { ...order, initialAmount: minor(whole) })
      const sum = refunds.reduce((total, { amount, status }) => (status === 'approved' ? total + amount : total), 0n)
      if (sum === 0n) expect(state.kind).toBe('done')
      else if (sum > whole) expect(state).toEqual({ kind: 'returned-too-much', returned: minor(sum), of: minor(whole) })
      else if (sum === whole) expect(state.kind).toBe('refunded')
      else expect(state).toEqual({ kind: 'partly-refunded', refunded: minor(sum), of: minor(whole) })
      expect(isTakenBack(state)).toBe(sum >= whole)
    }))
  })

  it('their order does not matter', () => {
    fc.assert(fc.property(parts, (refunds) => {
      const made = refunds.map(({ amount, status }) => refund(minor(amount), status))
      expect(orderState([sale, ...made], order)).toEqual(orderState([sale, ...made.toReversed()], order))
    }))
  })

  it('a hold is never paid or refunded while nothing of it was captured', () => {
    fc.assert(fc.property(parts, (refunds) => {
      const { kind } = orderState([hold, ...refunds.map(({ status }) => refund(null, status))], order)
      expect(['held', 'released']).toContain(kind)
    }))
  })
})
