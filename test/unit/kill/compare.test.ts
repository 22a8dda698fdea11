/** The judge of the kill test finds each kind of broken promise in a journal. */
import { describe, expect, it } from 'vitest'
import type { EntryId, OrderId, UtcTime } from '#shared/brands.ts'
import { operations, type OperationId } from '#shared/gateway/operations/operations.ts'
import { entryStates, type EntryState } from '#shared/model/history/history.ts'
import type { LedgerLine } from '../../../electron/sandbox/orders/ledger.ts'
import { firstPayment } from '../../../electron/sandbox/orders/orders.ts'
import {
  compare, compareTeam, isFaultless, noMisses, noTeamMisses, type KeptClaim, type KeptPayment,
} from '../../bench/kill/compare.ts'
import { paymentName } from '../../bench/kill/payment-name.ts'

const line = (operation: OperationId, rest: Partial<LedgerLine>): LedgerLine => ({
  at: '2026-11-20T18:00:00.000Z', serialNumber: '00000000-0000-0000-0000-000000000001', operation,
  entryPoint: 'endpoint 1001', ...rest,
})
const charged = (merchantOrderId: string, operation: OperationId = 'recurrent-payment') =>
  line(operation, { order: { ...firstPayment, merchantOrderId } })
const refunded = (orderId: string, comment: string | null) => line('return', {
  transaction: {
    orderId, comment, serialNumber: '00000000-0000-0000-0000-000000000002', transactionType: 'reversal', amount: '1.00',
    minorAmount: '100', result: 'approved', submittedAt: '2026-11-20T18:00:00.000Z',
    settledAt: '2026-11-20T18:00:00.000Z',
  },
})
let entries = 0
const newEntry = (): EntryId => `entry-${entries += 1}` as EntryId
const keptCharge = (merchantOrderId: string, state: EntryState, entryId = newEntry()): KeptPayment =>
  ({ entryId, name: paymentName(operations['recurrent-payment'], { merchantOrderId }), state, action: null })
const moment = (second: number): UtcTime => `2026-11-20T18:00:0${second}.000Z` as UtcTime
/** A refund whose outcome was open between two times, or still is if the second is missing. */
const keptRefund = (
  orderId: string, comment: string, state: EntryState, [from, until]: readonly [number, number?] = [0, 0],
): KeptPayment => ({
  entryId: newEntry(), name: paymentName(operations.return, { orderId, comment }), state,
  action: {
    orderId: orderId as OrderId, openFrom: moment(from), openUntil: until === undefined ? null : moment(until),
  },
})

const none = {
  withoutIntent: [], reachedTwice: [], refundedWhileOpen: [], calledUntaken: [], doneButAbsent: [], leftSending: [],
}

describe('a correct journal', () => {
  it('has every payment of the ledger, and the others as not sent or unknown', () => {
    const ledger = [
      charged('a'), charged('b'), charged('c'), refunded('1', 'r-1'), refunded('1', 'r-2'),
      line('status', {}), line('return', { refused: 'Order not found' }),
    ]
    const journal = [
      keptCharge('a', 'approved'), keptCharge('b', 'unknown'), keptCharge('c', 'processing'),
      keptRefund('1', 'r-1', 'declined', [0, 1]), keptRefund('1', 'r-2', 'unknown', [1]),
      keptCharge('never-left', 'not-sent'), keptRefund('2', 'lost', 'unknown', [2]),
    ]
    const misses = compare(ledger, journal)
    expect(misses).toEqual(none)
    expect(noMisses).toEqual(none)
    expect(isFaultless(misses)).toBe(true)
  })

  it('may have tried a merchant order id again that certainly had not been sent', () => {
    expect(compare([charged('a')], [keptCharge('a', 'not-sent'), keptCharge('a', 'approved')])).toEqual(none)
  })
})

