/** An open statement: its table, and the meanings of its columns. */
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { Statement } from '#shared/model/payments/reconcile.ts'
import type { ReadTable } from '#shared/model/values/table.ts'
import { amountFields, recognisedColumns, type ColumnField } from '#shared/reconcile/columns.ts'
import { typeWords, type Reading } from '#shared/reconcile/read-lines.ts'
import { areDirections, markedAmount } from '#shared/tables/directions.ts'
import { likeliestSeparator, possibleSeparators } from '#shared/tables/written-amounts.ts'
import { possibleOrders } from '#shared/tables/written-days.ts'

const mostExamples = 3
const longestExample = 60

export interface OpenStatement {
  readonly statementId: string
  readonly fileName: string
  readonly table: ReadTable
}

/** The statement for display, with these meanings, otherwise with the stored ones, otherwise by its headers. */
export function shownStatement(
  { statementId, fileName, table }: OpenStatement, kept: Reading | null, meanings?: Reading['meanings'],
): Statement {
  const chosen = meanings ?? kept?.meanings ?? recognised(table)
  const orders = possibleOrders(cellsOf(table, chosen, 'day'))
  const amounts = amountFields.flatMap((field) => cellsOf(table, chosen, field))
  const separators = possibleSeparators(amounts)
  return {
    statementId, fileName, lines: table.rows.length,
    columns: table.columns.map((header, column) => ({ header: shown(header), examples: examplesOf(table, column) })),
    reading: {
      meanings: chosen,
      separator: fitting(kept?.separator, separators) ?? kept?.separator ?? likeliestSeparator(amounts),
      dayOrder: fitting(kept?.dayOrder, orders) ?? kept?.dayOrder ?? 'day-first',
      currency: kept?.currency ?? null, kinds: kept?.kinds ?? {},
    },
    headerLine: table.headerLine ?? null,
    areDirected: chosen.includes('direction') || amounts.some((cell) => markedAmount(cell) !== null),
    isKept: kept !== null, separators, dayOrders: orders, words: typeWords(table.rows, chosen),
  }
}

/** By the headers; a column of kinds with "CR" and "DR" only states the direction. */
function recognised(table: ReadTable): Reading['meanings'] {
  const found = recognisedColumns(table.columns)
  const statesDirection = !found.includes('direction') && areDirections(cellsOf(table, found, 'type'))
  return statesDirection ? found.map((field) => (field === 'type' ? 'direction' : field)) : found
}

function fitting<Value>(kept: Value | undefined, possible: readonly Value[]): Value | undefined {
  return kept !== undefined && possible.includes(kept) ? kept : possible[0]
}

function cellsOf({ rows }: ReadTable, meanings: Reading['meanings'], field: ColumnField): readonly string[] {
  const column = meanings.indexOf(field)
  return column === -1 ? [] : rows.map(({ cells }) => cells[column] ?? '')
}

function examplesOf({ rows }: ReadTable, column: number): readonly string[] {
  const found: string[] = []
  for (const { cells } of rows) {
    if (found.length === mostExamples) break
    const example = shown(cells[column] ?? '')
    if (example !== '' && !found.includes(example)) found.push(example)
  }
  return found
}

/** SECURITY: any cell may contain a card number. */
function shown(text: string): string {
  const masked = maskFreeText(text.trim())
  return masked.length > longestExample ? `${masked.slice(0, longestExample - 1)}…` : masked
}
