/** What may be done to an order now, and what stands in the way where it may not (addendum 8). */
import type { EntryId, MinorUnits } from '#shared/brands.ts'
import { carries, operations } from '#shared/gateway/operations.ts'
import {
  isAfterTheFact, isCapture, obstacleNow, orderActions, type OrderAction, type OrderFacts, type OrderObstacle,
} from '#shared/gateway/order-actions.ts'
import { transactionTypeOf } from '#shared/gateway/made-transactions.ts'
import type { HistoryRow } from '#shared/model/history.ts'

/** Why an action is not offered, beyond what the order itself says. */
export type OfferObstacle = OrderObstacle | 'order-busy' | 'ids-not-known' | 'not-usable-here'

export interface OrderOffer {
  readonly action: OrderAction
  /** Null when it may be reviewed. */
  readonly obstacle: OfferObstacle | null
  /** What stands against doing it to the whole, and to a part; null where nothing does. */
  readonly whole: OrderObstacle | null
  readonly part: OrderObstacle | null
}

export interface OrderCircumstances {
  /** The order's newest transaction, as its status tells. */
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

/** Every action on an order, offered or with the reason why not. Main decides once more at the review. */
export function orderOffers(circumstances: OrderCircumstances): OrderOffer[] {
  const { facts, own, refundedKnownHere } = circumstances
  return orderActions.map((action) => {
    const about = { action, refundedKnownHere }
    const whole = obstacleNow({ ...about, minorAmount: null, currency: null }, facts, own)
    const part = obstacleNow({ ...about, minorAmount: smallestPart, currency: facts.currency }, facts, own)
    const partPossible = carries(operations[action], 'amount') && part === null
    return { action, whole, part, obstacle: around(circumstances) ?? (partPossible ? null : whole) }
  })
}

function around({ usableHere, openEntryId, idsKnown, facts }: OrderCircumstances): OfferObstacle | null {
  if (!usableHere) return 'not-usable-here'
  if (openEntryId !== null) return 'order-busy'
  return facts.status !== null && !idsKnown ? 'ids-not-known' : null
}

/**
 * The transaction an action would be about when the newest is a refund, a void or a failed capture: the approved
 * capture or the request that made the order, as the journal knows how it ended. Main asks the gateway once more.
 */
export function ownFacts(
  facts: OrderFacts, creating: HistoryRow | null, entries: readonly HistoryRow[],
): OrderFacts | null {
  if (!isAfterTheFact(facts)) return null
  const captured = entries.findLast((row) => isCapture(row.operation) && row.state === 'approved')
  if (captured !== undefined) return { ...facts, status: captured.state, transactionType: 'capture' }
  if (creating === null) return null
  return { ...facts, status: creating.state, transactionType: transactionTypeOf(creating.operation) }
}
