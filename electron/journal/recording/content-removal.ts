import type { EntryId, UtcTime } from '#shared/brands.ts'
import { isUncertain } from '#shared/model/history/history.ts'
import type { PlannedRemoval, RemovalPlan } from '../chain/chain-types.ts'
import type { Connection } from '../connection.ts'
import { removalDigest } from '../proof/removals.ts'
import { seqOf } from '../read/find.ts'
import type { Intent, Removal, SignedRemoval } from '../records.ts'
import { integer } from '../row.ts'
import { keptFacts, viewOf } from '../write/entry-view.ts'
import { appendRemoval, historyOf, type EntryHistory } from '../write/events.ts'
import { overwritingDeleted } from '../write/overwriting-deleted.ts'
import { deriveEntry, removeEntry } from '../write/reading-tables.ts'
import { uncertainStates } from '../write/state-lists.ts'
import { removeRowContent } from './batches.ts'

/**
 * Entries whose content stays at any age: those without a certain outcome, those with an open collision, and all others
 * of the merchant about their orders, because resolving compares with them. Facets and an index find the former, and
 * identifiers the latter, so that no other entry is read.
 */
const staying = `
  WITH uncertain AS MATERIALIZED (
    SELECT seq, profile_id, merchant_key, merchant_order_id, order_id
      FROM facet CROSS JOIN entry USING (profile_id, operation, state) WHERE entries > 0 AND state IN ${uncertainStates}
    UNION SELECT seq, profile_id, merchant_key, merchant_order_id, order_id FROM entry WHERE collision = 'open'
  ), uncertain_order AS (
    SELECT 'merchant-order' AS kind, merchant_order_id AS value, profile_id, merchant_key FROM uncertain
      WHERE merchant_order_id IS NOT NULL
    UNION SELECT 'order', order_id, profile_id, merchant_key FROM uncertain WHERE order_id IS NOT NULL
  ), staying AS MATERIALIZED (
    SELECT seq FROM uncertain
    UNION SELECT entry.seq FROM uncertain_order AS one CROSS JOIN identifier USING (kind, value) CROSS JOIN entry
      ON entry.seq = identifier.seq AND (entry.profile_id = one.profile_id OR entry.merchant_key = one.merchant_key)
  )`
/** Entries whose content can be removed. Undelivered ones stay too: the team must still receive their content. */
const removable = `content_removed_at IS NULL AND seq NOT IN (SELECT seq FROM staying)
  AND NOT EXISTS (SELECT 1 FROM team_event WHERE team_event.entry_id = entry.entry_id
    AND number > (SELECT delivered FROM team))`
/** Entries by their numbers, as one JSON array. */
const among = 'seq IN (SELECT value FROM json_each(?))'

/** The number of entries whose content can be removed, and of those whose content must stay. */
export interface Removable {
  readonly entries: number
  readonly staying: number
}

/** Counts the entries from before a moment among the next `limit` entries after number `after`. */
export function countOlder(
  connection: Connection, { before, after, limit }: { before: UtcTime; after: number; limit: number },
): Removable & { readonly next: number | null } {
  const rows = connection.all(
    `${staying} SELECT seq, content_removed_at, at < ? AS old, ${removable} AS may_go FROM entry WHERE seq > ? ORDER BY seq LIMIT ?`,
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

/** Counts the removable entries in a list. */
export function countRemovable(connection: Connection, { entries: seqs }: { entries: readonly number[] }): Removable {
  const counted = connection.first(
    `${staying} SELECT count(*) AS found, count(*) FILTER (WHERE ${removable}) AS entries FROM entry
      WHERE content_removed_at IS NULL AND ${among}`, JSON.stringify(seqs),
  ) ?? {}
  const entries = integer(counted, 'entries')
  return { entries, staying: integer(counted, 'found') - entries }
}

/** Plans the removal of the next old entries' content, as removals to be signed. Changes nothing. */
export function planRemoval(
  connection: Connection, { before, at, after, limit }: { before: UtcTime; at: UtcTime; after: number; limit: number },
): RemovalPlan {
  const found = connection.all(
    `${staying} SELECT seq FROM entry WHERE seq > ? AND at < ? AND ${removable} ORDER BY seq LIMIT ?`,
    after, before, limit,
  ).map((row) => integer(row, 'seq'))
  // SECURITY: the table only proposes entries. The events, which the chain protects, decide whether an entry is old.
  const removals = planned(connection, found, { at, ground: 'age' }, ({ intent }) => isOlder(intent, before))
  const last = found.at(-1)
  return { removals, next: found.length < limit || last === undefined ? null : last }
}

/** Plans the removal of content on request, for the removable entries in a list. Changes nothing. */
export function planErasure(
  connection: Connection, { entries, at }: { entries: readonly number[]; at: UtcTime },
): readonly PlannedRemoval[] {
  const found = connection.all(`${staying} SELECT seq FROM entry WHERE ${among} AND ${removable}`, JSON.stringify(entries))
  return planned(connection, found.map((row) => integer(row, 'seq')), { at, ground: 'request' })
}

function planned(
  connection: Connection, seqs: readonly number[], why: Pick<Removal, 'at' | 'ground'>,
  isSelected: (history: EntryHistory) => boolean = () => true,
): PlannedRemoval[] {
  return seqs.flatMap((seq) => {
    const history = historyOf(connection, seq)
    // SECURITY: events also decide whether an entry is resolved, not the table.
    if (!isResolvedWithContent(history) || !isSelected(history)) return []
    const removal = removalOf(connection, seq, history, why)
    return [{ ...removal, digest: removalDigest(removal) }]
  })
}

/**
 * Whether an entry is old by this computer's clock at that time and by the gateway's. An entry written while this clock
 * was behind is not old.
 */
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
    ...keptFacts(history),
  }
}

/**
 * Appends removals and removes the content of their entries. Throws, without a change, if an entry's content must stay
 * now or the entry changed since it was planned.
 */
export function removeContent(connection: Connection, { removals }: { removals: readonly SignedRemoval[] }): void {
  overwritingDeleted(connection, () => { connection.transaction(() => {
    for (const { entryId } of removals) requireRemovable(connection, entryId)
    // In the chain, the removals of a signed batch must follow each other.
    for (const removal of removals) removeContentOf(connection, removal)
  }) })
}

function requireRemovable(connection: Connection, entryId: EntryId): void {
  const row = connection.first(`${staying} SELECT 1 FROM entry WHERE entry_id = ? AND ${removable}`, entryId)
  if (row === null) throw new Error('what was planned to be removed stays')
}

function removeContentOf(connection: Connection, removal: SignedRemoval): void {
  const seq = seqOf(connection, removal.entryId)
  const history = historyOf(connection, seq)
  const present = removalOf(connection, seq, history, removal)
  if (removalDigest(present) !== removalDigest(removal)) throw new Error('what was planned to be removed has changed')
  removeEntry(connection, seq)
  appendRemoval(connection, seq, removal)
  connection.run('DELETE FROM content WHERE event IN (SELECT id FROM event WHERE entry = ?)', seq)
  if (history.intent.batch !== undefined) removeRowContent(connection, history.intent.batch)
  deriveEntry(connection, seq)
}
