import type { EntryState, HistoryRow } from '#shared/model/history.ts'
import type { Connection } from './connection.ts'
import { historyRow } from './history-row.ts'
import { integer } from './row.ts'
import { openStates } from './state-lists.ts'

// The partial index `entry_open` serves queries that repeat its condition word for word.
const open = `state IN ${openStates} AND effect NOT IN ('reads', 'registers')`

/**
 * Entries about orders that are unknown or not final, newest first. A registration whose answer was lost is not among
 * them: it moves nothing, no status can settle it, and it may simply be made again.
 */
export function needingAttention(connection: Connection): HistoryRow[] {
  return connection.all(`SELECT * FROM entry WHERE ${open} ORDER BY seq DESC`).map(historyRow)
}

/** How many there are. */
export function countNeedingAttention(connection: Connection): number {
  return integer(connection.first(`SELECT count(*) AS entries FROM entry WHERE ${open}`) ?? {}, 'entries')
}

/** Those whose outcome is unknown, oldest first: what is to be settled. */
export function unsettled(connection: Connection): HistoryRow[] {
  return connection.all(`SELECT * FROM entry WHERE ${open} AND state = 'unknown' ORDER BY seq`).map(historyRow)
}

/** Entries that the gateway accepted and whose order is not final, oldest first. */
export function unfinished(connection: Connection): { readonly row: HistoryRow; readonly state: EntryState }[] {
  return connection.all(`SELECT * FROM entry WHERE ${open} AND state = 'processing' ORDER BY seq`)
    .map((found) => historyRow(found))
    .map((row) => ({ row, state: row.state }))
}
