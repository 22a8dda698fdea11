/** The state of an order in plain words: paid, partly refunded, voided, held, released (§2.9, addendum 8). */
import type { MinorUnits } from '../../brands.ts'
import { isRefund } from './order-actions.ts'
import { isFinalStatus } from '../replies/order-status.ts'
import type { OperationId } from '../operations/operations.ts'
import { isLaterTransaction } from '../catalogue/transaction-types.ts'

/** The facts of one transaction that decide the state of its order. */
export interface StatedTransaction {
  /** The operation sent from here that created it; null if it is known from a status reply only. */
  readonly operation: OperationId | null
  /** The gateway's word for its kind (§2.9); null if not known. */
  readonly type: string | null
  /** Its status, or the state of its entry. */
  readonly status: string
  /** Requested minor units; null for the whole, and for a transaction that was not sent from here. */
  readonly minorAmount: MinorUnits | null
  /** True for a refund or void that was sent to release a hold: it returns no captured money. */
  readonly releasesHold?: boolean
}

/** Facts about the order itself. */
export interface StatedOrder {
  /** Minor units of the initial amount; null if not known. */
  readonly initialAmount: MinorUnits | null
  /** True if the gate can reverse a part (`gate-partial-reversal`). */
  readonly partialReversal: boolean
}

export type OrderState =
  | { readonly kind: 'not-known' }
  /** Declined, filtered, in progress or unclear: the status of the creating transaction is the order's state. */
  | { readonly kind: 'as-made'; readonly status: string }
  /**
   * Declined or filtered, although a later transaction moved money or may have (addendum 7); or approved, although both
   * release and capture of its hold were.
   */
  | { readonly kind: 'contradictory'; readonly status: string }
  /** The money was collected, sent or paid out immediately; `operation` and `type` identify how. */
  | { readonly kind: 'done'; readonly operation: OperationId | null; readonly type: string | null }
  | { readonly kind: 'held' }
  | { readonly kind: 'released' }
  /** Minor units; `captured` is null if not known, `of` is the held amount. */
  | { readonly kind: 'captured'; readonly captured: MinorUnits | null; readonly of: MinorUnits | null }
  /** By this desk's history: other desks refund too, and the gateway reports no total. */
  | { readonly kind: 'partly-refunded'; readonly refunded: MinorUnits; readonly of: MinorUnits | null }
  | { readonly kind: 'refunded' }
  /** More was returned than collected, e.g. if a declined refund was repeated and approved later (addendum 7). */
  | { readonly kind: 'returned-too-much'; readonly returned: MinorUnits; readonly of: MinorUnits }
  | { readonly kind: 'voided' }
  /** A reversal that was not sent from here; `whole` if the gate has no partial ones, else of unknown amount. */
  | { readonly kind: 'reversed-elsewhere'; readonly whole: boolean }

/** States of a payment that moved nothing; its later transactions are not considered. */
export const nothingMoved: readonly string[] = ['declined', 'filtered', 'refused', 'access-denied', 'not-sent']

/**
 * The state of an order from its transactions, oldest first. A refund is only possible after a successful payment
 * (addendum 8), so an order with only later transactions was approved.
 */
export function orderState(transactions: readonly StatedTransaction[], order: StatedOrder): OrderState {
  const creation = transactions.findLast(({ type }) => !isLaterTransaction(type)) ?? null
  const later = transactions.filter(({ type }) => isLaterTransaction(type))
  const approved = later.filter(({ status }) => status === 'approved')
  if (creation === null && later.length === 0) return { kind: 'not-known' }
  if (creation !== null && creation.status !== 'approved'
    && (approved.length === 0 || isFinalStatus(creation.status))) {
    const isContradicted = nothingMoved.includes(creation.status)
      && later.some(({ status }) => !nothingMoved.includes(status))
    return { kind: isContradicted ? 'contradictory' : 'as-made', status: creation.status }
  }
  const reversals = approved.filter(({ type }) => type === 'reversal')
  const captures = approved.filter(({ type }) => type === 'capture')
  const isHold = creation?.type === 'preauth' && captures.length === 0
  if (creation !== null && isHoldContradicted(later, reversals, isHold)) {
    return { kind: 'contradictory', status: creation.status }
  }
  if (isHold) return { kind: reversals.length > 0 ? 'released' : 'held' }
  const collected = captures.length === 0 ? order.initialAmount : sumOf(captures, order.initialAmount)
  return reversedState(reversals, collected, order)
    ?? (captures.length > 0
      ? { kind: 'captured', captured: collected, of: order.initialAmount }
      : { kind: 'done', operation: creation?.operation ?? null, type: creation?.type ?? null })
}

/** True if nothing of the order is left to refund, void, capture or release, as far as is known here. */
export function isTakenBack({ kind }: OrderState): boolean {
  return kind === 'released' || kind === 'voided' || kind === 'refunded' || kind === 'returned-too-much'
}

/** True if a release and a capture were both approved, or if the capture of a refunded hold was declined later. */
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
 * The sum of the transactions in minor units; one without an amount counts as `whole`. Null if an amount is unknown.
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
