/** The values of a row: edited cells, then its columns, then the values for all rows. */
import type { FieldKey, FieldValues } from '#shared/gateway/fields.ts'
import { maskFreeText } from '#shared/gateway/masking.ts'
import { carries, createsOrder } from '#shared/gateway/operations.ts'
import { normaliseValues } from '#shared/gateway/validation.ts'
import type { Draft } from '#shared/model/batch.ts'
import type { Separator } from '#shared/reconcile/written-amounts.ts'
import { majorText, separatorOf } from '#shared/tables/amount-column.ts'
import { batchFields } from '#shared/tables/batch-columns.ts'
import { derivedOrderId } from './order-ids.ts'
import type { DraftState, StateRow } from './state.ts'

/** How amounts are read. `shown` is what a person chose or has to choose, null where there is nothing to choose. */
export interface Decimals {
  /** Null until it is clear. */
  readonly separator: Separator | null
  readonly shown: Draft['decimals']
}

/** The one reading of a draft's amounts. */
export function decimalsOf(draft: DraftState): Decimals {
  const index = columnOf(draft, 'amount')
  const found = index === -1 ? null : separatorOf(draft.rows.map(({ cells }) => cells[index] ?? ''))
  if (found !== 'unclear') return { separator: found ?? 'point', shown: null }
  return { separator: draft.chosenSeparator, shown: draft.chosenSeparator ?? 'unclear' }
}

/** The column with a meaning; -1 without one. */
export function columnOf({ columns }: Pick<DraftState, 'columns'>, meaning: FieldKey | 'row-name'): number {
  return columns.findIndex((column) => column.meaning === meaning)
}

/** True where merchant order ids are derived: the operation creates orders, and neither column nor default has them. */
export function derivesOrderIds(draft: DraftState): boolean {
  return createsOrder(draft.operation) && columnOf(draft, 'merchantOrderId') === -1
}

/** Required fields without a column, a value for all rows, or another source. */
export function missingFields(draft: DraftState): readonly FieldKey[] {
  const { operation, target: { entryPoint }, defaults } = draft
  return batchFields(operation).filter(({ key, need }) => {
    if (need !== 'required' || columnOf(draft, key) !== -1) return false
    if (key === 'merchantOrderId') return isIdMissing(draft)
    // The history knows both ids of an order.
    if (key === 'orderId') return columnOf(draft, 'merchantOrderId') === -1
    return (defaults[key] ?? '').trim() === '' && !(key === 'currency' && entryPoint.kind === 'endpoint')
  }).map(({ key }) => key)
}

function isIdMissing(draft: DraftState): boolean {
  if (derivesOrderIds(draft)) return (draft.periodLabel ?? '').trim() === '' || columnOf(draft, 'row-name') === -1
  return !carries(draft.operation, 'orderId') || columnOf(draft, 'orderId') === -1
}

/** The normalised values of a row as far as the table has them. */
export function valuesOf(draft: DraftState, row: StateRow, separator: Separator): FieldValues {
  const { operation, columns, defaults, periodLabel } = draft
  const values: { [Key in FieldKey]?: string } = {}
  for (const { key } of batchFields(operation)) if (key !== 'merchantOrderId') values[key] = defaults[key]
  columns.forEach(({ meaning }, index) => {
    const cell = row.cells[index] ?? ''
    if (meaning === null || meaning === 'row-name') return
    values[meaning] = meaning === 'amount' ? majorText(cell, separator) : cell
  })
  if (derivesOrderIds(draft)) {
    const name = row.cells[columnOf(draft, 'row-name')] ?? ''
    values.merchantOrderId = derivedOrderId(periodLabel ?? '', name) ?? ''
  }
  for (const [key, value] of row.edits) values[key] = value
  return normaliseValues(operation, values)
}

/** True where the text of a field was replaced, as it holds a card number. */
export function isWithheld(draft: DraftState, row: StateRow, key: FieldKey): boolean {
  return row.edits.has(key) ? row.withheld.has(key) : row.withheld.has(columnOf(draft, key))
}

/**
 * Replaces the text of a field by its masked form. SECURITY: a card number in the place of a reference is kept nowhere,
 * not even in memory.
 */
export function withhold(draft: DraftState, row: StateRow, key: FieldKey): void {
  const edited = row.edits.get(key)
  if (edited !== undefined) {
    row.edits.set(key, maskFreeText(edited))
    row.withheld.add(key)
    return
  }
  const index = columnOf(draft, key)
  if (index === -1) return
  row.cells[index] = maskFreeText(row.cells[index] ?? '')
  row.withheld.add(index)
}

