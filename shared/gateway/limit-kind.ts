/** The limit of a profile that applies to an operation. */
import {
  catalogue, createsOrder, directionOf, effectOf, touchesMoney, type MoneyEntry, type OperationId,
} from './operations.ts'

export type LimitedOperation = 'charge' | 'refund' | 'payout'

/**
 * `refund`: returns money of an order: refunds and voids. Voids of a hold count too: until the gateway replies, it may
 * have been captured. `charge`: collects or holds. `payout`: sends money without an order, also between cards.
 */
export function limitKindOf(operation: MoneyEntry): LimitedOperation {
  const direction = directionOf(operation)
  if (!createsOrder(operation) && direction === 'out') return 'refund'
  return direction === 'in' || effectOf(operation) === 'holds-money' ? 'charge' : 'payout'
}

/** The operations whose sum of a day is limited. */
export const refundingOperations: readonly OperationId[] = catalogue
  .flatMap((operation) => touchesMoney(operation) && limitKindOf(operation) === 'refund' ? [operation.id] : [])
