import { describe, expect, it } from 'vitest'
import type { EntryId, Masked, MinorUnits, SerialNumber } from '#shared/brands.ts'
import type { EntryDetail, EntryEvent, HistoryRow } from '#shared/model/history/history.ts'
import { countChecks, orderTransactions } from '#shared/model/payments/order-transactions.ts'
import { anEntry, at, intent, outcome, seen } from '../../component/payment/entries.ts'

const replyOf = (fields: Readonly<Record<string, string>>): Masked =>
  Object.entries(fields).map(([name, value]) => `${name}=${value}`).join('&') as Masked

/** A status reply about a transaction with the acquirer's id `tx-…`. */
const reported = (type: string, id: string | null, more: Readonly<Record<string, string>> = {}): Masked => replyOf({
  'transaction-type': type, 'order-stage': `${type}_approved`, 'serial-number': `question-${id ?? 'none'}`,
  ...(id !== null && {
    'processor-tx-id': `tx-${id}`, 'processor-rrn': `rrn-${id}`, 'approval-code': `ok-${id}`, 'receipt-id': `receipt-${id}`,
  }),
  ...more,
})

const observed = (
  clock: string, reply: Masked, status = 'approved', changes: Partial<Extract<EntryEvent, { kind: 'observation' }>> = {},
) => seen(clock, status, null, { reply, ...changes })

/** A request that the gateway accepted. */
function sent(
  name: string, clock: string, changes: Partial<HistoryRow>, events: readonly EntryEvent[] = [],
): EntryDetail {
  return anEntry(
    { entryId: name as EntryId, at: at(clock), serialNumber: `sn-${name}` as SerialNumber, ...changes },
    [intent(clock), outcome(clock), ...events],
  )
}

const charge = (...events: EntryEvent[]): EntryDetail => sent('charge', '09:00:00', {}, events)
const refund = (name: string, clock: string, ...events: EntryEvent[]): EntryDetail =>
  sent(name, clock, { operation: 'return', minorAmount: '1000' as MinorUnits }, events)

/** A status query, by hand or before an action. */
function question(clock: string, reply: Masked, status = 'approved'): EntryDetail {
  return anEntry(
    { entryId: `question-${clock}` as EntryId, operation: 'status', effect: 'reads', state: 'answered', at: at(clock) },
    [intent(clock), outcome(clock, { outcome: 'answered', status, reply })],
  )
}

const ofEntry = (entries: readonly EntryDetail[], name: string) =>
  orderTransactions(entries).transactions.find(({ key }) => key === name)!

describe('a sale and three part refunds', () => {
  const entries = [
    charge(observed('09:00:05', reported('sale', 'c'))),
    question('10:00:00', reported('sale', 'c')),
    refund('r1', '10:00:01', observed('10:00:05', reported('reversal', '1', { 'by-request-sn': 'sn-r1' }), 'approved', { repeats: 2, lastAt: at('10:00:20') })),
    question('10:00:06', reported('reversal', '1')),
    refund('r2', '11:00:01', observed('11:00:05', reported('reversal', '2', { 'by-request-sn': 'sn-r2' }))),
    question('11:00:06', reported('reversal', '2')),
    question('11:30:00', reported('sale', 'c', { 'by-request-sn': 'sn-charge' })),
    refund('r3', '12:00:01', observed('12:00:05', reported('reversal', '3', { 'by-request-sn': 'sn-r3' }))),
    question('12:00:06', reported('reversal', '3')),
  ]

  it('are four transactions, however often their status was requested', () => {
    const { transactions, unassigned } = orderTransactions(entries)
    expect(transactions.map(({ key }) => key)).toEqual(['charge', 'r1', 'r2', 'r3'])
    expect(unassigned).toEqual([])
  })

  it('each have their own checks', () => {
    expect(orderTransactions(entries).transactions.map(({ checks }) => countChecks(checks).count)).toEqual([3, 4, 2, 2])
    expect(countChecks(ofEntry(entries, 'r1').checks).lastAt).toBe(at('10:00:20'))
  })

  it('each have their own references: never the bank reference of one with the serial number of another', () => {
    for (const [name, id] of [['charge', 'c'], ['r1', '1'], ['r2', '2'], ['r3', '3']] as const) {
      expect(ofEntry(entries, name).references).toEqual({
        'serial-number': `sn-${name}`, 'processor-rrn': `rrn-${id}`, 'approval-code': `ok-${id}`,
        'processor-tx-id': `tx-${id}`, 'receipt-id': `receipt-${id}`,
      })
    }
  })
})

