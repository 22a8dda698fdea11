/** The rows of the table: lines of the list, and under an opened one what belongs to its payment. */
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { HistoryLine } from '#shared/model/history/history-list.ts'

export type TableRow =
  | { readonly kind: 'line'; readonly row: HistoryRow; readonly line: HistoryLine }
  | { readonly kind: 'folded'; readonly row: HistoryRow }
  /** More belong to the payment than came with its line; they stand on the page of the order. */
  | { readonly kind: 'rest'; readonly row: HistoryRow; readonly count: number }

/** The own row of each line stays the same object, so that it is drawn once. */
const ownRows = new WeakMap<HistoryLine, TableRow>()

function ownRow(line: HistoryLine): TableRow {
  const known = ownRows.get(line)
  if (known !== undefined) return known
  const made: TableRow = { kind: 'line', row: line.row, line }
  ownRows.set(line, made)
  return made
}

/** The rows of some lines, those of `opened` entries with what is folded under them. */
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

/** A key that no other row has: an action may also stand as a line of its own. */
export function rowKey({ kind, row }: TableRow): string {
  return `${kind} ${row.entryId}`
}
