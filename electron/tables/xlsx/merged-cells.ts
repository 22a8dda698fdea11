/** Detects cells that are merged over several rows: only the first contains the text that a person sees for all. */
import type { RawRow } from '../raw-table.ts'

/**
 * The line of the first cell below the table's first row whose text is merged over several rows; null if there is none.
 * `ranges` are those of the workbook, such as "B2:B4".
 */
export function firstMerged(
  ranges: readonly string[], [, ...rows]: readonly RawRow[], columnOf: (address: string) => number | null,
): number | null {
  if (ranges.length === 0) return null
  const byLine = new Map(rows.map(({ line, cells }, place) => [line, { cells, place }]))
  const lines = ranges.flatMap((range) => {
    const [, start = '', from = '', to = ''] = /^([A-Z]{1,3}(\d{1,7})):[A-Z]{1,3}(\d{1,7})$/.exec(range) ?? []
    const first = byLine.get(Number(from))
    const next = rows[(first?.place ?? rows.length) + 1]
    const hasText = (first?.cells[columnOf(start) ?? -1] ?? '').trim() !== ''
    return hasText && next !== undefined && next.line <= Number(to) ? [Number(from)] : []
  })
  return lines.reduce<number | null>((first, line) => (first === null || line < first ? line : first), null)
}
