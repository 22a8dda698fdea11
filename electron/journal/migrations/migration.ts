import type { Connection } from '../connection.ts'

/** One step forward of the file's form. Released steps are never edited: every journal made by one would differ. */
export interface Migration {
  readonly name: string
  /** Runs inside a transaction together with the new version number. */
  apply(connection: Connection): void
  /** True when the reading tables changed and are derived again from the events afterwards. */
  readonly changesReadingTables: boolean
}
