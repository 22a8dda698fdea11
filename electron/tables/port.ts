import type { ReadTable, TableRefused } from '#shared/model/values/table.ts'
import type { Result } from '#shared/result.ts'

/** A table before it is read: a file's bytes, as they are or as base64, or text from the clipboard. */
export type TableSource =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'base64'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }

/** `defect`: reading failed or took too long. `cancelled`: `cancel` or `end` was called meanwhile. */
export type TableFailure = TableRefused | { readonly code: 'cancelled' | 'defect' }

/**
 * Reads tables, each in a separate thread that ends with it: CSV and its relatives in every usual encoding, and XLSX.
 * SECURITY: a damaged or malicious file costs at most that thread; it has no network and no secret, and calculates
 * nothing.
 */
export interface TablesPort {
  /**
   * Reads a table of at most so many rows below its first line. The bytes are handed over: their array is empty
   * afterwards. Refuses a column of card numbers or of a cvv (`holds-card-numbers`); then nothing of the table is kept.
   */
  read(source: TableSource, limits: { readonly mostRows: number }): Promise<Result<ReadTable, TableFailure>>
  /** Ends every reading at once; does nothing without one. */
  cancel(): void
  end(): Promise<void>
}
