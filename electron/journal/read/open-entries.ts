import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Connection } from '../connection.ts'
import { openStates, undoneStates } from '../write/state-lists.ts'
import { keyAt } from '../write/merchants.ts'
import { historyRow } from './history-row.ts'
import type { MerchantAt } from './queries.ts'

// The partial index `entry_open` serves only queries that repeat its condition literally.
const open = `state IN ${openStates} AND effect NOT IN ('reads', 'registers')`

const collides = `collision = 'open' AND state NOT IN ${undoneStates}`

/** A union of two queries, each with its small partial index. A single query with OR would read every entry. */
function either(one: string, other: string): string {
  return `SELECT seq FROM entry WHERE ${one} UNION SELECT seq FROM entry WHERE ${other}`
}

/**
 * Every open outcome of any age, oldest first: entries about orders that are being sent, unknown, processing or ended
 * in error, and entries that collide with another one. Registrations, lookups and connection tests whose reply was lost
 * are not included: they move nothing, no status can resolve them, and they can be repeated.
 */
export function openOutcomes(connection: Connection): HistoryRow[] {
  return connection.all(`SELECT * FROM entry WHERE seq IN (${either(open, collides)}) ORDER BY seq`).map((row) => historyRow(connection, row))
}

/** The open outcomes of a profile or its merchant, newest first. */
export function openOutcomesOf(connection: Connection, at: MerchantAt): HistoryRow[] {
  const key = keyAt(connection, at)
  return openOutcomes(connection)
    .filter((row) => row.profileId === at.profileId || row.merchantKey === key)
    .toReversed()
}