describe('a broken journal', () => {
  it('that lacks the intent of a charge, or of a refund, is found', () => {
    const misses = compare([charged('a'), refunded('1', 'r-1')], [keptRefund('1', 'r-2', 'unknown')])
    expect(misses).toEqual({ ...none, withoutIntent: ['order a', 'return 1 r-1'] })
    expect(isFaultless(misses)).toBe(false)
  })

  it('that let a merchant order id reach the ledger twice, also as a charge and a hold, is found', () => {
    const kept = [keptCharge('a', 'approved')]
    expect(compare([charged('a'), charged('a')], kept)).toEqual({ ...none, reachedTwice: ['order a'] })
    expect(compare([charged('a'), charged('a', 'recurrent-preauthorisation')], kept))
      .toEqual({ ...none, reachedTwice: ['order a'] })
  })

  it('that let one refund reach the ledger twice is found', () => {
    expect(compare([refunded('1', 'r-1'), refunded('1', 'r-1')], [keptRefund('1', 'r-1', 'approved')]))
      .toEqual({ ...none, reachedTwice: ['return 1 r-1'] })
  })

  it.each([
    ['whose end nobody knows', [0]], ['that ended only afterwards', [0, 3]],
  ] as const)('that let a refund be carried out beside an earlier one %s is found', (_case, earlier) => {
    const journal = [keptRefund('1', 'r-1', 'unknown', earlier), keptRefund('1', 'r-2', 'approved', [1, 2])]
    expect(compare([refunded('1', 'r-2')], journal)).toMatchObject({ refundedWhileOpen: ['return 1 r-2'] })
    expect(compare([], journal)).toMatchObject({ refundedWhileOpen: [] })
  })

  it('that let two refunds of one order be sent at the same moment is found', () => {
    const journal = [keptRefund('1', 'r-1', 'approved', [1, 2]), keptRefund('1', 'r-2', 'approved', [1, 2])]
    expect(compare([refunded('1', 'r-1'), refunded('1', 'r-2')], journal))
      .toEqual({ ...none, refundedWhileOpen: ['return 1 r-1', 'return 1 r-2'] })
  })

  it.each(['not-sent', 'refused', 'access-denied', 'not-found'] as const)('that has a payment of the ledger as %s is found', (state) => {
    expect(compare([charged('a')], [keptCharge('a', state)])).toEqual({ ...none, calledUntaken: ['order a'] })
  })

  it('that leaves an entry in the state sending is found', () => {
    expect(compare([charged('a')], [keptCharge('a', 'sending')])).toEqual({ ...none, leftSending: ['order a'] })
  })

  it.each(entryStates.filter((state) => state !== 'not-sent' && state !== 'unknown'))(
    'that has %s for a payment that is not in the ledger is found', (state) => {
      expect(compare([charged('a')], [keptCharge('a', 'approved'), keptCharge('b', state)]))
        .toEqual({
          ...none, doneButAbsent: ['order b'], leftSending: state === 'sending' ? ['order b'] : [],
        })
    })
})

describe('the claims of a team', () => {
  const [one, other] = ['one' as EntryId, 'other' as EntryId]
  const claim = (entryId: EntryId, closed: EntryState | null): KeptClaim => ({ entryId, kind: 'create', closed })
  const { refundedWhileOpen: _byClaims, ...noneOfTeam } = { ...none, withoutClaim: [], wrongClaims: [] }

  it('end like their entries, by the newest state of each', () => {
    const payments = [
      keptCharge('a', 'unknown', one), keptCharge('a', 'approved', one), keptCharge('b', 'unknown', other),
    ]
    const claims = [claim(one, 'approved'), claim(other, null)]
    expect(compareTeam([charged('a'), charged('b')], payments, { claims, withoutClaim: [] })).toEqual(noneOfTeam)
    expect(noTeamMisses).toEqual(noneOfTeam)
  })

  it.each([
    ['open though its entry has ended', 'approved', null], ['ended though its entry is open', 'unknown', 'approved'],
    ['ended otherwise than its entry', 'approved', 'declined'],
  ] as const)('may not be %s', (_case, state, closed) => {
    const misses = compareTeam([charged('a')], [keptCharge('a', state, one)], { claims: [claim(one, closed)], withoutClaim: [] })
    expect(misses).toEqual({ ...noneOfTeam, wrongClaims: [`order a: ${state}, its claim ${String(closed)}`] })
    expect(isFaultless(misses)).toBe(false)
  })

  it('must each have an entry, and no sent request may lack one', () => {
    expect(compareTeam([], [], { claims: [claim(one, null)], withoutClaim: ['anna: create a'] }))
      .toEqual({ ...noneOfTeam, wrongClaims: ['one: no entry'], withoutClaim: ['anna: create a'] })
  })
})
