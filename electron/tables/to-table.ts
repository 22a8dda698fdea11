/** From the rows of a reader to a table with one number of columns. */
import { withoutApostrophe } from '#shared/csv.ts'
import { longestCell, mostColumns, type ReadTable, type TableRow } from '#shared/model/values/table.ts'
import { Refusal, type RawRow } from './raw-table.ts'

/**
 * The table of these rows, of which none is empty: the first has the names of the columns, and shorter rows are filled
 * with empty cells. Columns without a name and without any text at the right end are left out. A cell of a file that
 * this application saved is read as it was before it was protected from spreadsheets. Throws a `Refusal`.
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
  // SECURITY: "1,50" in a file that separates by commas would become the amount 1.
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
 * Refuses a table whose rows, or whose first line, have one cell in which the same delimiter occurs everywhere: it is
 * not the one that was found.
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
