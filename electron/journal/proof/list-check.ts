import { isDeepStrictEqual } from 'node:util'
import type { EntryId } from '#shared/brands.ts'
import { collisionOf } from '../write/collisions.ts'
import type { Connection } from '../connection.ts'
import { viewOf, type EntryView } from '../write/entry-view.ts'
import { historyOf } from '../write/events.ts'
import { ownColumns, ownPart } from '../read/history-row.ts'
import { isListedRight, removeStrangeRows } from './listed-check.ts'
import { forgetIdentifiers, isFoundByAll, keptIdentifiers } from './identifier-check.ts'
import { listEntry } from '../write/list-entry.ts'
import { repairMerchants, rootOf } from '../write/merchants.ts'
import { deriveEntry } from '../write/reading-tables.ts'
import { integer, text, type Row } from '../row.ts'
import { removeFromIndex } from '../search/search-index.ts'

/**
 * Compares what the list shows of the next entries, and the ids by which they are found, with what their events say.
 * The events are the truth: what differs is derived from them again, what has no events is taken off the list: that is
 * `repaired`. `identifiers` is how many ids these entries have; `next` is where to go on, null at the end. Call it only
 * when the chain holds. The words of the search are not looked at: they name no amount and no state.
 */
export function repairList(
  connection: Connection, { after, limit }: { after: number; limit: number },
): { readonly repaired: EntryId[]; readonly identifiers: number; readonly next: number | null } {
  if (after === 0) repairMerchants(connection)
  const numbers = connection
    .all(`SELECT entry FROM event WHERE entry > ? AND kind = 'intent' ORDER BY entry LIMIT ?`, after, limit)
    .map((row) => integer(row, 'entry'))
  const last = numbers.at(-1)
  const next = numbers.length < limit || last === undefined ? null : last
  const views = new Map(numbers.map((seq) => [seq, viewOf(historyOf(connection, seq))]))
  const identifiers = [...views.values()].reduce((sum, view) => sum + keptIdentifiers(view.identifiers).length, 0)
  const wrong = [...views].filter(([seq, view]) => !isShownRight(connection, seq, view))
  const strangers = withoutEvents(connection, after, next ?? Number.MAX_SAFE_INTEGER)
  removeStrangeRows(connection, after, next ?? Number.MAX_SAFE_INTEGER)
  if (wrong.length === 0 && strangers.length === 0) return { repaired: [], identifiers, next }
  const repaired = connection.transaction(() => {
    for (const { seq } of strangers) removeFromIndex(connection, seq)
    // All of them first: what one of them pretends to be may be what another one is.
    for (const [seq, view] of wrong) forgetIdentifiers(connection, seq, view.identifiers)
    for (const seq of [...strangers.map((row) => row.seq), ...wrong.map(([own]) => own)]) {
      connection.run('DELETE FROM entry WHERE seq = ?', seq)
    }
    return [...strangers.map((row) => row.entryId), ...wrong.map(([seq]) => deriveEntry(connection, seq).row.entryId)]
  })
  return { repaired, identifiers, next }
}

function withoutEvents(
  connection: Connection, after: number, through: number,
): { readonly seq: number; readonly entryId: EntryId }[] {
  return connection.all(
    `SELECT seq, entry_id FROM entry WHERE seq > ? AND seq <= ?
      AND NOT EXISTS (SELECT 1 FROM event WHERE entry = seq AND kind = 'intent')`,
    after, through,
  ).map((row) => ({ seq: integer(row, 'seq'), entryId: text<EntryId>(row, 'entry_id') }))
}

function isShownRight(connection: Connection, seq: number, view: EntryView): boolean {
  const { intent, identifiers } = view
  const shown = connection.first('SELECT * FROM entry WHERE seq = ?', seq)
  if (shown === null) return false
  const merchantKey = rootOf(connection, view.row.merchantKey)
  const collision = collisionOf(connection, { seq, ...view.row, merchantKey }, view.collisionClosed)
  const row = { ...view.row, merchantKey, collision }
  return isFoundByAll(connection, seq, identifiers)
    && shown.creates_order === (intent.createsOrder ? 1 : 0)
    && shown.content_removed_at === view.contentGoneSince
    && isDeepStrictEqual(readable(shown), ownPart(row))
    && isListedRight(connection, seq, listEntry(view, merchantKey))
}

function readable(row: Row): unknown {
  try {
    return ownColumns(row)
  } catch {
    // A column holds what none of ours does.
    return null
  }
}
