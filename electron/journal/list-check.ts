import { isDeepStrictEqual } from 'node:util'
import type { EntryId } from '#shared/brands.ts'
import type { Connection } from './connection.ts'
import { viewOf } from './entry-view.ts'
import { historyOf } from './events.ts'
import { historyRow } from './history-row.ts'
import { deriveEntry } from './reading-tables.ts'
import { integer, text, type Row } from './row.ts'
import { removeFromIndex } from './search-index.ts'

/**
 * Compares what the list shows of the next entries with what their events say. The events are the truth: what is shown
 * otherwise is derived from them anew, what has no events is taken off the list. Call it only when the chain holds.
 * Counters and the words of the search are not looked at: they name no amount, no state and no order.
 */
export function putListRight(
  connection: Connection, { after, limit }: { after: number; limit: number },
): { readonly putRight: EntryId[]; readonly next: number | null } {
  const numbers = connection.all(`SELECT id FROM event WHERE id > ? AND kind = 'intent' ORDER BY id LIMIT ?`, after, limit)
    .map((row) => integer(row, 'id'))
  const last = numbers.at(-1)
  const next = numbers.length < limit || last === undefined ? null : last
  const wrong = numbers.filter((seq) => !isShownRight(connection, seq))
  const strangers = withoutEvents(connection, after, next ?? Number.MAX_SAFE_INTEGER)
  if (wrong.length === 0 && strangers.length === 0) return { putRight: [], next }
  const putRight = connection.transaction(() => {
    for (const { seq } of strangers) removeFromIndex(connection, seq)
    // All of them first: what one of them pretends to be may be what another one is.
    for (const seq of [...strangers.map((row) => row.seq), ...wrong]) connection.run('DELETE FROM entry WHERE seq = ?', seq)
    return [...strangers.map((row) => row.entryId), ...wrong.map((seq) => deriveEntry(connection, seq).row.entryId)]
  })
  return { putRight, next }
}

function withoutEvents(
  connection: Connection, after: number, through: number,
): { readonly seq: number; readonly entryId: EntryId }[] {
  return connection.all(
    `SELECT seq, entry_id FROM entry WHERE seq > ? AND seq <= ?
      AND NOT EXISTS (SELECT 1 FROM event WHERE id = seq AND kind = 'intent')`,
    after, through,
  ).map((row) => ({ seq: integer(row, 'seq'), entryId: text<EntryId>(row, 'entry_id') }))
}

function isShownRight(connection: Connection, seq: number): boolean {
  const shown = connection.first('SELECT * FROM entry WHERE seq = ?', seq)
  if (shown === null) return false
  const { intent, row } = viewOf(historyOf(connection, seq))
  return shown.creates_order === (intent.createsOrder ? 1 : 0) && isDeepStrictEqual(readable(shown), row)
}

function readable(row: Row): unknown {
  try {
    return historyRow(row)
  } catch {
    // A column holds what none of ours does.
    return null
  }
}
