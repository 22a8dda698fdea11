/** What may be done to an order now, and what stands in the way where it may not (addendum 8). */
import type { EntryId, MinorUnits } from '#shared/brands.ts'
import { carries, operations, type OperationId } from '#shared/gateway/operations/operations.ts'
import {
  collectsNothing, isAfterTheFact, isCapture, isRefund, mostPossible, obstacleNow, orderActions,
  type OrderAction, type OrderFacts, type OrderObstacle,
} from '#shared/gateway/orders/order-actions.ts'
import { isLaterTransaction } from '#shared/gateway/catalogue/transaction-types.ts'
import type { OrderState } from '#shared/gateway/orders/order-state.ts'
import { namesOfHold, transactionTypeOf } from '#shared/gateway/operations/made-transactions.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { captureIfProven } from '#shared/model/payments/refunds.ts'
import type { ListedTransaction, OtherDeskRow } from './other-desks.ts'

/** Why an action is not offered, beyond what the order itself says. */
export type OfferObstacle =
  OrderObstacle | 'already-voided' | 'already-released' | 'order-busy' | 'ids-not-known' | 'not-usable-here'

export interface OrderOffer {
  readonly action: OrderAction
  /** Null when it may be reviewed. */
  readonly obstacle: OfferObstacle | null
  /** What stands against doing it to the whole, and to a part; null where nothing does. */
  readonly whole: OrderObstacle | null
  readonly part: OrderObstacle | null
  /** True where the order is a hold, which is captured or released as a whole (addendum 8). */
  readonly ofHold: boolean
  /** Minor units that it may move at most, as far as known here; null where the order's amount is not known. */
  readonly most: MinorUnits | null
}

export interface OrderCircumstances {
  /** The operation that created the order; null where it is not known. */
  readonly madeBy: OperationId | null
  readonly state: OrderState
  /** The order's newest transaction, by its status. */
  readonly facts: OrderFacts
  /** The transaction that an action is about, where the newest is a later one; null where this computer knows none. */
  readonly own: OrderFacts | null
  readonly refundedKnownHere: MinorUnits
  /** A refund, void or capture that is under way or unknown. */
  readonly openEntryId: EntryId | null
  readonly idsKnown: boolean
  readonly usableHere: boolean
}

/** The smallest part there is, to ask whether any part is possible. */
const smallestPart = '1' as MinorUnits

/**
 * The actions that an order in its state can have, each offered or with the reason why not. Main decides once more at
 * the review.
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

/** A hold is captured or released; there is nothing to refund of it, and a void would be a second way to release it. */
function actionsOf(ofHold: boolean): readonly OrderAction[] {
  return ofHold ? orderActions.filter((action) => isCapture(action) || isRefund(action)).toReversed() : orderActions
}

function isHold({ state, facts, own }: OrderCircumstances): boolean {
  const about = own ?? facts
  return state.kind === 'held' || state.kind === 'released'
    || (state.kind === 'as-made' && about.transactionType === 'preauth')
}

/** What was voided or released is not "refunded", whatever the gateway calls it. */
function inWords(obstacle: OrderObstacle | null, { kind }: OrderState): OfferObstacle | null {
  if (obstacle === null || (kind !== 'voided' && kind !== 'released')) return obstacle
  return kind === 'voided' ? 'already-voided' : 'already-released'
}

function around({ madeBy, usableHere, openEntryId, idsKnown, facts }: OrderCircumstances): OfferObstacle | null {
  if (madeBy !== null && collectsNothing(madeBy)) return 'not-collected'
  if (!usableHere) return 'not-usable-here'
  if (openEntryId !== null) return 'order-busy'
  return facts.status !== null && !idsKnown ? 'ids-not-known' : null
}

/**
 * The transaction an action would be about when the newest is a refund, a void or a failed capture: the approved
 * capture or the request that made the order, as the journal knows how it ended. After one that failed, also of an
 * order that was made elsewhere, by its `transactions`. Main asks the gateway once more.
 */
export function ownFacts(
  facts: OrderFacts, creating: HistoryRow | null, entries: readonly HistoryRow[], others: readonly OtherDeskRow[],
  transactions: readonly Pick<ListedTransaction, 'type' | 'status'>[],
): OrderFacts | null {
  if (!isAfterTheFact(facts)) return null
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

/** Where the texts of an offered action stand: a refund of a hold is its release. */
export function operationKey({ action, ofHold }: Pick<OrderOffer, 'action' | 'ofHold'>): `operation.${string}` {
  return ofHold && namesOfHold(action) !== null ? `operation.${action}-of-hold` : `operation.${action}`
}
