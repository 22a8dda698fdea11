import type { ReadTable, TableRefused, TableRow } from '#shared/model/values/table.ts'
import type { TableSource } from './port.ts'

/** The task of a thread: `workerData`. */
export interface TableTask {
  readonly source: TableSource
  readonly mostRows: number
}

/** The thread's calls to main during its only reading. */
export interface ThreadResult {
  /** The next rows; in parts, so that receiving them never blocks the main thread for long. */
  rows(part: { rows: readonly TableRow[] }): Promise<void>
  /** All rows were sent. */
  finish(read: { columns: ReadTable['columns'] }): Promise<void>
  refuse(refused: TableRefused): Promise<void>
}
