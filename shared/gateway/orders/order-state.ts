/** The state of an order in a person's words: paid, partly refunded, voided, held, released (§2.9, addendum 8). */
import type { MinorUnits } from '../../brands.ts'
import { isRefund } from './order-actions.ts'
import { isFinalStatus } from '../replies/order-status.ts'
import type { OperationId } from '../operations/operations.ts'
import { isLaterTransaction } from '../catalogue/transaction-types.ts'

/** The facts of one transaction of an order that decide the order's state. */
export interface StatedTransaction {
  /** The operation sent from here that created it; null for one known from a status reply only. */
  readonly operation: OperationId | null
  /** The gateway's word for its kind (§2.9); null where it is not known. */
  readonly type: string | null
  /** Its status, or the state of its entry. */
  readonly status: string
  /** Requested minor units; null for the whole, and for a transaction that was not sent from here. */
  readonly minorAmount: MinorUnits | null
  /** True for a refund or void that was sent to release a hold: it returns nothing that was captured. */
  readonly releasesHold?: boolean
}

/** Facts about the order itself. */
export interface StatedOrder {
  /** Minor units of the initial amount; null where it is not known. */
  readonly initialAmount: MinorUnits | null
  /** Whether the gate may reverse a part (`gate-partial-reversal`). */
  readonly partialReversal: boolean
}

export type OrderState =
  | { readonly kind: 'not-known' }
  /** Declined, filtered, in progress or unclear: the status of the creating transaction is the order's state. */
  | { readonly kind: 'as-made'; readonly status: string }
  /**
   * Declined or filtered by now, although a later transaction moved money or may have (addendum 7); approved, where
   * release and capture of a hold exclude each other.
   */
  | { readonly kind: 'contradictory'; readonly status: string }
  /** The money was collected, sent or paid out at once; `operation` and `type` name how. */
  | { readonly kind: 'done'; readonly operation: OperationId | null; readonly type: string | null }
  | { readonly kind: 'held' }
  | { readonly kind: 'released' }
  /** Minor units; `captured` is null where it is not known, `of` is the held amount. */
  | { readonly kind: 'captured'; readonly captured: MinorUnits | null; readonly of: MinorUnits | null }
  /** As far as is recorded here: other desks refund too, and the gateway reports no total. */
  | { readonly kind: 'partly-refunded'; readonly refunded: MinorUnits; readonly of: MinorUnits | null }
  | { readonly kind: 'refunded' }
  /** More went back than was collected, as where a declined refund was repeated and approved later (addendum 7). */
  | { readonly kind: 'returned-too-much'; readonly returned: MinorUnits; readonly of: MinorUnits }
  | { readonly kind: 'voided' }
  /** A reversal that was not sent from here; `whole` where the gate takes no parts, else its amount is not known. */
  | { readonly kind: 'reversed-elsewhere'; readonly whole: boolean }

/** States of a payment that moved nothing, as far as it is about the payment alone. */
export const nothingMoved: readonly string[] = ['declined', 'filtered', 'refused', 'access-denied', 'not-sent']

/**
 * The state of an order from its transactions, oldest first. A refund is only possible after a successful payment
 * (addendum 8), so an order of which only a later transaction is known was approved.
 */
export function orderState(transactions: readonly StatedTransaction[], order: StatedOrder): OrderState {
  const maker = transactions.findLast(({ type }) => !isLaterTransaction(type)) ?? null
  const later = transactions.filter(({ type }) => isLaterTransaction(type))
  const approved = later.filter(({ status }) => status === 'approved')
  if (maker === null && later.length === 0) return { kind: 'not-known' }
  if (maker !== null && maker.status !== 'approved' && (approved.length === 0 || isFinalStatus(maker.status))) {
    const isContradicted = nothingMoved.includes(maker.status)
      && later.some(({ status }) => !nothingMoved.includes(status))
    return { kind: isContradicted ? 'contradictory' : 'as-made', status: maker.status }
  }
  const reversals = approved.filter(({ type }) => type === 'reversal')
  const captures = approved.filter(({ type }) => type === 'capture')
  const isHold = maker?.type === 'preauth' && captures.length === 0
  if (maker !== null && isHoldContradicted(later, reversals, isHold)) return { kind: 'contradictory', status: maker.status }
  if (isHold) return { kind: reversals.length > 0 ? 'released' : 'held' }
  const collected = captures.length === 0 ? order.initialAmount : sumOf(captures, order.initialAmount)
  return reversedState(reversals, collected, order)
    ?? (captures.length > 0
      ? { kind: 'captured', captured: collected, of: order.initialAmount }
      : { kind: 'done', operation: maker?.operation ?? null, type: maker?.type ?? null })
}

/** True when the order has nothing left to refund, void, capture or release, as far as is known here. */
export function isTakenBack({ kind }: OrderState): boolean {
  return kind === 'released' || kind === 'voided' || kind === 'refunded' || kind === 'returned-too-much'
}

/** A release that was approved beside a capture, or the refund of a capture that was declined since. */
function isHoldContradicted(
  later: readonly StatedTransaction[], reversals: readonly StatedTransaction[], isHold: boolean,
): boolean {
  const here = reversals.filter(({ operation }) => operation !== null)
  if (!isHold) return here.some(({ releasesHold }) => releasesHold === true)
  const isCaptureLost = later.some(({ operation, type }) => operation !== null && type === 'capture')
  return isCaptureLost && here.some(({ releasesHold }) => releasesHold === false)
}

function reversedState(
  reversals: readonly StatedTransaction[], collected: MinorUnits | null, { partialReversal }: StatedOrder,
): OrderState | null {
  if (reversals.length === 0) return null
  const here = reversals.filter(({ operation }) => operation !== null)
  const returned = sumOf(here, collected)
  if (returned !== null && collected !== null && BigInt(returned) > BigInt(collected)) {
    return { kind: 'returned-too-much', returned, of: collected }
  }
  if (here.some(({ operation }) => operation !== null && !isRefund(operation))) return { kind: 'voided' }
  if (here.some(({ minorAmount }) => minorAmount === null)) return { kind: 'refunded' }
  const refunded = sumOf(here, null)
  if (refunded !== null && collected !== null && BigInt(refunded) >= BigInt(collected)) return { kind: 'refunded' }
  if (here.length < reversals.length) return { kind: 'reversed-elsewhere', whole: !partialReversal }
  return refunded === null ? null : { kind: 'partly-refunded', refunded, of: collected }
}

/**
 * The sum of the transactions in minor units; one without an amount counts as `whole`. Null when a needed amount is
 * not known.
 */
function sumOf(transactions: readonly StatedTransaction[], whole: MinorUnits | null): MinorUnits | null {
  let sum = 0n
  for (const { minorAmount } of transactions) {
    const amount = minorAmount ?? whole
    if (amount === null) return null
    sum += BigInt(amount)
  }
  return String(sum) as MinorUnits
}
