/** Which limit of a profile an operation falls under. */
import {
  catalogue, createsOrder, directionOf, effectOf, touchesMoney, type MoneyEntry, type OperationId,
} from './operations.ts'

export type LimitedOperation = 'charge' | 'refund' | 'payout'

/**
 * `refund`: gives back of an order (refunds and voids; also of a hold, for until the gateway answers nobody knows that
 * nothing was captured). `charge`: takes or holds. `payout`: sends money without an order, transfers between cards too.
 */
export function limitKindOf(operation: MoneyEntry): LimitedOperation {
  const direction = directionOf(operation)
  if (!createsOrder(operation) && direction === 'out') return 'refund'
  return direction === 'in' || effectOf(operation) === 'holds-money' ? 'charge' : 'payout'
}

/** The operations whose sum of a day is limited. */
export const refundingOperations: readonly OperationId[] = catalogue
  .flatMap((operation) => touchesMoney(operation) && limitKindOf(operation) === 'refund' ? [operation.id] : [])
