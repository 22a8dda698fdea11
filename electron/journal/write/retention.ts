import type { EntryId, UtcTime } from '#shared/brands.ts'
import { isUncertain } from '#shared/model/history.ts'
import { removalDigest } from '../proof/removals.ts'
import type { Connection } from '../connection.ts'
import { movedAmountOf, viewOf } from './entry-view.ts'
import { appendRemoval, historyOf, type EntryHistory } from './events.ts'
import type { Intent, Removal, SignedRemoval } from '../records.ts'
import type { RemovalPlan } from '../proof/chain-types.ts'
import { deriveEntry, removeEntry } from './reading-tables.ts'
import { seqOf } from '../read/find.ts'
import { integer } from '../row.ts'
import { overwritingDeleted } from './overwriting-deleted.ts'
import { uncertainStates } from '../read/state-lists.ts'

/**
 * What stays however old it is: entries without a certain end, and whatever else is about their orders, since resolving
 * compares with it. The facets lead to those and the identifiers from those to the others, so that no entry is looked
 * through.
 */
const staying = `
  WITH uncertain AS MATERIALIZED (
    SELECT seq, profile_id, merchant_order_id, order_id FROM facet CROSS JOIN entry USING (profile_id, operation, state)
      WHERE entries > 0 AND state IN ${uncertainStates}
  ), uncertain_order AS (
    SELECT 'merchant-order' AS kind, merchant_order_id AS value, profile_id FROM uncertain
      WHERE merchant_order_id IS NOT NULL
    UNION SELECT 'order', order_id, profile_id FROM uncertain WHERE order_id IS NOT NULL
  ), staying AS MATERIALIZED (
    SELECT seq FROM uncertain
    UNION SELECT entry.seq FROM uncertain_order CROSS JOIN identifier USING (kind, value) CROSS JOIN entry
      ON entry.seq = identifier.seq AND entry.profile_id = uncertain_order.profile_id
  )`
const mayGo = 'content_removed_at IS NULL AND seq NOT IN (SELECT seq FROM staying)'

/** Counts entries from before a moment among the next ones: those that would go, and those that stay (see above). */
export function countOlder(
  connection: Connection, { before, after, limit }: { before: UtcTime; after: number; limit: number },
): { readonly entries: number; readonly staying: number; readonly next: number | null } {
  const rows = connection.all(
    `${staying} SELECT seq, content_removed_at, at < ? AS old, ${mayGo} AS may_go FROM entry WHERE seq > ? ORDER BY seq LIMIT ?`,
    before, after, limit,
  )
  const old = rows.filter((row) => row.old === 1 && row.content_removed_at === null)
  const entries = old.filter((row) => row.may_go === 1).length
  const last = rows.at(-1)
  return {
    entries,
    staying: old.length - entries,
    next: rows.length < limit || last === undefined ? null : integer(last, 'seq'),
  }
}

/** The next old entries whose content may go. */
export function planRemoval(
  connection: Connection, { before, at, after, limit }: { before: UtcTime; at: UtcTime; after: number; limit: number },
): RemovalPlan {
  const found = connection.all(
    `${staying} SELECT seq FROM entry WHERE seq > ? AND at < ? AND ${mayGo} ORDER BY seq LIMIT ?`,
    after, before, limit,
  ).map((row) => integer(row, 'seq'))
  const removals = found.flatMap((seq) => {
    const history = historyOf(connection, seq)
    // SECURITY: the list only leads here. Whether an entry is old its events say, which the chain protects.
    if (!isOlder(history.intent, before) || !isResolvedWithContent(history)) return []
    const removal = removalOf(connection, seq, history, { at, ground: 'age' })
    return [{ ...removal, digest: removalDigest(removal) }]
  })
  const last = found.at(-1)
  return { removals, next: found.length < limit || last === undefined ? null : last }
}

/** By this computer's clock of then and the gateway's: what was written while the clock was behind is not old. */
function isOlder({ at, gatewayAt }: Intent, before: UtcTime): boolean {
  return at < before && (gatewayAt === null || gatewayAt < before)
}

function isResolvedWithContent(history: EntryHistory): boolean {
  return history.hasContent && !isUncertain(viewOf(history).row.state)
}

function removalOf(
  connection: Connection, seq: number, history: EntryHistory, { at, ground }: Pick<Removal, 'at' | 'ground'>,
): Removal {
  const events = connection.first('SELECT count(*) AS events FROM event WHERE entry = ?', seq)
  return {
    entryId: history.intent.entryId, at, ground, covers: integer(events ?? {}, 'events'),
    movedMinorAmount: movedAmountOf(history),
  }
}

/**
 * Appends removals and removes the content of their entries. Throws, and changes nothing, when an entry may not go any
 * more or something happened to it since it was planned.
 */
export function removeContent(connection: Connection, removals: readonly SignedRemoval[]): void {
  overwritingDeleted(connection, () => { connection.transaction(() => {
    for (const { entryId } of removals) refuseWhatStays(connection, entryId)
    // The signature of a batch is found by the walk only where its removals follow each other.
    for (const removal of removals) removeContentOf(connection, removal)
  }) })
}

function refuseWhatStays(connection: Connection, entryId: EntryId): void {
  const row = connection.first(`${staying} SELECT 1 FROM entry WHERE entry_id = ? AND ${mayGo}`, entryId)
  if (row === null) throw new Error('what was planned to be removed stays')
}

function removeContentOf(connection: Connection, removal: SignedRemoval): void {
  const seq = seqOf(connection, removal.entryId)
  const stands = removalOf(connection, seq, historyOf(connection, seq), removal)
  if (removalDigest(stands) !== removalDigest(removal)) throw new Error('what was planned to be removed has changed')
  forgetDelivered(connection, seq)
  removeEntry(connection, seq)
  appendRemoval(connection, seq, removal)
  connection.run('DELETE FROM content WHERE event IN (SELECT id FROM event WHERE entry = ?)', seq)
  deriveEntry(connection, seq)
}

/** What the team has got already is not kept here a second time: of each event its claim and its state stay. */
function forgetDelivered(connection: Connection, entry: number): void {
  connection.run(
    `UPDATE team_event SET body = json_remove(body, '$.entry', '$.ids', '$.record')
      WHERE position IS NOT NULL AND number <= (SELECT delivered FROM team)
        AND entry_id = (SELECT entry_id FROM entry WHERE seq = ?)`, entry,
  )
}
