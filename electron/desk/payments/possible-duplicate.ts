import type { CardReference, MinorUnits } from '#shared/brands.ts'
import { isRefund } from '#shared/gateway/orders/order-actions.ts'
import { enumeratedMinorAmounts } from '#shared/gateway/requests/request.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { isOpen, isUncertain, isUndone, type HistoryRow } from '#shared/model/history/history.ts'
import { success, type Result } from '#shared/result.ts'
import { duplicateMinutes } from '#shared/team/claim-rules.ts'
import type { DeskContext } from '../context.ts'
import type { OrderSnapshot } from '../orders/index.ts'
import { merchantOfTarget, type OperationRequest } from '../requests/index.ts'

/** Time in which an equal payment is a possible duplicate, here and in a team. */
export const duplicateWithinMs = duplicateMinutes * 60_000

/** The refunds of an order that are known here, and its whole amount. */
type RefundsOf = Pick<OrderSnapshot, 'actions' | 'whole'>

/**
 * The newest order of the merchant that this one may duplicate. With a card reference: same amount and currency, and an
 * open outcome of any age or sent within 30 minutes. Without one: same operation, amount, currency and destination
 * within 30 minutes.
 */
export async function findDuplicateOrder(
  { services, ages }: DeskContext, operationRequest: OperationRequest, minorAmount: MinorUnits | null,
): Promise<Result<HistoryRow | null, Failure>> {
  const { operation, target, values, destination = null } = operationRequest
  const { cardReference, currency = null } = values
  const at = merchantOfTarget(target)
  if (cardReference === undefined) {
    const equal = await services.journal.findDuplicateOrder({
      ...at, operation: operation.id, minorAmount, currency, destination,
    })
    return equal.ok ? success(await ifRecent(ages, equal.value)) : equal
  }
  // Any of the enumerated amounts may be the one that was charged.
  for (const which of ['open', 'any'] as const) {
    for (const amount of [minorAmount, ...enumeratedMinorAmounts(values, target.context)]) {
      const equal = await services.journal.findDuplicateCharge({
        ...at, cardReference: cardReference as CardReference, minorAmount: amount, currency, which,
      })
      if (!equal.ok) return equal
      const found = which === 'open' ? equal.value : await ifRecent(ages, equal.value)
      if (found !== null) return success(found)
    }
  }
  return success(null)
}

/**
 * The newest refund of the same amount if its outcome is open or it was sent within 30 minutes; null for other
 * payments. A refund without an amount was of the whole order.
 */
export async function findDuplicateRefund(
  { ages }: DeskContext, operationRequest: OperationRequest, minorAmount: MinorUnits | null,
  { actions, whole }: RefundsOf,
): Promise<HistoryRow | null> {
  if (!isRefund(operationRequest.operation.id)) return null
  const newest = actions.find((row) => isEqualRefund(row, minorAmount, whole) && !isUndone(row.state)) ?? null
  return newest !== null && isOpen(newest.state) ? newest : await ifRecent(ages, newest)
}

/** The newest refund of the same amount, at any age, that was or may have been carried out; null for other payments. */
export function findEarlierRefund(
  { operation }: OperationRequest, minorAmount: MinorUnits | null, { actions, whole }: RefundsOf,
): HistoryRow | null {
  if (!isRefund(operation.id)) return null
  return actions.find((row) => isEqualRefund(row, minorAmount, whole)
    && (row.state === 'approved' || isUncertain(row.state))) ?? null
}

function isEqualRefund(row: HistoryRow, minorAmount: MinorUnits | null, whole: MinorUnits | null): boolean {
  return isRefund(row.operation) && (row.minorAmount ?? whole) === (minorAmount ?? whole)
}

async function ifRecent(ages: DeskContext['ages'], row: HistoryRow | null): Promise<HistoryRow | null> {
  return row !== null && await ages.of(row) < duplicateWithinMs ? row : null
}
