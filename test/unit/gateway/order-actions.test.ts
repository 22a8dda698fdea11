import { describe, expect, it } from 'vitest'
import type { MinorUnits } from '#shared/brands.ts'
import {
  obstacleNow, obstacleTo, orderFacts, type OrderFacts, type WantedAction,
} from '#shared/gateway/orders/order-actions.ts'

const minor = (text: string): MinorUnits => text as MinorUnits
const sale: OrderFacts = {
  status: 'approved', transactionType: 'sale', initialAmount: minor('1015'), currency: 'USD', partialReversal: true, partialCapture: true,
}
const preauth: OrderFacts = { ...sale, transactionType: 'preauth' }
const refund: WantedAction = { action: 'return', minorAmount: null, currency: null, refundedKnownHere: minor('0') }
const part = { minorAmount: minor('315'), currency: 'USD' }

describe('a status reply', () => {
  const read = (fields: Record<string, string>) => orderFacts((name) => fields[name] ?? null, { minorUnitDigits: 'iso-4217' })

  it('has the initial amount in minor units of its currency, with or without extra zeros', () => {
    expect(read({ amount: '7.00', 'initial-amount': '10.1500', currency: 'USD' }).initialAmount).toBe('1015')
    expect(read({ amount: '500.00', currency: 'JPY' }).initialAmount).toBe('500')
    expect(read({ amount: '500.50', currency: 'JPY' }).initialAmount).toBeNull()
    expect(read({ amount: '10.15' }).initialAmount).toBeNull()
  })

  it('allows parts only if the gate states so', () => {
    expect(read({ 'gate-partial-reversal': 'enabled', 'gate-partial-capture': 'yes' })).toMatchObject({ partialReversal: true, partialCapture: false })
  })
})

describe('a refund', () => {
  it.each<[string, Partial<WantedAction>, Partial<OrderFacts>, string | null]>([
    ['whole', {}, {}, null],
    ['of a part', part, {}, null],
    ['of a second part', { ...part, refundedKnownHere: minor('700') }, {}, null],
    ['of more than is left', { ...part, refundedKnownHere: minor('701') }, {}, 'above-amount'],
    ['of more than the order', { minorAmount: minor('1016'), currency: 'USD' }, {}, 'above-amount'],
    ['of the whole after a part', { refundedKnownHere: minor('1') }, {}, 'above-amount'],
    ['of the whole after the whole', { refundedKnownHere: minor('1015') }, {}, 'nothing-left'],
    ['of a part if the gate accepts none', part, { partialReversal: false }, 'part-not-supported'],
    ['of the whole amount if the gate accepts no parts', { minorAmount: minor('1015'), currency: 'USD' }, { partialReversal: false }, null],
    ['in another currency', { ...part, currency: 'EUR' }, {}, 'other-currency'],
    ['of a part of an unknown amount', part, { initialAmount: null }, 'amount-not-known'],
    ['of a part of a preauthorisation', part, { transactionType: 'preauth' }, 'whole-only'],
    ['of a whole preauthorisation, its cancel', {}, { transactionType: 'preauth' }, null],
    ['of an order in progress', {}, { status: 'processing' }, 'not-final'],
    ['of an unknown status', {}, { status: 'chain_declined' }, 'not-final'],
    ['of a declined order', {}, { status: 'declined' }, 'not-successful'],
    ['of no status', {}, { status: null }, 'status-not-known'],
  ])('%s', (_what, wanted, facts, obstacle) => {
    expect(obstacleTo({ ...refund, ...wanted }, { ...sale, ...facts })).toBe(obstacle)
  })
})

describe('a void and a capture', () => {
  it('a void cancels the transaction itself, so nothing of it may have been refunded', () => {
    const wanted: WantedAction = { ...refund, action: 'void' }
    expect(obstacleTo(wanted, sale)).toBeNull()
    expect(obstacleTo(wanted, { ...sale, transactionType: 'reversal' })).toBe('later-transaction')
    expect(obstacleTo({ ...wanted, refundedKnownHere: minor('1') }, sale)).toBe('later-transaction')
  })

  it('a capture needs a preauthorisation', () => {
    const wanted: WantedAction = { ...refund, action: 'capture' }
    expect(obstacleTo(wanted, preauth)).toBeNull()
    expect(obstacleTo(wanted, sale)).toBe('not-a-preauth')
    expect(obstacleTo(wanted, { ...preauth, transactionType: 'capture' })).toBe('already-captured')
    expect(obstacleTo({ ...wanted, ...part }, { ...preauth, partialCapture: false })).toBe('part-not-supported')
  })
})

describe('with a later transaction on the order', () => {
  const reversal = (status: string): OrderFacts => ({ ...sale, status, transactionType: 'reversal' })

  it('a declined refund does not change the sale; if the sale is unknown, the newest transaction counts', () => {
    expect(obstacleNow(refund, reversal('declined'), sale)).toBeNull()
    expect(obstacleNow({ ...refund, action: 'void' }, reversal('declined'), sale)).toBeNull()
    expect(obstacleNow(refund, reversal('declined'), null)).toBe('not-successful')
  })

  it('one that is not final blocks every action, whoever sent it', () => {
    expect(obstacleNow(refund, reversal('processing'), sale)).toBe('not-final')
    expect(obstacleNow(refund, { ...reversal('x'), status: null }, sale)).toBe('status-not-known')
  })

  it('after an approved refund more may be refunded, but neither voided nor captured', () => {
    expect(obstacleNow({ ...refund, ...part }, reversal('approved'), sale)).toBeNull()
    expect(obstacleNow({ ...refund, action: 'void' }, reversal('approved'), sale)).toBe('later-transaction')
    expect(obstacleNow({ ...refund, action: 'capture' }, reversal('approved'), preauth)).toBe('later-transaction')
    expect(obstacleNow({ ...refund, action: 'capture' }, reversal('approved'), sale)).toBe('not-a-preauth')
    expect(obstacleNow(refund, reversal('approved'), preauth)).toBe('nothing-left')
  })

  it('after a declined capture the preauthorisation may be captured again or cancelled', () => {
    const declined: OrderFacts = { ...preauth, status: 'declined', transactionType: 'capture' }
    expect(obstacleNow({ ...refund, action: 'capture' }, declined, preauth)).toBeNull()
    expect(obstacleNow(refund, declined, preauth)).toBeNull()
  })
})
