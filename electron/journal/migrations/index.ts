import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Connection } from '../connection.ts'
import { batches } from '../schema/batches.ts'
import { cards } from '../schema/cards.ts'
import { chain } from '../schema/chain.ts'
import { entries } from '../schema/entries.ts'
import { events } from '../schema/events.ts'
import { finalSums } from '../schema/final-sums.ts'
import { list } from '../schema/list.ts'
import { notes } from '../schema/notes.ts'
import { team } from '../schema/team.ts'
import { reportedOtherwise } from './reported-otherwise.ts'

/** The facts of an entry by which a step finds what it changes. */
type Derived = Pick<HistoryRow, 'reportedOtherwise'>

/** One step of the file's schema. Never edit a released step: existing journals would differ from new ones. */
export interface Migration {
  /** Runs inside a transaction together with the new version number. */
  apply(connection: Connection): void
  /** Set if the step changes the reading tables: then they are derived again from the events. */
  readonly changesReadingTables?: true
  /**
   * Set if the step changes what is derived of few entries: only these are derived again, as deriving all of a long
   * history takes minutes. `candidates` is a query of their numbers (`seq`); `concerns` decides by the row derived now.
   */
  readonly changesEntries?: { readonly candidates: string; readonly concerns: (row: Derived) => boolean }
}

const firstSchema: Migration = {
  apply(connection) {
    connection.database.exec([events, chain, entries, list, finalSums, cards, notes, batches, team].join('\n'))
  },
}

/** Every step from an empty file to the schema of this version, in order. */
export const migrations: readonly Migration[] = [firstSchema, reportedOtherwise]

/**
 * The number of the first schema (`user_version`). Development versions counted up to 102. So they refuse a file of
 * this version as newer, and no number has two meanings.
 */
const firstVersion = 103

/** The number of the schema after the last of these steps. */
export function versionOf(steps: readonly Migration[]): number {
  return firstVersion + steps.length - 1
}

/** The steps that a file of a version still needs; version 0 is an empty file. */
export function stepsFrom(version: number, steps: readonly Migration[]): readonly Migration[] {
  return version === 0 ? steps : steps.slice(version - firstVersion + 1)
}
