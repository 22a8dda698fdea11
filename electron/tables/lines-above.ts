/** Lines above the header of a table: a bank's name, an account, a period. */
import { mostColumns } from '#shared/model/values/table.ts'
import type { RawRow } from './raw-table.ts'

/** True for cells that are the header of the wanted table. */
export type IsHeader = (cells: readonly string[]) => boolean

/** A header is among the first lines, or there is none above the first. */
const mostAbove = 40
/** In characters; a longer line is no header. */
const longestHeader = 16_384
const delimiters = ['\t', ';', '|', ',']

/**
 * A text from its header on, and the number of lines above it. Unchanged if the first line is the header or names the
 * delimiter, and if no header is found.
 */
export function fromHeader(text: string, isHeader: IsHeader): { readonly text: string; readonly above: number } {
  const lineEnds = /\r\n|\r|\n/g
  let start = 0
  for (let above = 0; above <= mostAbove && start < text.length; above += 1) {
    const end = lineEnds.exec(text)
    const line = text.slice(start, end?.index ?? text.length)
    if (above === 0 && /^\ufeff?sep=/i.test(line)) break
    const isFound = line.length <= longestHeader && delimiters.some((delimiter) => isHeader(cellsOf(line, delimiter)))
    if (isFound) return { text: text.slice(start), above }
    if (end === null) break
    start = lineEnds.lastIndex
  }
  return { text, above: 0 }
}

function cellsOf(line: string, delimiter: string): readonly string[] {
  return line.split(delimiter).map((cell) => cell.trim().replace(/^(["'])(.*)\1$/, '$2').trim())
}

/** The rows from the header on; all rows if none of the first ones is a header. */
export function rowsFromHeader(rows: readonly RawRow[], isHeader: IsHeader): readonly RawRow[] {
  const place = rows.slice(0, mostAbove).findIndex(({ cells }) =>
    cells.length <= mostColumns && isHeader(cells.map((cell) => cell.trim())))
  return place < 0 ? rows : rows.slice(place)
}
