/** The values of a row: edited cells, then its columns, then the values for all rows. */
import type { FieldKey, FieldValues } from '#shared/gateway/fields/fields.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import { normaliseValues, shortenedAmount } from '#shared/gateway/requests/validation.ts'
import type { Draft } from '#shared/model/payments/batch.ts'
import type { Separator } from '#shared/tables/written-amounts.ts'
import { majorText, separatorOf } from '#shared/tables/amount-column.ts'
import { batchFields, unclearOf } from '#shared/tables/batch-columns.ts'
import { derivesOrderIds, type TableMapping } from '#shared/tables/missing-fields.ts'
import { derivedOrderId } from './order-ids.ts'
import type { DraftState, StateRow } from './state.ts'

/** How amounts are read. `shown`: what a person chose or must choose; null if there is no choice. */
export interface Decimals {
  /** Null until it is known. */
  readonly separator: Separator | null
  readonly shown: Draft['decimals']
}

/** How a draft's amounts are read. */
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

/** The text of the table for a field, an amount in its reading; undefined if no column has the field. */
export function cellOf(
  draft: DraftState, row: StateRow, field: FieldKey, { separator }: Decimals,
): string | undefined {
  const cell = row.cells[columnOf(draft, field)]
  return cell === undefined || field !== 'amount' ? cell : amountIn(cell, separator ?? 'point')
}

/** The amount of a cell as it is sent. Spreadsheets add zeros, for which the field may be too short. */
function amountIn(cell: string, separator: Separator): string {
  return shortenedAmount(majorText(cell, separator))
}

/** The mapping of a draft, for the page and the check. */
export function mappingOf(
  { operation, target: { entryPoint }, columns, defaults, periodLabel }: DraftState,
): TableMapping {
  const meanings = columns.map(({ meaning }) => meaning)
  return { operation, entryPoint, meanings, unclear: unclearOf(columns), defaults, periodLabel }
}

/** The normalised values of a row, from the table and the person's changes. */
export function valuesOf(draft: DraftState, row: StateRow, separator: Separator): FieldValues {
  const { operation, columns, defaults, periodLabel } = draft
  const values: { [Key in FieldKey]?: string } = {}
  for (const { key } of batchFields(operation)) if (key !== 'merchantOrderId') values[key] = defaults[key]
  columns.forEach(({ meaning }, index) => {
    const cell = row.cells[index] ?? ''
    if (meaning === null || meaning === 'row-name') return
    values[meaning] = meaning === 'amount' ? amountIn(cell, separator) : cell
  })
  if (derivesOrderIds(mappingOf(draft))) {
    const name = row.cells[columnOf(draft, 'row-name')] ?? ''
    values.merchantOrderId = derivedOrderId(periodLabel ?? '', name) ?? ''
  }
  for (const [key, value] of row.edits) values[key] = value
  return normaliseValues(operation, values)
}

/** True for a list that may be one amount or two: "10,15" if amounts are written with a comma. */
export function isUnclearList(draft: DraftState, row: StateRow, separator: Separator): boolean {
  if (separator !== 'comma' || row.edits.has('enumeratedAmounts')) return false
  const parts = (row.cells[columnOf(draft, 'enumeratedAmounts')] ?? '').split(',')
  return parts.length > 1 && parts.some((part) => !part.includes('.'))
}

/** True if the text of a field was masked because it holds a card number. */
export function isWithheld(draft: DraftState, row: StateRow, key: FieldKey): boolean {
  return row.edits.has(key) ? row.withheld.has(key) : row.withheld.has(columnOf(draft, key))
}

/**
 * Replaces the text of a field by its masked form. SECURITY: a card number in place of a reference is not stored, not
 * even in memory.
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

