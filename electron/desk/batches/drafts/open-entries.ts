/** Opens drafts from the history: from orders, cards to charge again, or open lines of a compared statement. */
import type { EntryId } from '#shared/brands.ts'
import { fields, type FieldKey } from '#shared/gateway/fields/fields.ts'
import { createsOrder, operations, touchesMoney, type Operation } from '#shared/gateway/operations/operations.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { mostRows, type ColumnMeaning } from '#shared/model/payments/batch.ts'
import type { EntryDetail } from '#shared/model/history/history.ts'
import { failed } from '#shared/result.ts'
import { batchFields, type RecognisedColumn } from '#shared/tables/batch-columns.ts'
import type { DeskContext } from '../../context.ts'
import type { History } from '../../history/index.ts'
import type { Target } from '../../requests/index.ts'
import { keptField } from '../../resolution/index.ts'
import { draftTarget, fromFileOnly, newDraft } from './open.ts'
import type { DraftState, Obstacle } from './state.ts'
import type { DraftStore } from './store.ts'

/** The row of an entry: values by field, the name of the row, or why it cannot be sent. */
interface FromEntry {
  readonly values: { readonly [Meaning in FieldKey | 'row-name']?: string }
  readonly obstacle: Obstacle | null
}

/** The column of the earlier id, which names the row. The new order needs another id. */
const earlierId = 'Earlier merchant order id'

/** Opens the draft with one row for each entry, in the order of the selection. */
export async function openEntries(
  desk: DeskContext, drafts: DraftStore, history: Pick<History, 'calls'>,
  { entryIds, ...at }: ParsedInput<'batches.openEntries'>,
): Promise<CallAnswer<'batches.openEntries'>> {
  const before = drafts.timesDropped()
  const allowed = fromFileOnly(at)
  if (!allowed.ok) return allowed
  const target = await draftTarget(desk, at)
  if (!target.ok) return target
  const operation = operations[at.operation]
  const rows: FromEntry[] = []
  for (const entryId of new Set(entryIds)) rows.push(await rowOf(history, entryId, operation, target.value))
  return await drafts.add(draftOf(desk, operation, target.value, rows), before)
}

/** Opens what a compared statement left open: a row for each unmatched entry, and for each order of a line. */
export async function openStatement(
  desk: DeskContext, drafts: DraftStore, history: Pick<History, 'calls'>,
  { resultId, ...at }: ParsedInput<'batches.openStatement'>,
): Promise<CallAnswer<'batches.openStatement'>> {
  const before = drafts.timesDropped()
  const target = await draftTarget(desk, at)
  if (!target.ok) return target
  const open = await desk.services.reconcile.statusRows({ resultId })
  if (!open.ok) return failed(open.failure)
  const { entryIds, orders } = open.value
  if (entryIds.length + orders.length > mostRows) {
    return failed({ code: 'table-refused', why: 'too-many-rows', detail: mostRows.toLocaleString('en') })
  }
  const operation = operations[at.operation]
  const rows: FromEntry[] = []
  for (const entryId of entryIds) rows.push(await rowOf(history, entryId, operation, target.value))
  for (const { orderId, merchantOrderId } of orders) {
    rows.push({ values: { merchantOrderId, ...(orderId !== null && { orderId }) }, obstacle: null })
  }
  return await drafts.add(draftOf(desk, operation, target.value, rows), before)
}

/** A draft of rows with known meanings. */
function draftOf(
  desk: DeskContext, operation: Operation, target: Target, rows: readonly FromEntry[],
): DraftState {
  const meanings = meaningsOf(operation, rows)
  const table = {
    columns: meanings.map((meaning) => (meaning === 'row-name' ? earlierId : fields[meaning].label)),
    rows: rows.map(({ values }, index) =>
      ({ line: index + 1, cells: meanings.map((meaning) => values[meaning] ?? '') })),
  }
  const recognised = meanings.map((meaning): RecognisedColumn => ({ meaning, recognisedBy: 'label' }))
  const draft = newDraft(desk, operation, target, { source: 'history', fileName: null }, table, recognised)
  return { ...draft, rows: draft.rows.map((row, index) => ({ ...row, obstacle: rows[index]?.obstacle ?? null })) }
}

async function rowOf(
  history: Pick<History, 'calls'>, entryId: EntryId, operation: Operation, target: Target,
): Promise<FromEntry> {
  const found = await history.calls['history.entry']({ entryId })
  if (!found.ok) return { values: {}, obstacle: { code: 'no-such-entry', detail: '' } }
  const { row } = found.value
  const values = createsOrder(operation) ? requestValues(operation, found.value) : valuesOfOrder(operation, found.value)
  return { values, obstacle: obstacleOf(operation, found.value, row.merchantKey !== target.merchant) }
}

function obstacleOf(operation: Operation, { row }: EntryDetail, isOther: boolean): Obstacle | null {
  if (isOther) return { code: 'other-profile', detail: row.profileName }
  if (!createsOrder(operation)) {
    const isOfOrder = touchesMoney(operation) ? createsOrder(operations[row.operation]) : row.merchantOrderId !== null
    return operation.kind === 'card-lookup' || isOfOrder ? null : { code: 'not-an-order', detail: '' }
  }
  // In any other state money may have moved, or may still move.
  if (row.state !== 'declined') return { code: 'not-declined', detail: row.state }
  return row.cardReference === null ? { code: 'without-card', detail: '' } : null
}

/** The ids of the entry's order, and its card. */
function valuesOfOrder(operation: Operation, { row }: EntryDetail): FromEntry['values'] {
  const { merchantOrderId, orderId, cardReference } = row
  const known = { merchantOrderId, orderId, cardReference }
  return Object.fromEntries(batchFields(operation).flatMap(({ key }) => {
    const value = key in known ? known[key as keyof typeof known] : null
    return value === null ? [] : [[key, value]]
  }))
}

/** The journaled values of the request, for a new order with the same card. */
function requestValues(operation: Operation, detail: EntryDetail): FromEntry['values'] {
  const sent = batchFields(operation).filter(({ key }) => key !== 'merchantOrderId').flatMap(({ key }) => {
    const value = key === 'cardReference' ? detail.row.cardReference : keptField(detail, key)
    return value === null ? [] : [[key, value] as const]
  })
  return { ...Object.fromEntries(sent), 'row-name': detail.row.merchantOrderId ?? '' }
}

/** The columns that at least one row fills. */
function meaningsOf(operation: Operation, rows: readonly FromEntry[]): readonly NonNullable<ColumnMeaning>[] {
  const used = new Set(rows.flatMap(({ values }) => Object.keys(values)))
  return ['row-name' as const, ...batchFields(operation).map(({ key }) => key)].filter((meaning) => used.has(meaning))
}
