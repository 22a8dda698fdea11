/** An order, its authentication and its later transactions, as stored in the ledger. */
import type { Pair } from '#shared/gateway/encoding/form.ts'
import { approvedCard, type TypedCard } from './cards.ts'
import { merchant } from '../requests/merchant.ts'
import type { ResultName } from './results.ts'
import type { AuthenticationStep, Way } from './ways.ts'

/** SECURITY: no whole card number, no cvv2, no account number: the result was decided when it was submitted. */
export interface Order {
  readonly orderId: string
  readonly merchantOrderId: string
  /** Of the request that created it. */
  readonly serialNumber: string
  /** `sale` or `preauth`, else the verb of an operation without a documented transaction type: `transfer`, `payout`. */
  readonly transactionType: string
  /** The `amount` that was submitted, as it was written. */
  readonly initialAmount: string
  /** The approved amount, or the last one tried; differs only where amounts were enumerated. */
  readonly amount: string
  readonly currency: string
  /** Empty for a card that was typed in, and where there is none. */
  readonly cardReference: string
  readonly result: ResultName
  /** ISO 8601, UTC. */
  readonly submittedAt: string
  /** From then on the result is visible, or the cardholder's next step. ISO 8601, UTC. */
  readonly settledAt: string
  readonly merchantData: string | null
  // The following was added later: lines of older ledgers lack it.
  /** A card that was typed in. */
  readonly card?: TypedCard
  readonly way?: Way
  /** Fields about the customer, by their names in a status reply (§2.9). */
  readonly customer?: readonly Pair[]
  readonly callbackUrl?: string
  readonly redirectUrls?: RedirectUrls
  readonly withExtras?: true
  /** True for a transfer: its replies name the country of a destination card. */
  readonly hasDestinationCard?: true
}

/** Where the cardholder is sent at the end (§2.6). */
interface RedirectUrls {
  readonly always: string | null
  readonly approved: string | null
  readonly otherwise: string | null
}

/** A refund, void or capture; it shares the order id of its order (addendum 8). */
export interface Transaction {
  readonly orderId: string
  /** Of the request that created it; status queries use it as its name. */
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

/** All that is known of an order. */
export interface OrderRecord {
  readonly order: Order
  readonly steps: readonly AuthenticationStep[]
  /** The oldest first. */
  readonly transactions: readonly Transaction[]
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

/** How the cardholder of an order authenticates; orders of older ledgers that wait do so with a challenge. */
export function wayOf(order: Order): Way {
  return order.way ?? (order.result === 'waits-for-cardholder' ? 'challenge-passed' : 'none')
}
