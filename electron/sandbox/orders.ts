/** An order and what the gateway says of it at a moment (§2.9, §3, addendum 7). */
import { createHash } from 'node:crypto'
import { approvedCard } from './cards.ts'
import { merchant } from './merchant.ts'
import { results, type OrderResult, type ResultName } from './results.ts'

/** As the ledger keeps it. No card number, no cvv2: the result was decided when it was submitted. */
export interface Order {
  readonly orderId: string
  readonly merchantOrderId: string
  /** Of the request that made it. */
  readonly serialNumber: string
  readonly transactionType: 'sale'
  /** The `amount` that was submitted, as it was written. */
  readonly initialAmount: string
  /** The amount that was approved, or the last one tried; differs only where amounts were tried in turn. */
  readonly amount: string
  readonly currency: string
  readonly cardReference: string
  readonly result: ResultName
  /** ISO 8601, UTC. */
  readonly submittedAt: string
  /** From then on the result shows. ISO 8601, UTC. */
  readonly settledAt: string
  readonly merchantData: string | null
}

/** The first payment that a card can be registered from. */
export const firstPayment: Order = {
  orderId: '9007199254740993',
  merchantOrderId: 'first-payment-1',
  serialNumber: '00000000-0000-0000-0000-000002d9b22a',
  transactionType: 'sale',
  initialAmount: '10.15',
  amount: '10.15',
  currency: merchant.currency,
  cardReference: approvedCard,
  result: 'approved',
  submittedAt: '2026-01-15T10:20:30.000Z',
  settledAt: '2026-01-15T10:20:32.000Z',
  merchantData: null,
}

/**
 * What stands at `now` (milliseconds since 1970): computed when it is asked, so nothing has to run meanwhile. Half of
 * the time an order is in its filters, then it is at the acquirer, then its result shows.
 */
export function standingOf(order: Order, now: number): OrderResult & { readonly settled: boolean } {
  const submitted = Date.parse(order.submittedAt)
  const settles = Date.parse(order.settledAt)
  if (now >= settles) return { ...results[order.result], settled: true }
  const stage = now < submitted + (settles - submitted) / 2 ? 'sale_filtering' : 'sale_processing'
  return { status: 'processing', stage, settled: false }
}

/** True once the order is approved: a card can be registered from it. */
export function isApproved(order: Order, now: number): boolean {
  return standingOf(order, now).status === 'approved'
}

export interface AcquirerReferences {
  readonly rrn: string
  readonly transactionId: string
  readonly approvalCode: string
  readonly receiptId: string
}

/** What the acquirer would have made up for an order; the same at every query. */
export function acquirerReferences(orderId: string): AcquirerReferences {
  const hex = createHash('sha256').update(orderId).digest('hex')
  const digits = BigInt(`0x${hex}`).toString()
  return {
    rrn: digits.slice(0, 12),
    transactionId: `PNTEST-${digits.slice(12, 20)}`,
    approvalCode: digits.slice(20, 26),
    receiptId: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-'),
  }
}
