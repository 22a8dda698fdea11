/** The first actions of a run: resolve entries of earlier runs, and report all states. */
import type { EntryId } from '#shared/brands.ts'
import { createsOrder, operationIds, operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import { isOpen, type EntryDetail, type HistoryRow } from '#shared/model/history/history.ts'
import type { HistoryPage } from '#shared/model/history/history-list.ts'
import type { Result } from '#shared/result.ts'
import { nameInJournal } from './payment-name.ts'
import type { FoundPayment } from './messages.ts'
import { openSpanOf } from './open-span.ts'
import { mostPaymentsOfARun, type Left, type Sold } from './one-desk/people.ts'
import type { Application } from './services.ts'

const onMoney = operationIds.filter((id) => touchesMoney(operations[id]))

/** Requests the status of every open or unknown entry once, except those that were checked before. */
export async function resolveAll({ calls }: Application, askedBefore: ReadonlySet<EntryId>): Promise<void> {
  const open = valueOf(await calls['resolution.list'](null))
  for (const { row: { entryId, state } } of open) {
    if (state === 'unknown' && askedBefore.has(entryId)) continue
    // Whatever the result: an entry that cannot be resolved does not change, and is compared afterwards.
    await calls['orders.checkStatus']({ entryId })
  }
}

/** The newest payments, more than two runs can have sent, or every payment. */
export async function findPayments(application: Application, which: 'newest' | 'everything'): Promise<FoundPayment[]> {
  const found: FoundPayment[] = []
  let page = await pageOf(application, null, which === 'newest' ? 2 * mostPaymentsOfARun : 200)
  for (;;) {
    for (const { entryId } of page.rows) {
      found.push(foundPayment(valueOf(await application.calls['history.entry']({ entryId }))))
    }
    if (which === 'newest' || page.next === null) return found
    page = await pageOf(application, page.next, 200)
  }
}

/** Approved orders among the newest without a refund. */
export async function findSold(application: Application): Promise<Sold[]> {
  const { rows } = await pageOf(application, null, 2 * mostPaymentsOfARun)
  const later = rows.filter(({ operation }) => !createsOrder(operations[operation]))
  const refunded = new Set(later.map(({ orderId }) => orderId))
  return rows.flatMap(({ operation, state, orderId, merchantOrderId }) =>
    createsOrder(operations[operation]) && state === 'approved' && orderId !== null && merchantOrderId !== null
      && !refunded.has(orderId)
      ? [{ orderId, merchantOrderId }]
      : [])
}

/** The payments of earlier runs: open ones first, then charges, newest first. */
export async function findLeft(application: Application): Promise<Left[]> {
  const { rows } = await pageOf(application, null, 2 * mostPaymentsOfARun)
  const left = rows.filter(({ operation, state }) =>
    isOpen(state) || (createsOrder(operations[operation]) && state !== 'not-sent'))
  return left.toSorted((one, other) => Number(isOpen(other.state)) - Number(isOpen(one.state)))
    .flatMap((row) => leftIn(application, row))
}

function leftIn({ profileIds }: Application, { operation, merchantOrderId, orderId, profileId }: HistoryRow): Left[] {
  if (merchantOrderId === null) return []
  const refundOf = createsOrder(operations[operation]) ? null : orderId
  return [{ merchantOrderId, refundOf, profile: profileId === profileIds[0] ? 0 : 1 }]
}

async function pageOf({ calls }: Application, before: string | null, limit: number): Promise<HistoryPage> {
  return valueOf(await calls['history.search']({
    text: '', states: [], operations: onMoney, profileId: null, before, limit,
  }))
}

function foundPayment(detail: EntryDetail): FoundPayment {
  const { entryId, state, orderId } = detail.row
  const wasCut = detail.events.some((event) => event.kind === 'outcome' && event.fault === 'application-ended')
  const isOrder = createsOrder(operations[detail.row.operation])
  const action = isOrder || orderId === null ? null : { orderId, ...openSpanOf(detail) }
  return { entryId, name: nameInJournal(detail), state, action, wasCut }
}

/** The value of an answer that must not be a failure. */
export function valueOf<Value>(answer: Result<Value, { readonly code: string }>): Value {
  if (!answer.ok) throw new Error(`the desk answered ${answer.failure.code}`)
  return answer.value
}
