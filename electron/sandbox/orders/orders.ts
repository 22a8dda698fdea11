/** An order, its authentication and its later transactions, as stored in the ledger. */
import type { Pair } from '#shared/gateway/encoding/form.ts'
import { approvedCard, type TypedCard } from './cards.ts'
import { merchant } from '../requests/merchant.ts'
import type { ResultName } from './results.ts'
import type { AuthenticationStep, Way } from './ways.ts'

/** SECURITY: no whole card number, cvv2 or account number; the result was decided at submission. */
export interface Order {
  readonly orderId: string
  readonly merchantOrderId: string
  /** Of the request that created it. */
  readonly serialNumber: string
  /** `sale` or `preauth`; for operations without a documented type the verb: `transfer`, `payout`. */
  readonly transactionType: string
  /** The submitted `amount`, as written. */
  readonly initialAmount: string
  /** The approved amount, or the last one tried; differs only if amounts were enumerated. */
  readonly amount: string
  readonly currency: string
  /** Empty for a typed card, and without a card. */
  readonly cardReference: string
  readonly result: ResultName
  /** ISO 8601, UTC. */
  readonly submittedAt: string
  /** From then on the result, or the cardholder's next step, is visible. ISO 8601, UTC. */
  readonly settledAt: string
  readonly merchantData: string | null
  // Lines of older ledgers lack the following properties.
  /** A typed card. */
  readonly card?: TypedCard
  readonly way?: Way
  /** Fields about the customer, by their names in a status reply (§2.9). */
  readonly customer?: readonly Pair[]
  readonly callbackUrl?: string
  readonly redirectUrls?: RedirectUrls
  readonly withExtras?: true
  /** True for a transfer: its replies contain the country of a destination card. */
  readonly hasDestinationCard?: true
}

/** The addresses to which the cardholder is sent at the end (§2.6). */
interface RedirectUrls {
  readonly always: string | null
  readonly approved: string | null
  readonly otherwise: string | null
}

/** A refund, void or capture; it shares the order id of its order (addendum 8). */
export interface Transaction {
  readonly orderId: string
  /** Of the request that created it; status queries identify it by this number. */
  readonly serialNumber: string
  readonly transactionType: 'reversal' | 'capture'
  /** Major units as decimal text. */
  readonly amount: string
  readonly minorAmount: string
  readonly result: ResultName
  /** ISO 8601, UTC. */
  readonly submittedAt: string
  /** ISO 8601, UTC. */
  readonly settledAt: string
  /** Up to 50 characters. */
  readonly comment: string | null
}

/** An order with everything that happened to it. */
export interface OrderRecord {
  readonly order: Order
  readonly steps: readonly AuthenticationStep[]
  /** Oldest first. */
  readonly transactions: readonly Transaction[]
}

/** The first payment from which a card can be registered. */
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

/** How an order's cardholder authenticates; orders of older ledgers that wait do so with a challenge. */
export function wayOf(order: Order): Way {
  return order.way ?? (order.result === 'waits-for-cardholder' ? 'challenge-passed' : 'none')
}