describe('a status reply about a refund', () => {
  it('with an id that no refund of this desk has is a refund from elsewhere', () => {
    const { transactions } = orderTransactions([
      charge(), refund('r1', '10:00:00', observed('10:00:05', reported('reversal', '1', { 'by-request-sn': 'sn-r1' }))),
      question('11:00:00', reported('reversal', '9')),
    ])
    expect(transactions.map(({ key, entry }) => [key, entry === null])).toEqual([['charge', false], ['r1', false], ['tx-9', true]])
  })

  it('is assigned to no refund while the id of one is unknown', () => {
    const { transactions, unassigned } = orderTransactions([
      charge(), sent('lost', '10:00:00', { operation: 'return', state: 'unknown', serialNumber: null }),
      question('11:00:00', reported('reversal', '9')),
    ])
    expect(transactions.map(({ key }) => key)).toEqual(['charge', 'lost'])
    expect(unassigned).toHaveLength(1)
  })

  it('is not about a refund that was sent later', () => {
    const { unassigned, transactions } = orderTransactions([charge(), question('09:30:00', reported('reversal', '9')), refund('r1', '10:00:00')])
    expect(unassigned).toEqual([])
    expect(transactions.map(({ key }) => key)).toEqual(['charge', 'tx-9', 'r1'])
  })

  it('without any id is assigned to none', () => {
    expect(orderTransactions([charge(), question('11:00:00', reported('reversal', null))]).unassigned).toHaveLength(1)
  })

  it('is assigned to neither of two with the same acquirer id', () => {
    const alike = (name: string, clock: string) => refund(name, clock, observed(clock, reported('reversal', 'same', { 'by-request-sn': `sn-${name}` })))
    expect(orderTransactions([charge(), alike('r1', '10:00:00'), alike('r2', '11:00:00'), question('12:00:00', reported('reversal', 'same'))]).unassigned).toHaveLength(1)
  })

  it('that contradicts the requested serial number is assigned to neither', () => {
    expect(orderTransactions([charge(), question('11:00:00', reported('reversal', '9', { 'by-request-sn': 'sn-charge' }))]).unassigned).toHaveLength(1)
  })
})

it('a payment in progress that is reported as unknown stays in progress', () => {
  const processing = sent('charge', '09:00:00', { state: 'processing' }, [observed('09:00:05', reported('sale', 'c'), 'processing')])
  expect(ofEntry([processing, question('10:00:00', reported('sale', 'c'), 'unknown')], 'charge').status).toBe('processing')
})

describe('a payment that is final', () => {
  const statusAfter = (status: string, ...later: Parameters<typeof observed>[]) => {
    const own = [observed('09:00:05', reported('sale', 'c')), ...later.map((one) => observed(...one))]
    const approved = sent('charge', '09:00:00', { state: 'approved' }, own)
    return ofEntry([approved, question('10:00:00', reported('sale', 'c'), status)], 'charge').status
  }

  it.each([['processing', 'approved'], ['unknown', 'approved'], ['declined', 'declined']])('and is reported as %s is %s', (status, stands) => {
    expect(statusAfter(status)).toBe(stands)
  })

  it('has the newest result of its own checks, even if it is one from before', () => {
    expect(statusAfter('declined', ['09:30:00', reported('sale', 'c'), 'approved', { repeats: 1, lastAt: at('11:00:00') }])).toBe('approved')
  })
})

describe('a status reply without a type', () => {
  const silent = replyOf({ status: 'approved' })

  it('is about the payment while the order has no other transaction', () => {
    expect(ofEntry([charge(), question('10:00:00', silent)], 'charge').checks).toHaveLength(1)
  })

  it('is about no certain transaction once there is a refund', () => {
    expect(orderTransactions([charge(), refund('r1', '10:00:00'), question('11:00:00', silent)]).unassigned).toHaveLength(1)
  })

  it('of an undocumented kind is not about a payment whose final status it contradicts', () => {
    const approved = sent('charge', '09:00:00', { state: 'approved' }, [observed('09:00:05', reported('sale', 'c'))])
    const { transactions, unassigned } = orderTransactions([approved, question('11:00:00', reported('chargeback', '2'), 'declined')])
    expect(transactions.map(({ key, status }) => [key, status])).toEqual([['charge', 'approved']])
    expect(unassigned).toHaveLength(1)
    expect(orderTransactions([approved, question('11:00:00', reported('rebill', null))]).unassigned).toEqual([])
  })

  it('cannot be about a refused refund', () => {
    const refused = sent('r1', '10:00:00', { operation: 'return', state: 'refused' })
    expect(orderTransactions([charge(), refused, question('11:00:00', silent)]).unassigned).toEqual([])
  })
})

describe('a payment with an open outcome', () => {
  const lost = sent('charge', '09:00:00', { state: 'unknown', serialNumber: null })

  it('is not the transaction of a status reply: the order is shown beside it', () => {
    const { transactions } = orderTransactions([lost, question('10:00:00', reported('sale', 'c'))])
    expect(transactions.map(({ key, status }) => [key, status])).toEqual([['charge', 'unknown'], ['made-elsewhere', 'approved']])
  })

  it('is that transaction once a check was compared with the request', () => {
    const resolved = sent('charge', '09:00:00', {}, [observed('09:30:00', reported('sale', 'c'), 'approved', { resolves: true })])
    expect(orderTransactions([resolved, question('10:00:00', reported('sale', 'c'))]).transactions).toHaveLength(1)
  })
})

it('an order that was created elsewhere is described by its replies, and a newer check counts', () => {
  const { transactions } = orderTransactions([question('10:00:00', reported('sale', null), 'processing'), question('10:01:00', reported('sale', 'c'))])
  expect(transactions).toMatchObject([{ entry: null, type: 'sale', status: 'approved', references: { 'processor-rrn': 'rrn-c' } }])
  const beforeCheck = ofEntry([sent('charge', '09:00:00', { state: 'processing' }), question('10:00:00', reported('sale', 'c'), 'declined')], 'charge')
  expect(beforeCheck.status).toBe('declined')
})
