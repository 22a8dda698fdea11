/** The limits of a profile that apply to an operation. */
import {
  catalogue, createsOrder, directionOf, effectOf, touchesMoney, type MoneyEntry, type OperationId,
} from './operations.ts'

export type LimitedOperation = 'charge' | 'refund' | 'payout'

/** The sums of a day that a profile may limit. */
export const dayLimits = ['charges-of-a-day', 'refunds-of-a-day', 'payouts-of-a-day'] as const
export type DayLimitKind = (typeof dayLimits)[number]

/**
 * `refund`: returns money of an order: refunds and voids. Voids of a hold count too: until the gateway replies, it may
 * have been captured. `charge`: collects or holds. `payout`: sends money without an order, also between cards.
 */
export function limitKindOf(operation: MoneyEntry): LimitedOperation {
  const direction = directionOf(operation)
  if (!createsOrder(operation) && direction === 'out') return 'refund'
  return direction === 'in' || effectOf(operation) === 'holds-money' ? 'charge' : 'payout'
}

/** The sum of a day to which an operation adds its amount; null for a capture, whose hold has added it. */
export function dayLimitOf(operation: MoneyEntry): DayLimitKind | null {
  if (!createsOrder(operation) && directionOf(operation) === 'in') return null
  return `${limitKindOf(operation)}s-of-a-day`
}

/** The operations that add to a sum of a day. */
export function operationsOf(limit: DayLimitKind): readonly OperationId[] {
  return catalogue.flatMap((operation) =>
    (touchesMoney(operation) && dayLimitOf(operation) === limit ? [operation.id] : []))
}
