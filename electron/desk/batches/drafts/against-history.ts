/** What the history knows about rows: orders that exist, payments that are alike, refunds that were made. */
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

/** Older entries are no recent ones, whatever this computer's clock did. */
const certainlyOldMs = 24 * 3_600_000

/** What was found about a row: `isDone` where it stays out at any rate. */
export type Found = Pick<RowFacts, 'earlier' | 'isDone'>
export const nothingFound: Found = { earlier: null, isDone: false }

/** A row with its values and the amount that it sends. */
export interface AskedRow {
  readonly values: FieldValues
  readonly minorAmount: MinorUnits | null
}

/** The orders of the history by both of their ids. */
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

/** What the history has of each row, in their order. A row may be an order that it has: that is never sent again. */
export async function findInHistory(
  desk: DeskContext, operation: Operation, target: Target, rows: readonly AskedRow[], known: KnownOrders,
): Promise<Result<readonly Found[], Failure>> {
  if (!touchesMoney(operation)) return success(rows.map(() => nothingFound))
  if (!createsOrder(operation)) return await actionsBefore(desk, operation, target, rows, known)
  const alike = await alikeBefore(desk, operation, target, rows)
  if (!alike.ok) return alike
  return success(rows.map(({ values }, index): Found => {
    const used = known.byMerchantOrderId(values.merchantOrderId)
    if (used !== null) return { earlier: earlierOf('merchant-order-id-used', used), isDone: true }
    const like = alike.value[index] ?? null
    return { earlier: like === null ? null : earlierOf('equal-payment', like), isDone: false }
  }))
}

/** The rules of `payments/possible-duplicate.ts`, for many rows. */
async function alikeBefore(
  desk: DeskContext, operation: Operation, target: Target, rows: readonly AskedRow[],
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
    const like = charges.value[index] ?? null
    if (like !== null && (which === 'open' || await isRecent(desk, like))) found[row] ??= like
  }
  for (const [index, { row }] of others.entries()) {
    const like = orders.value[index] ?? null
    if (like !== null && await isRecent(desk, like)) found[row] ??= like
  }
  return success(found)
}

async function isRecent({ services, ages }: DeskContext, entry: EarlierEntry): Promise<boolean> {
  if (services.system.now() - Date.parse(entry.at) > certainlyOldMs) return false
  return await ages.of(entry) < duplicateWithinMs
}

/**
 * An equal refund, void or capture of the order was done before, at any age: a file that is sent twice refunds nobody
 * twice. One that a person closed proves nothing, and is a possible duplicate.
 */
async function actionsBefore(
  { services }: DeskContext, operation: Operation, target: Target, rows: readonly AskedRow[], known: KnownOrders,
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

/** Judges the refunds, voids and captures of an order. Null amounts are about the whole of it. */
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

/** An entry as a row names it. */
function earlierOf(
  kind: Earlier['kind'], { entryId, state, at }: Pick<EarlierEntry, 'entryId' | 'state' | 'at'>,
): Earlier {
  return { kind, line: null, entryId, state, at }
}
