/** The limits of a profile that apply to an operation. */
import {
  catalogue, createsOrder, directionOf, effectOf, touchesMoney, type MoneyEntry, type OperationId,
} from './operations.ts'

export type LimitedOperation = 'charge' | 'refund' | 'payout'

/** The daily sums that a profile may limit. */
export const dayLimits = ['charges-of-a-day', 'refunds-of-a-day', 'payouts-of-a-day'] as const
export type DayLimitKind = (typeof dayLimits)[number]

/**
 * `refund`: returns an order's money (refunds and voids). A void of a hold counts too: until the gateway replies, the
 * hold may have been captured. `charge`: collects or holds. `payout`: sends money without an order, also between cards.
 */
export function limitKindOf(operation: MoneyEntry): LimitedOperation {
  const direction = directionOf(operation)
  if (!createsOrder(operation) && direction === 'out') return 'refund'
  return direction === 'in' || effectOf(operation) === 'holds-money' ? 'charge' : 'payout'
}

/** The daily sum to which an operation adds its amount; null for a capture, whose hold was already added. */
export function dayLimitOf(operation: MoneyEntry): DayLimitKind | null {
  if (!createsOrder(operation) && directionOf(operation) === 'in') return null
  return `${limitKindOf(operation)}s-of-a-day`
}

/** The operations that add to a daily sum. */
export function operationsOf(limit: DayLimitKind): readonly OperationId[] {
  return catalogue.flatMap((operation) =>
    (touchesMoney(operation) && dayLimitOf(operation) === limit ? [operation.id] : []))
}
