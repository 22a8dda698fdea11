/** Reads a table from a file's bytes or from text, and refuses other content. */
import type { ReadTable, TableRefused } from '#shared/model/values/table.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { cardColumn } from '#shared/tables/card-columns.ts'
import { decodeText } from './decode-text.ts'
import { fromHeader, rowsFromHeader, type IsHeader } from './lines-above.ts'
import type { TableSource } from './port.ts'
import { Refusal, type RawRow } from './raw-table.ts'
import { readDelimited } from './read-delimited.ts'
import { toTable } from './to-table.ts'
import { isArchive, isCompoundFile, refuseCompoundFile } from './xlsx/archive.ts'
import { readWorkbook } from './xlsx/workbook.ts'

/**
 * Reads a table of at most so many rows, whose first line is its header; with `isHeader`, lines above a header that it
 * recognises are left out. Throws only for a defect.
 */
export function readTable(
  source: TableSource, mostRows: number, isHeader: IsHeader | null = null,
): Result<ReadTable, TableRefused> {
  try {
    const { rows, isCut } = rowsOf(source, mostRows, isHeader)
    const [first] = rows
    const table = { ...toTable(rows, mostRows), ...(isCut && first !== undefined ? { headerLine: first.line } : {}) }
    const withCards = cardColumn(table)
    // SECURITY: refused here, before anything leaves the thread.
    if (withCards !== null) throw new Refusal('holds-card-numbers', withCards)
    return success(table)
  } catch (error) {
    if (error instanceof Refusal) return failed(error.refused)
    throw error
  }
}

/** The rows from the header on. `isCut`: lines above it were left out. */
function rowsOf(
  source: TableSource, mostRows: number, isHeader: IsHeader | null,
): { readonly rows: readonly RawRow[]; readonly isCut: boolean } {
  const delimited = (whole: string): ReturnType<typeof rowsOf> => {
    const { text, above } = isHeader === null ? { text: whole, above: 0 } : fromHeader(whole, isHeader)
    const rows = readDelimited(text, mostRows)
    return { rows: above === 0 ? rows : rows.map((row) => ({ ...row, line: row.line + above })), isCut: above > 0 }
  }
  if (source.kind === 'text') return delimited(source.text)
  const bytes = source.kind === 'bytes' ? source.bytes : Buffer.from(source.text, 'base64')
  if (isCompoundFile(bytes)) refuseCompoundFile(bytes)
  if (!isArchive(bytes)) return delimited(decodeText(bytes))
  const all = readWorkbook(bytes, mostRows)
  const rows = isHeader === null ? all : rowsFromHeader(all, isHeader)
  return { rows, isCut: rows.length < all.length }
}
