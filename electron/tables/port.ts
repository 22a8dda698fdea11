import type { ReadTable, TableRefused } from '#shared/model/values/table.ts'
import type { Result } from '#shared/result.ts'

/** A table before it is read: a file's bytes, unencoded or as base64, or text from the clipboard. */
export type TableSource =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'base64'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }

/** `defect`: reading failed or took too long. `cancelled`: `cancel` or `end` was called meanwhile. */
export type TableFailure = TableRefused | { readonly code: 'cancelled' | 'defect' }

/**
 * Reads tables, each in a separate thread that ends with it: CSV and similar formats in all usual encodings, and XLSX.
 * SECURITY: a damaged or malicious file affects at most that thread, which has no access to network or secrets and
 * evaluates no formulas.
 */
export interface TablesPort {
  /**
   * Reads a table of at most so many rows below its first line. The bytes are transferred: their array is empty
   * afterwards. Refuses a column with card numbers or cvvs (`holds-card-numbers`); nothing of the table is then kept.
   */
  read(source: TableSource, limits: { readonly mostRows: number }): Promise<Result<ReadTable, TableFailure>>
  /** Ends every reading immediately; does nothing without one. */
  cancel(): void
  end(): Promise<void>
}
