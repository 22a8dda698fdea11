import type { Connection } from '../connection.ts'

/** One step of the file's schema. Never edit a released step: existing journals would differ from new ones. */
export interface Migration {
  readonly name: string
  /** Runs inside a transaction together with the new version number. */
  apply(connection: Connection): void
  /** True when the reading tables changed and are derived again from the events afterwards. */
  readonly changesReadingTables: boolean
}
