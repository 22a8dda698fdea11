import { batches } from '../schema/batches.ts'
import { cards } from '../schema/cards.ts'
import { chain } from '../schema/chain.ts'
import { entries } from '../schema/entries.ts'
import { events } from '../schema/events.ts'
import { finalSums } from '../schema/final-sums.ts'
import { list } from '../schema/list.ts'
import { notes } from '../schema/notes.ts'
import { team } from '../schema/team.ts'
import type { Migration } from './migration.ts'

/** From an empty file to the first schema. */
export const firstSchema: Migration = {
  name: 'first schema',
  changesReadingTables: false,
  apply(connection) {
    connection.database.exec([events, chain, entries, list, finalSums, cards, notes, batches, team].join('\n'))
  },
}
