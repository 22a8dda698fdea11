/** Reads a table from a file's bytes or from text, and refuses other content. */
import type { ReadTable, TableRefused } from '#shared/model/values/table.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { cardColumn } from '#shared/tables/card-columns.ts'
import { decodeText } from './decode-text.ts'
import type { TableSource } from './port.ts'
import { Refusal, type RawRow } from './raw-table.ts'
import { readDelimited } from './read-delimited.ts'
import { toTable } from './to-table.ts'
import { isArchive, isCompoundFile, refuseCompoundFile } from './xlsx/archive.ts'
import { readWorkbook } from './xlsx/workbook.ts'

/** Reads a table of at most so many rows. Throws only for a defect. */
export function readTable(source: TableSource, mostRows: number): Result<ReadTable, TableRefused> {
  try {
    const table = toTable(rowsOf(source, mostRows), mostRows)
    const withCards = cardColumn(table)
    // SECURITY: refused here, before anything leaves the thread.
    if (withCards !== null) throw new Refusal('holds-card-numbers', withCards)
    return success(table)
  } catch (error) {
    if (error instanceof Refusal) return failed(error.refused)
    throw error
  }
}

function rowsOf(source: TableSource, mostRows: number): RawRow[] {
  if (source.kind === 'text') return readDelimited(source.text, mostRows)
  const bytes = source.kind === 'bytes' ? source.bytes : Buffer.from(source.text, 'base64')
  if (isCompoundFile(bytes)) refuseCompoundFile(bytes)
  return isArchive(bytes) ? readWorkbook(bytes, mostRows) : readDelimited(decodeText(bytes), mostRows)
}
