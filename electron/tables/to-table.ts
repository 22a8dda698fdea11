/** Converts the rows of a reader to a table with a fixed number of columns. */
import { withoutApostrophe } from '#shared/csv.ts'
import { longestCell, mostColumns, type ReadTable, type TableRow } from '#shared/model/values/table.ts'
import { Refusal, type RawRow } from './raw-table.ts'

/**
 * The table of non-empty rows. The first contains the names of the columns; shorter rows are filled with empty cells.
 * Unnamed empty columns at the right end are left out. Cells that this application protected from spreadsheets are read
 * without the protection. Throws a `Refusal`.
 */
export function toTable(raw: readonly RawRow[], mostRows: number): ReadTable {
  const [first, ...others] = raw
  if (first === undefined || others.length === 0) throw new Refusal('empty')
  if (others.length > mostRows) throw new Refusal('too-many-rows', mostRows)
  const columns = withoutEmptyEnd(first.cells.map((cell) => withoutApostrophe(cell.trim())))
  if (columns.length > mostColumns) throw new Refusal('too-many-columns', mostColumns)
  refuseOtherDelimiter(columns, others)
  return { columns, rows: others.map((row) => rowOf(row, columns.length)) }
}

function rowOf({ line, cells }: RawRow, width: number): TableRow {
  // SECURITY: in a file that separates by commas, "1,50" would become the amount 1.
  if (withoutEmptyEnd(cells).length > width) throw new Refusal('more-cells-than-columns', line)
  const kept = cells.slice(0, width).map(withoutApostrophe)
  if (kept.some((cell) => cell.length > longestCell)) throw new Refusal('cell-too-long', longestCell)
  return { line, cells: [...kept, ...Array<string>(width - kept.length).fill('')] }
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
}

const anyDelimiter = /[\t;|,:^~#\u001f]/g

/**
 * Refuses a table with the wrong delimiter: its rows, or all of it, have a single cell, and another delimiter occurs in
 * each of them.
 */
function refuseOtherDelimiter(columns: readonly string[], rows: readonly RawRow[]): void {
  const [name = ''] = columns
  const areWhole = rows.every(({ cells }) => cells.length === 1)
  if (!areWhole) return
  const everywhere = (columns.length > 1 ? [] : name.match(anyDelimiter) ?? [])
    .some((sign) => rows.every(({ cells }) => cells[0]?.includes(sign) === true))
  const inRows = columns.length > 1 && rows.every(({ cells }) => cells[0]?.search(anyDelimiter) !== -1)
  if (everywhere || inRows) throw new Refusal('one-column', rows[0]?.line ?? '')
}
