import { createsOrder, effectOf, operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { EntryId } from '#shared/brands.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { isUndone, type EntryDetail, type HistoryRow } from '#shared/model/history/history.ts'
import type { OrderKey, OrderPage } from '#shared/model/payments/order.ts'
import { success, type Result } from '#shared/result.ts'
import { equalChargesOf, type History } from '../history/index.ts'
import { profilesOfEntry, sameEntryPoint } from '../requests/index.ts'
import type { DeskContext } from '../context.ts'
import type { Services } from '../services.ts'
import { orderPageOfAll } from './order-page.ts'

/**
 * Opens a payment by an entry about it, or by its order. A request that is no payment is returned unchanged. If an id
 * names several payments, they are returned for a person to choose from. The gateway is not queried.
 */
export async function openPayment(
  { services, following }: Pick<DeskContext, 'services' | 'following'>, history: History,
  key: ParsedInput<'orders.page'>,
): Promise<CallAnswer<'orders.page'>> {
  const opened = 'entryId' in key
    ? await openEntry(services, history, key.entryId)
    : await openOrder(services, history, key)
  if (!opened.ok || opened.value.kind !== 'payment') return opened
  const { refunds, entries, others = [] } = opened.value
  const [created] = [entries, others].flatMap((some) =>
    some.findLast(({ row }) => createsOrder(operations[row.operation]) && row.state !== 'not-sent') ?? [])
  const equal = created === undefined ? success([]) : await equalChargesOf(services, history, created.row)
  if (!equal.ok) return equal
  const newest = refunds.openEntryId
    ?? entries.findLast(({ row }) => createsOrder(operations[row.operation]))?.row.entryId
  return success({
    ...opened.value, equalCharges: equal.value, follow: newest === undefined ? null : following.stateOf(newest),
  })
}

async function openOrder(services: Services, history: History, key: OrderKey): Promise<CallAnswer<'orders.page'>> {
  const page = await orderPageOfAll(services, history, key)
  if (!page.ok) return page
  const payments = paymentsNamed(page.value, key)
  return success(payments.length > 1 ? { kind: 'choice', payments } : page.value)
}

async function openEntry(
  services: Services, history: History, entryId: EntryId,
): Promise<CallAnswer<'orders.page'>> {
  const found = await entryOf(history, entryId)
  if (!found.ok) return found
  const { row } = found.value
  if (!isOfPayment(row)) return success({ kind: 'request', detail: found.value })
  const creator = await creatorOf(history, row)
  const profiles = await profilesOfEntry(services, row)
  if (!profiles.ok) return profiles
  const profile = profiles.value[0]
  const at = creator ?? row
  const ownEntryPoint = profile?.entryPoints.find((one) => sameEntryPoint(one, at.entryPoint))
  const page = await orderPageOfAll(services, history, {
    profileId: profile?.id ?? row.profileId,
    entryPoint: ownEntryPoint ?? profile?.entryPoints[0] ?? at.entryPoint,
    orderId: at.orderId ?? row.orderId,
    merchantOrderId: at.merchantOrderId ?? row.merchantOrderId,
    of: row,
    ...(creator !== null && creator.orderId === null && { creator }),
  })
  return page.ok ? success({ ...page.value, openedBy: entryId }) : page
}

async function entryOf(history: History, entryId: EntryId): Promise<Result<EntryDetail, Failure>> {
  return await history.calls['history.entry']({ entryId })
}

/** The request that created the order of an entry; null if it is not recorded here. */
async function creatorOf(history: History, row: HistoryRow): Promise<HistoryRow | null> {
  if (createsOrder(operations[row.operation])) return row
  if (row.paymentEntryId === null) return null
  const found = await entryOf(history, row.paymentEntryId)
  return found.ok ? found.value.row : null
}

/** True for requests on the page of their payment; a lookup has a separate page. */
function isOfPayment({ operation, orderId, merchantOrderId }: HistoryRow): boolean {
  const isAbout = touchesMoney(operations[operation]) || effectOf(operations[operation]) === 'continues-order'
  return isAbout && (orderId !== null || merchantOrderId !== null)
}

/** The requests that may each have created an order with this key. */
function paymentsNamed({ entries, others = [] }: OrderPage, { orderId, merchantOrderId }: OrderKey): HistoryRow[] {
  return [...entries, ...others].map(({ row }) => row).filter((row) => createsOrder(operations[row.operation])
    && !isUndone(row.state)
    && (orderId === null ? row.merchantOrderId === merchantOrderId : row.orderId === orderId))
}
