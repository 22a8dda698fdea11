/** Detects rows of a file that belong to other profiles; they cannot be sent with this one. */
import type { MerchantOrderId, OrderId } from '#shared/brands.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { createsOrder, type Operation } from '#shared/gateway/operations/operations.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../../context.ts'
import { merchantOfTarget, type Target } from '../../requests/index.ts'
import type { KnownOrders } from './against-history.ts'
import type { Obstacle } from './state.ts'

/**
 * For each row the obstacle that its order belongs to another merchant of this history, else null. Both ids must match
 * that order, as two gateways may assign the same order id.
 */
export async function ofOtherProfiles(
  { services }: DeskContext, operation: Operation, target: Target, rows: readonly FieldValues[], known: KnownOrders,
): Promise<Result<readonly (Obstacle | null)[], Failure>> {
  const ids = rows.map(({ merchantOrderId, orderId }) => (
    createsOrder(operation) || merchantOrderId === undefined || orderId === undefined
      || known.byOrderId(orderId) !== null || known.byMerchantOrderId(merchantOrderId) !== null
      ? null : { merchantOrderId: merchantOrderId as MerchantOrderId, orderId: orderId as OrderId }))
  const orders = ids.filter((one) => one !== null)
  if (orders.length === 0) return success(rows.map(() => null))
  const found = await services.journal.profilesOfOthers({ ...merchantOfTarget(target), orders })
  if (!found.ok) return found
  const names = new Map(orders.map((one, index) => [one, found.value[index] ?? null]))
  return success(ids.map((one) => {
    const name = one === null ? null : names.get(one) ?? null
    return name === null ? null : { code: 'other-profile', detail: name }
  }))
}
