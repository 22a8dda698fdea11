/** Compares rows with the history: existing orders, equal payments, earlier refunds. */
import type { CardReference, MerchantOrderId, MinorUnits, OrderId } from '#shared/brands.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { createsOrder, touchesMoney, type Operation } from '#shared/gateway/operations/operations.ts'
import { enumeratedMinorAmounts } from '#shared/gateway/requests/request.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { isOpen, isUncertain } from '#shared/model/history/history.ts'
import { success, type Result } from '#shared/result.ts'
import type { EarlierEntry } from '../../../journal/port.ts'
import type { DeskContext } from '../../context.ts'
import { duplicateWithinMs } from '../../payments/index.ts'
import { destinationsOf, merchantOfTarget, type Target } from '../../requests/index.ts'
import type { Earlier, RowFacts } from './state.ts'

/** An older entry is never recent, even if this computer's clock was wrong. */
const neverRecentMs = 24 * 3_600_000

/** The result for a row. `isDone`: the row is excluded in any case. */
export type Found = Pick<RowFacts, 'earlier' | 'isDone'>
export const nothingFound: Found = { earlier: null, isDone: false }

/** A row with its values and the amount that it sends. */
export interface RowWithValues {
  readonly values: FieldValues
  readonly minorAmount: MinorUnits | null
}

/** Orders of the history by each of their ids. */
export interface KnownOrders {
  byMerchantOrderId(id: string | undefined): EarlierEntry | null
  byOrderId(id: string | undefined): EarlierEntry | null
}

/** Reads the orders that these values name. */
export async function knownOrders(
  { services }: DeskContext, target: Target, values: readonly FieldValues[],
): Promise<Result<KnownOrders, Failure>> {
  const found = await services.journal.ordersCreated({
    ...merchantOfTarget(target),
    merchantOrderIds: values.flatMap(({ merchantOrderId }) => merchantOrderId as MerchantOrderId | undefined ?? []),
    orderIds: values.flatMap(({ orderId }) => orderId as OrderId | undefined ?? []),
  })
  if (!found.ok) return found
  const byMerchantOrderId = new Map(found.value.map((entry) => [entry.merchantOrderId as string | null, entry]))
  const byOrderId = new Map(found.value.map((entry) => [entry.orderId as string | null, entry]))
  return success({
    byMerchantOrderId: (id) => (id === undefined ? null : byMerchantOrderId.get(id) ?? null),
    byOrderId: (id) => (id === undefined ? null : byOrderId.get(id) ?? null),
  })
}

/** The result for each row, in order. If the history has the row's order, the row is never sent again. */
export async function findInHistory(
  desk: DeskContext, operation: Operation, target: Target, rows: readonly RowWithValues[], known: KnownOrders,
): Promise<Result<readonly Found[], Failure>> {
  if (!touchesMoney(operation)) return success(rows.map(() => nothingFound))
  if (!createsOrder(operation)) return await actionsBefore(desk, operation, target, rows, known)
  const equal = await equalPayments(desk, operation, target, rows)
  if (!equal.ok) return equal
  return success(rows.map(({ values }, index): Found => {
    const used = known.byMerchantOrderId(values.merchantOrderId)
    if (used !== null) return { earlier: earlierOf('merchant-order-id-used', used), isDone: true }
    const equalEntry = equal.value[index] ?? null
    return { earlier: equalEntry === null ? null : earlierOf('equal-payment', equalEntry), isDone: false }
  }))
}

