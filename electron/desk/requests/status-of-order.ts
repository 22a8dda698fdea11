/** The status request that an order needs, by the request that created it. */
import type { MerchantOrderId, OrderId } from '#shared/brands.ts'
import { operations, type Operation } from '#shared/gateway/operations/operations.ts'
import { statusOperation } from '#shared/gateway/operations/status-operation.ts'
import type { Services } from '../services.ts'
import { merchantOfTarget, type Target } from './target.ts'

/** Ids of an order; at least one is known. */
export interface OrderIdsKnown {
  readonly merchantOrderId: MerchantOrderId | null
  readonly orderId: OrderId | null
}

/** The status request of an order (addendum 3): of version 2 if no request in this history created the order. */
export async function statusOperationOf(
  { journal }: Pick<Services, 'journal'>, target: Target, { merchantOrderId, orderId }: OrderIdsKnown,
): Promise<Operation> {
  const creator = merchantOrderId === null
    ? null
    : await journal.findMerchantOrderId({ ...merchantOfTarget(target), merchantOrderId })
  const row = creator?.ok === true ? creator.value : null
  // A merchant order id may repeat at the gateway: if the order id differs, it is another order.
  const isCreator = row !== null && (orderId === null || row.orderId === null || row.orderId === orderId)
  return statusOperation(isCreator ? operations[row.operation] : null, target.profile.switches)
}
