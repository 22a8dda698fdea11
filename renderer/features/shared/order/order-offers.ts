/** The actions that an order allows now, or why it does not (addendum 8). */
import type { EntryId, MinorUnits } from '#shared/brands.ts'
import { carries, operations, type OperationId } from '#shared/gateway/operations/operations.ts'
import {
  collectsNothing, concernsEarlierTransaction, isCapture, isRefund, mostPossible, obstacleNow, orderActions,
  type OrderAction, type OrderFacts, type OrderObstacle,
} from '#shared/gateway/orders/order-actions.ts'
import { isLaterTransaction } from '#shared/gateway/catalogue/transaction-types.ts'
import type { OrderState } from '#shared/gateway/orders/order-state.ts'
import { namesOfHold, transactionTypeOf } from '#shared/gateway/operations/made-transactions.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { captureIfProven } from '#shared/model/payments/refunds.ts'
import type { ListedTransaction, OtherDeskRow } from './other-desks.ts'

/** Why an action is not offered: reasons of the order, and of this desk. */
export type OfferObstacle =
  OrderObstacle | 'already-voided' | 'already-released' | 'order-busy' | 'ids-not-known' | 'not-usable-here'

export interface OrderOffer {
  readonly action: OrderAction
  /** Null if the action can be reviewed. */
  readonly obstacle: OfferObstacle | null
  /** Obstacles to the full and to a partial amount; null without one. */
  readonly whole: OrderObstacle | null
  readonly part: OrderObstacle | null
  /** True for a hold, which is captured or released as a whole (addendum 8). */
  readonly ofHold: boolean
  /** The most minor units that the action may move, as far as known here; null if the order's amount is not known. */
  readonly most: MinorUnits | null
}

export interface OrderCircumstances {
  /** The operation that created the order; null if not known. */
  readonly createdBy: OperationId | null
  readonly state: OrderState
  /** Facts of the order's newest transaction. */
  readonly facts: OrderFacts
  /** Facts of the transaction that an action is about, if it is not the newest one; null if not known here. */
  readonly own: OrderFacts | null
  readonly refundedKnownHere: MinorUnits
  /** A refund, void or capture with an open outcome. */
  readonly openEntryId: EntryId | null
  readonly idsKnown: boolean
  readonly usableHere: boolean
}

/** Used to find out whether any partial amount is possible. */
const smallestPart = '1' as MinorUnits

/**
 * The actions for an order in its state, each with its obstacle if it is not possible. Main decides again at the
 * review.
 */
export function orderOffers(circumstances: OrderCircumstances): OrderOffer[] {
  const { facts, own, refundedKnownHere } = circumstances
  const ofHold = isHold(circumstances)
  return actionsOf(ofHold).map((action) => {
    const about = { action, refundedKnownHere }
    const whole = obstacleNow({ ...about, minorAmount: null, currency: null }, facts, own)
    const part = obstacleNow({ ...about, minorAmount: smallestPart, currency: facts.currency }, facts, own)
    const partPossible = carries(operations[action], 'amount') && part === null
    const obstacle = around(circumstances) ?? (partPossible ? null : inWords(whole, circumstances.state))
    return { action, whole, part, ofHold, most: mostPossible(about, own ?? facts), obstacle }
  })
}

/** A hold is captured or released: nothing was collected to refund, and a void would duplicate the release. */
function actionsOf(ofHold: boolean): readonly OrderAction[] {
  return ofHold ? orderActions.filter((action) => isCapture(action) || isRefund(action)).toReversed() : orderActions
}

function isHold({ state, facts, own }: OrderCircumstances): boolean {
  const about = own ?? facts
  return state.kind === 'held' || state.kind === 'released'
    || (state.kind === 'as-made' && about.transactionType === 'preauth')
}

/** Names a void or release as such, although the gateway reports each as a reversal. */
function inWords(obstacle: OrderObstacle | null, { kind }: OrderState): OfferObstacle | null {
  if (obstacle === null || (kind !== 'voided' && kind !== 'released')) return obstacle
  return kind === 'voided' ? 'already-voided' : 'already-released'
}

function around({ createdBy, usableHere, openEntryId, idsKnown, facts }: OrderCircumstances): OfferObstacle | null {
  if (createdBy !== null && collectsNothing(createdBy)) return 'not-collected'
  if (!usableHere) return 'not-usable-here'
  if (openEntryId !== null) return 'order-busy'
  return facts.status !== null && !idsKnown ? 'ids-not-known' : null
}

/**
 * Facts of the transaction that an action is about if the newest is a refund, a void or a failed capture: the approved
 * capture, else the request that created the order, as the journal recorded its end. For an order that was created
 * elsewhere they come from its `transactions`, but only after a failed one. Main checks with the gateway again.
 */
export function ownFacts(
  facts: OrderFacts, creating: HistoryRow | null, entries: readonly HistoryRow[], others: readonly OtherDeskRow[],
  transactions: readonly Pick<ListedTransaction, 'type' | 'status'>[],
): OrderFacts | null {
  if (!concernsEarlierTransaction(facts)) return null
  const captured = entries.findLast((row) => isCapture(row.operation) && row.state === 'approved')
  if (captured !== undefined) {
    return {
      ...facts, status: captured.state, transactionType: 'capture', initialAmount: captured.minorAmount ?? facts.initialAmount,
    }
  }
  if (creating === null) {
    const about = facts.status === 'approved' ? undefined : transactions.findLast(({ type, status }) =>
      type !== null && (!isLaterTransaction(type) || (type === 'capture' && status === 'approved')))
    return about === undefined ? null : { ...facts, status: about.status, transactionType: about.type }
  }
  return captureIfProven(
    { ...facts, status: creating.state, transactionType: transactionTypeOf(creating.operation) },
    [...entries, ...others],
  )
}

/** Key of the texts of an action: a refund of a hold is its release. */
export function operationKey({ action, ofHold }: Pick<OrderOffer, 'action' | 'ofHold'>): `operation.${string}` {
  return ofHold && namesOfHold(action) !== null ? `operation.${action}-of-hold` : `operation.${action}`
}
