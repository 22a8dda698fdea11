import type { EntryState, HistoryRow } from '#shared/model/history.ts'
import type { Connection } from '../connection.ts'
import { historyRow } from './history-row.ts'
import { integer } from '../row.ts'
import { keysAt } from '../write/merchants.ts'
import type { MerchantAt } from './queries.ts'
import { openStates, undoneStates } from './state-lists.ts'

// The partial index `entry_open` serves queries that repeat its condition word for word.
const open = `state IN ${openStates} AND effect NOT IN ('reads', 'registers')`

const collides = `collision = 'open' AND state NOT IN ${undoneStates}`

/** Two walks over two small partial indexes: one over their union would look at every entry. */
function either(one: string, other: string): string {
  return `SELECT seq FROM entry WHERE ${one} UNION SELECT seq FROM entry WHERE ${other}`
}

/**
 * Open outcomes, newest first: entries about orders that are unknown, not final or ended in error, and those that
 * collide with another one. A registration whose answer was lost is not among them: it moves nothing, no status can
 * resolve it, and it may simply be made again.
 */
export function needingAttention(connection: Connection): HistoryRow[] {
  return connection.all(`SELECT * FROM entry WHERE seq IN (${either(open, collides)}) ORDER BY seq DESC`).map((row) => historyRow(connection, row))
}

/** How many there are. */
export function countNeedingAttention(connection: Connection): number {
  return integer(connection.first(`SELECT count(*) AS entries FROM (${either(open, collides)})`) ?? {}, 'entries')
}

/** Those that are unknown, ended in error or collide, oldest first: what is to be resolved. */
export function openOutcomes(connection: Connection): HistoryRow[] {
  return connection.all(
    `SELECT * FROM entry WHERE seq IN (${either(`${open} AND state IN ('unknown', 'error')`, collides)}) ORDER BY seq`,
  ).map((row) => historyRow(connection, row))
}

/** Those of a profile or its merchant, newest first. */
export function openOutcomesOf(connection: Connection, at: MerchantAt): HistoryRow[] {
  const [key] = keysAt(connection, at)
  return needingAttention(connection).filter((row) => row.profileId === at.profileId || row.merchantKey === key)
}

/** Entries that the gateway accepted and whose order is not final, oldest first. */
export function unfinished(connection: Connection): { readonly row: HistoryRow; readonly state: EntryState }[] {
  return connection.all(`SELECT * FROM entry WHERE ${open} AND state = 'processing' ORDER BY seq`)
    .map((found) => historyRow(connection, found))
    .map((row) => ({ row, state: row.state }))
}
