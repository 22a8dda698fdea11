import type { HistoryFilter, HistoryPage, HistoryQuery } from '#shared/model/history-list.ts'
import type { Connection } from '../connection.ts'
import { historyRow } from '../read/history-row.ts'
import { integer, text } from '../row.ts'
import { walk } from './search-walk.ts'

const largestPage = 500

/**
 * One page of the history, newest first. A page goes on below the key of the one above, so that entries added meanwhile
 * neither repeat nor hide one. Looking for a text stops when `isEnough` says so, after one step at least: the page is
 * then shorter than asked for and has a `next` all the same.
 */
export function searchEntries(connection: Connection, query: HistoryQuery, isEnough: () => boolean): HistoryPage {
  const limit = Math.min(Math.max(Math.trunc(query.limit), 1), largestPage)
  const below = keyBelow(query.before)
  const { keys, goOn } = query.text.trim() === ''
    ? { keys: keysOfFilter(connection, query, below, limit + 1), goOn: null }
    : keysOfText(connection, query, { below, limit, isEnough })
  const shown = keys.slice(0, limit)
  const next = keys.length > limit ? shown.at(-1) ?? null : goOn
  return { rows: rowsOf(connection, shown).map(historyRow), next: next === null ? null : String(next), complete: true }
}

function keyBelow(before: string | null): number {
  if (before === null) return Number.MAX_SAFE_INTEGER
  if (!/^\d{1,15}$/.test(before)) throw new Error('not the key of a page')
  return Number(before)
}

function keysOfText(
  connection: Connection, query: HistoryQuery, { below, limit, isEnough }: {
    below: number; limit: number; isEnough: () => boolean
  },
): { readonly keys: readonly number[]; readonly goOn: number | null } {
  const keys: number[] = []
  for (const part of walk(connection, query, { below, most: limit + 1 })) {
    keys.push(...part.keys)
    if (keys.length > limit) break
    if (part.downTo !== null && isEnough()) return { keys, goOn: part.downTo }
  }
  return { keys, goOn: null }
}

/**
 * Without text, a filter visits the combinations of profile, operation and state that exist and takes the newest of
 * each from one index: the cost follows the page, not the number of entries.
 */
function keysOfFilter(connection: Connection, filter: HistoryFilter, below: number, limit: number): number[] {
  const { states, operations, profileId } = filter
  const rows = states.length === 0 && operations.length === 0 && profileId === null
    ? connection.all('SELECT seq FROM entry WHERE seq < ? ORDER BY seq DESC LIMIT ?', below, limit)
    : facetsOf(connection, filter).flatMap((facet) => connection.all(
        'SELECT seq FROM entry WHERE profile_id = ? AND operation = ? AND state = ? AND seq < ? ORDER BY seq DESC LIMIT ?',
        facet.profileId, facet.operation, facet.state, below, limit,
      ))
  return rows.map((row) => integer(row, 'seq')).sort((one, other) => other - one).slice(0, limit)
}

/** The combinations of profile, operation and state that a filter lets through, with how many entries each has. */
export function facetsOf(connection: Connection, { states, operations, profileId }: HistoryFilter): {
  readonly profileId: string; readonly operation: string; readonly state: string; readonly entries: number
}[] {
  return connection.all(
    `SELECT * FROM facet WHERE entries > 0
      AND (?1 = '[]' OR state IN (SELECT value FROM json_each(?1)))
      AND (?2 = '[]' OR operation IN (SELECT value FROM json_each(?2)))
      AND (?3 IS NULL OR profile_id = ?3)`,
    JSON.stringify(states), JSON.stringify(operations), profileId,
  ).map((row) => ({
    profileId: text(row, 'profile_id'), operation: text(row, 'operation'), state: text(row, 'state'),
    entries: integer(row, 'entries'),
  }))
}

function rowsOf(connection: Connection, keys: readonly number[]) {
  return connection.all(
    'SELECT * FROM entry WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq DESC', JSON.stringify(keys),
  )
}
