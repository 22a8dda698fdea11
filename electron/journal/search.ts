import type { HistoryPage, HistoryQuery } from '#shared/model/history.ts'
import type { Connection } from './connection.ts'
import { historyRow } from './history-row.ts'
import { integer, text, type Row } from './row.ts'
import { matchExpression } from './search-match.ts'

const largestPage = 500

/**
 * One page of the history, newest first. A page goes on below the key of the one above, so that entries added meanwhile
 * neither repeat nor hide one.
 */
export function searchEntries(connection: Connection, query: HistoryQuery): HistoryPage {
  const limit = Math.min(Math.max(Math.trunc(query.limit), 1), largestPage)
  const page: PageOfKeys = { query, below: keyBelow(query.before), limit: limit + 1 }
  const found = query.text.trim() === '' ? withoutText(connection, page) : withText(connection, page)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(historyRow),
    next: found.length > limit && last !== undefined ? String(integer(last, 'seq')) : null,
  }
}

interface PageOfKeys {
  readonly query: HistoryQuery
  readonly below: number
  readonly limit: number
}

function keyBelow(before: string | null): number {
  if (before === null) return Number.MAX_SAFE_INTEGER
  if (!/^\d{1,15}$/.test(before)) throw new Error('not the key of a page')
  return Number(before)
}

function withText(connection: Connection, { query, below, limit }: PageOfKeys): Row[] {
  const match = matchExpression(query)
  if (match === null) return []
  // The index narrows by words; the row itself decides.
  const { conditions, values } = filters(query)
  return connection.all(
    `SELECT entry.* FROM entry_text JOIN entry ON entry.seq = entry_text.rowid
      WHERE entry_text MATCH ? AND entry_text.rowid < ? ${conditions} ORDER BY entry_text.rowid DESC LIMIT ?`,
    match, below, ...values, limit,
  )
}

/**
 * Without text, a filter visits the combinations of profile, operation and state that exist and takes the newest of
 * each from one index: the cost follows the page, not the number of entries.
 */
function withoutText(connection: Connection, { query, below, limit }: PageOfKeys): Row[] {
  const { conditions, values } = filters(query)
  if (conditions === '') {
    return connection.all('SELECT * FROM entry WHERE seq < ? ORDER BY seq DESC LIMIT ?', below, limit)
  }
  const facets = connection.all(`SELECT * FROM facet WHERE entries > 0 ${conditions}`, ...values)
  const keys = facets.flatMap((facet) => connection.all(
    `SELECT seq FROM entry WHERE profile_id = ? AND operation = ? AND state = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
    text(facet, 'profile_id'), text(facet, 'operation'), text(facet, 'state'), below, limit,
  )).map((row) => integer(row, 'seq'))
  const newest = keys.sort((one, other) => other - one).slice(0, limit)
  return connection.all(
    'SELECT * FROM entry WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq DESC', JSON.stringify(newest),
  )
}

/** The filters as SQL conditions on columns that `entry` and `facet` share; empty when nothing is filtered. */
function filters(query: HistoryQuery): { readonly conditions: string; readonly values: readonly string[] } {
  const conditions: string[] = []
  const values: string[] = []
  const oneOf = (column: 'state' | 'operation', wanted: readonly string[]) => {
    if (wanted.length === 0) return
    conditions.push(`AND ${column} IN (SELECT value FROM json_each(?))`)
    values.push(JSON.stringify(wanted))
  }
  oneOf('state', query.states)
  oneOf('operation', query.operations)
  if (query.profileId !== null) {
    conditions.push('AND profile_id = ?')
    values.push(query.profileId)
  }
  return { conditions: conditions.join(' '), values }
}
