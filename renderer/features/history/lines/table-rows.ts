/** The rows of the table: the lines of the list, and the later requests of opened lines. */
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { HistoryLine } from '#shared/model/history/history-list.ts'

export type TableRow =
  | { readonly kind: 'line'; readonly row: HistoryRow; readonly line: HistoryLine }
  | { readonly kind: 'folded'; readonly row: HistoryRow }
  /** Names the number of further requests, which only the payment page lists. */
  | { readonly kind: 'rest'; readonly row: HistoryRow; readonly count: number }

/** The row object of each line, reused so that the row is rendered once. */
const ownRows = new WeakMap<HistoryLine, TableRow>()

function ownRow(line: HistoryLine): TableRow {
  const known = ownRows.get(line)
  if (known !== undefined) return known
  const made: TableRow = { kind: 'line', row: line.row, line }
  ownRows.set(line, made)
  return made
}

/** The rows of some lines, including the later requests of `opened` entries. */
export function tableRows(lines: readonly HistoryLine[], opened: ReadonlySet<string>): readonly TableRow[] {
  return lines.flatMap((line): TableRow[] => {
    const own = ownRow(line)
    if (!opened.has(line.row.entryId)) return [own]
    const rest = line.foldedCount - line.folded.length
    return [
      own, ...line.folded.map((row) => ({ kind: 'folded' as const, row })),
      ...(rest > 0 ? [{ kind: 'rest' as const, row: line.row, count: rest }] : []),
    ]
  })
}

/** A unique key: a refund may be listed under its payment and as its own line. */
export function rowKey({ kind, row }: TableRow): string {
  return `${kind} ${row.entryId}`
}
