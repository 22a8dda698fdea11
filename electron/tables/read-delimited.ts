/** Reads text with delimiters: CSV, TSV, semicolons and pipes, with all quotes and line ends. */
import { CsvError, parse } from 'csv-parse/sync'
import { withoutTextFormula } from '#shared/csv.ts'
import { longestCell, mostColumns } from '#shared/model/values/table.ts'
import { dialectOf } from './dialect.ts'
import { Refusal, type RawRow } from './raw-table.ts'

/** The most bytes of a row. A quote that is never closed makes the rest of the file one row. */
const longestRow = 1_048_576

/** A first line that states the delimiter for spreadsheets. */
const namedDelimiter = /^\uFEFF?sep=([\t;|,])(?:\r\n|\r|\n)/i

/** Reads the rows of a text without empty ones. Throws a `Refusal`. */
export function readDelimited(whole: string, mostRows: number): RawRow[] {
  const [nameLine = '', named] = namedDelimiter.exec(whole) ?? []
  const text = whole.slice(nameLine.length)
  const { delimiter: found, quote } = dialectOf(text)
  const delimiter = named ?? found
  if (delimiter !== null) refuseManyColumns(text, delimiter)
  const rows: RawRow[] = []
  let line = nameLine === '' ? 1 : 2
  try {
    parse(text, {
      // Without a delimiter, uses a byte that UTF-8 text never contains.
      delimiter: delimiter ?? '\u001f', quote, escape: quote, record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true, relax_column_count: true, max_record_size: longestRow,
      on_record(cells: string[]) {
        if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells: cells.map(withoutTextFormula) })
        // The first line is not counted.
        if (rows.length > mostRows + 1) throw new Refusal('too-many-rows', mostRows)
        line += 1 + cells.reduce((breaks, cell) => breaks + lineBreaks(cell), 0)
        return null
      },
    })
  } catch (error) {
    throw refusalOf(error, line)
  }
  return rows
}

function lineBreaks(cell: string): number {
  return cell.match(/\r\n|\r|\n/g)?.length ?? 0
}

/** Called before the text is split: a million columns would take minutes. */
function refuseManyColumns(text: string, delimiter: string): void {
  const firstLine = /[^\r\n]*/.exec(text.trimStart())?.[0] ?? ''
  if (firstLine.split(delimiter).length > longestRow / 8) throw new Refusal('too-many-columns', mostColumns)
}

function refusalOf(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error
  // SECURITY: the error contains cells of the file.
  const { code, quoting } = error as CsvError & { readonly quoting?: boolean }
  if (code === 'CSV_QUOTE_NOT_CLOSED' || quoting === true) return new Refusal('quote-never-ends', line)
  return code === 'CSV_MAX_RECORD_SIZE' ? new Refusal('cell-too-long', longestCell) : new Error(code)
}
