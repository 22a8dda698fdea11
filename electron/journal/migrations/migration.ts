import type { Connection } from '../connection.ts'

/** One step forward of the file's form; its number is its place in the list. Released steps are never edited. */
export interface Migration {
  readonly name: string
  /** Runs inside a transaction together with the new version number. */
  apply(connection: Connection): void
  /** True when the reading tables changed and are derived again from the events afterwards. */
  readonly changesReadingTables: boolean
}
