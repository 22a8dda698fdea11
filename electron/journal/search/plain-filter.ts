/** Lists the history without a text, newest first, by the table `entry` alone. */
import type { HistoryFilter } from '#shared/model/history/history-list.ts'
import type { Connection } from '../connection.ts'
import { integer, text } from '../row.ts'

/** The conditions that the table `entry` supports. */
export type PlainFilter = Pick<HistoryFilter, 'states' | 'operations' | 'profileId'>

/** The key below which a page continues; throws for an invalid one. */
export function keyBelow(before: string | null): number {
  if (before === null) return Number.MAX_SAFE_INTEGER
  if (!/^\d{1,15}$/.test(before)) throw new Error('not the key of a page')
  return Number(before)
}

/**
 * The newest entries of a filter below a key. Takes the newest ones of each existing combination of profile, operation
 * and state from one index, so the cost depends on the page, not on the number of entries.
 */
export function keysOfFilter(connection: Connection, filter: PlainFilter, below: number, limit: number): number[] {
  const { states, operations, profileId } = filter
  const rows = states.length === 0 && operations.length === 0 && profileId === null
    ? connection.all('SELECT seq FROM entry WHERE seq < ? ORDER BY seq DESC LIMIT ?', below, limit)
    : facetsOf(connection, filter).flatMap((facet) => connection.all(
        'SELECT seq FROM entry WHERE profile_id = ? AND operation = ? AND state = ? AND seq < ? ORDER BY seq DESC LIMIT ?',
        facet.profileId, facet.operation, facet.state, below, limit,
      ))
  return rows.map((row) => integer(row, 'seq')).sort((one, other) => other - one).slice(0, limit)
}

/** The entries in a list that match a filter, in their order. */
export function matchingKeys(
  connection: Connection, keys: readonly number[], { states, operations, profileId }: PlainFilter,
): readonly number[] {
  if (keys.length === 0 || (states.length === 0 && operations.length === 0 && profileId === null)) return keys
  const kept = new Set(connection.all(
    `SELECT seq FROM entry WHERE seq IN (SELECT value FROM json_each(?1)) AND ${conditionOf('?2', '?3', '?4')}`,
    JSON.stringify(keys), JSON.stringify(states), JSON.stringify(operations), profileId,
  ).map((row) => integer(row, 'seq')))
  return keys.filter((key) => kept.has(key))
}

/** The condition of a filter. Each parameter is a list as JSON, or an id; an empty one matches every row. */
function conditionOf(states: string, operations: string, profileId: string): string {
  return `(${states} = '[]' OR state IN (SELECT value FROM json_each(${states})))
    AND (${operations} = '[]' OR operation IN (SELECT value FROM json_each(${operations})))
    AND (${profileId} IS NULL OR profile_id = ${profileId})`
}

/** The combinations of profile, operation and state that match a filter, each with its number of entries. */
export function facetsOf(connection: Connection, { states, operations, profileId }: PlainFilter): {
  readonly profileId: string; readonly operation: string; readonly state: string; readonly entries: number
}[] {
  return connection.all(
    `SELECT * FROM facet WHERE entries > 0 AND ${conditionOf('?1', '?2', '?3')}`,
    JSON.stringify(states), JSON.stringify(operations), profileId,
  ).map((row) => ({
    profileId: text(row, 'profile_id'), operation: text(row, 'operation'), state: text(row, 'state'),
    entries: integer(row, 'entries'),
  }))
}