/** The rules of `payments/possible-duplicate.ts` for many rows. */
async function equalPayments(
  desk: DeskContext, operation: Operation, target: Target, rows: readonly RowWithValues[],
): Promise<Result<readonly (EarlierEntry | null)[], Failure>> {
  const { journal } = desk.services
  const at = merchantOfTarget(target)
  const queries = rows.flatMap(({ values, minorAmount }, row) =>
    (values.cardReference === undefined ? [] : (['open', 'any'] as const).flatMap((which) =>
      [minorAmount, ...enumeratedMinorAmounts(values, target.context)].map((amount) => ({
        row, which, ...at, cardReference: values.cardReference as CardReference, minorAmount: amount,
        currency: values.currency ?? null,
      })))))
  const charges = await journal.duplicateCharges({ queries })
  if (!charges.ok) return charges
  const destinations = await destinationsOf(desk.services.vault, rows.map(({ values }) => values))
  if (!destinations.ok) return destinations
  const others = rows.flatMap(({ values, minorAmount }, row) => (values.cardReference !== undefined ? [] : [{
    row, ...at, operation: operation.id, minorAmount, currency: values.currency ?? null,
    destination: destinations.value[row] ?? null,
  }]))
  const orders = await journal.duplicateOrders({ queries: others })
  if (!orders.ok) return orders
  const found: (EarlierEntry | null)[] = rows.map(() => null)
  for (const [index, { row, which }] of queries.entries()) {
    const equalEntry = charges.value[index] ?? null
    if (equalEntry !== null && (which === 'open' || await isRecent(desk, equalEntry))) found[row] ??= equalEntry
  }
  for (const [index, { row }] of others.entries()) {
    const equalEntry = orders.value[index] ?? null
    if (equalEntry !== null && await isRecent(desk, equalEntry)) found[row] ??= equalEntry
  }
  return success(found)
}

async function isRecent({ services, ages }: DeskContext, entry: EarlierEntry): Promise<boolean> {
  if (services.system.now() - Date.parse(entry.at) > neverRecentMs) return false
  return await ages.of(entry) < duplicateWithinMs
}

/**
 * Finds earlier equal refunds, voids and captures of any age, so that a file that is sent twice does not refund twice.
 * An entry that a person closed proves nothing, so it is a possible duplicate.
 */
async function actionsBefore(
  { services }: DeskContext, operation: Operation, target: Target, rows: readonly RowWithValues[], known: KnownOrders,
): Promise<Result<readonly Found[], Failure>> {
  const orderIds = [...new Set(rows.flatMap(({ values }) => values.orderId as OrderId | undefined ?? []))]
  const actions = await services.journal.actionsOfOrders({ ...merchantOfTarget(target), orderIds })
  if (!actions.ok) return actions
  const ofOrder = Map.groupBy(actions.value, ({ orderId }) => orderId as string | null)
  return success(rows.map(({ values, minorAmount }): Found => {
    const before = ofOrder.get(values.orderId ?? null) ?? []
    const whole = known.byOrderId(values.orderId)?.minorAmount ?? null
    return foundAmong(before, operation, values.amount === undefined ? null : minorAmount, whole)
  }))
}

/** Judges a row by the refunds, voids and captures of its order. A null amount means the whole order. */
export function foundAmong(
  before: readonly EarlierEntry[], operation: Operation, minorAmount: MinorUnits | null, whole: MinorUnits | null,
): Found {
  const equal = before.filter((entry) =>
    entry.operation === operation.id && (entry.minorAmount ?? whole) === (minorAmount ?? whole))
  const done = equal.find(({ state }) => isOpen(state) || state === 'approved')
  if (done !== undefined) return { earlier: earlierOf('equal-refund', done), isDone: true }
  const busy = before.find(({ state }) => isOpen(state))
  if (busy !== undefined) return { earlier: earlierOf('order-busy', busy), isDone: false }
  const closed = equal.find(({ state }) => isUncertain(state))
  return { earlier: closed === undefined ? null : earlierOf('equal-refund', closed), isDone: false }
}

/** An entry in the form for a row. */
function earlierOf(
  kind: Earlier['kind'], { entryId, state, at }: Pick<EarlierEntry, 'entryId' | 'state' | 'at'>,
): Earlier {
  return { kind, line: null, entryId, state, at }
}
