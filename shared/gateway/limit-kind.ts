/** Which limit of a profile an operation falls under. */
import { catalogue, touchesMoney, type MoneyEntry, type OperationId } from './operations.ts'

export type LimitedOperation = 'charge' | 'refund' | 'payout'

/**
 * `refund`: gives back of an order (refunds and voids; also of a hold, for until the gateway answers nobody knows that
 * nothing was captured). `charge`: takes or holds. `payout`: sends money without an order, transfers between cards too.
 */
export function limitKindOf({ createsOrder, effect, money: { direction } }: MoneyEntry): LimitedOperation {
  if (!createsOrder && direction === 'out') return 'refund'
  return direction === 'in' || effect === 'holds-money' ? 'charge' : 'payout'
}

/** The operations whose sum of a day is limited. */
export const refundingOperations: readonly OperationId[] = catalogue
  .flatMap((operation) => touchesMoney(operation) && limitKindOf(operation) === 'refund' ? [operation.id] : [])
