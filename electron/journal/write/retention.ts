import type { UtcTime } from '#shared/brands.ts'
import { isUncertain } from '#shared/model/history.ts'
import { appendLink, linkBefore } from '../proof/chain.ts'
import { checkpointDigest, linkAt } from '../proof/checkpoint.ts'
import type { Connection } from '../connection.ts'
import { viewOf } from './entry-view.ts'
import { appendCopy, historyOf, newestEvent } from './events.ts'
import type { Intent } from '../records.ts'
import type { Checkpoint, RemovalPlan } from '../proof/chain-types.ts'
import { deriveEntry, removeEntry } from './reading-tables.ts'
import { copiesWithoutContent, keepsFacts, type KeptCopy } from './without-content.ts'
import { integer } from '../row.ts'
import { leavingNoBytes } from './no-bytes.ts'
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

/** The next old entries that may go, and the checkpoints that would stand for their links. */
export function planRemoval(
  connection: Connection, { before, at, after, limit }: { before: UtcTime; at: UtcTime; after: number; limit: number },
): RemovalPlan {
  const found = connection.all(
    `${staying} SELECT seq FROM entry WHERE seq > ? AND at < ? AND ${mayGo} ORDER BY seq LIMIT ?`,
    after, before, limit,
  ).map((row) => integer(row, 'seq'))
  // SECURITY: the list only leads here. Whether an entry is old and resolved its events say, which the chain protects.
  const entries = found.filter((seq) => {
    const { intent, row: { state }, bareSince } = viewOf(historyOf(connection, seq))
    return isOlder(intent, before) && !isUncertain(state) && bareSince === null
  })
  const last = found.at(-1)
  return {
    entries,
    checkpoints: runsOf(positionsOf(connection, entries)).map((run) => checkpointOf(connection, run, at)),
    next: found.length < limit || last === undefined ? null : last,
  }
}

/** By this computer's clock of then and the gateway's: what was written while the clock was behind is not old. */
function isOlder({ at, gatewayAt }: Intent, before: UtcTime): boolean {
  return at < before && (gatewayAt === null || gatewayAt < before)
}

/**
 * Removes the content of what was planned, and entries that move no money altogether; appends the checkpoints, and the
 * facts that stay. Throws, and changes nothing, when the plan does not fit.
 */
export function removeEntries(
  connection: Connection, { plan, keyId, seals }: { plan: RemovalPlan; keyId: string; seals: readonly string[] },
): void {
  const { entries, checkpoints } = plan
  const [first] = checkpoints
  if (first === undefined) return
  leavingNoBytes(connection, () => { connection.transaction(() => {
    refuseOtherPlan(connection, plan)
    for (const [index, checkpoint] of checkpoints.entries()) {
      appendCheckpoint(connection, checkpoint, keyId, seals[index] ?? '')
    }
    const kept = entries.flatMap((entry) => factsOf(connection, entry, first.at))
    connection.run('INSERT INTO removal VALUES (1)')
    for (const entry of entries) removeWithEvents(connection, entry)
    for (const run of checkpoints) {
      connection.run('DELETE FROM seal WHERE position BETWEEN ? AND ?', run.first, run.last)
      connection.run('DELETE FROM chain WHERE position BETWEEN ? AND ?', run.first, run.last)
    }
    connection.run('DELETE FROM removal')
    for (const { entry, copies } of kept) {
      for (const copy of copies) appendCopy(connection, entry, copy)
      deriveEntry(connection, entry)
    }
  }) })
}

/** What stays of an entry; none of one that moves no money. */
function factsOf(
  connection: Connection, entry: number, at: UtcTime,
): readonly { readonly entry: number; readonly copies: readonly KeptCopy[] }[] {
  const { intent } = historyOf(connection, entry)
  return keepsFacts(intent) ? [{ entry, copies: copiesWithoutContent(connection, entry, at) }] : []
}

function refuseOtherPlan(connection: Connection, { entries, checkpoints }: RemovalPlan): void {
  const still = connection.first(
    `${staying} SELECT count(*) AS entries FROM entry WHERE seq IN (SELECT value FROM json_each(?)) AND ${mayGo}`,
    JSON.stringify(entries),
  )
  const runs = runsOf(positionsOf(connection, entries))
  const same = runs.length === checkpoints.length && runs.every(({ first, last }, index) =>
    checkpoints[index]?.first === first && checkpoints[index].last === last)
  if (still?.entries !== entries.length || !same) throw new Error('what was planned to be removed is not what stands there')
}

function removeWithEvents(connection: Connection, entry: number): void {
  forgetDelivered(connection, entry)
  removeEntry(connection, entry)
  connection.run('DELETE FROM observation_repeat WHERE event IN (SELECT id FROM event WHERE entry = ?)', entry)
  connection.run('DELETE FROM event WHERE entry = ?', entry)
}

/** What the team has got already is not kept here a second time: of each event its claim and its state stay. */
function forgetDelivered(connection: Connection, entry: number): void {
  connection.run(
    `UPDATE team_event SET body = json_remove(body, '$.entry', '$.ids', '$.words', '$.record') WHERE position IS NOT NULL AND number <= (SELECT delivered FROM team)
      AND entry_id = (SELECT entry_id FROM entry WHERE seq = ?)`, entry,
  )
}

function appendCheckpoint(connection: Connection, checkpoint: Checkpoint, keyId: string, seal: string): void {
  const id = integer(connection.first('SELECT coalesce(max(id), 0) + 1 AS next FROM checkpoint') ?? {}, 'next')
  connection.run(
    `INSERT INTO checkpoint (id, first, last, link_before, link_after, highest_event, at, key_id, seal)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id, checkpoint.first, checkpoint.last, checkpoint.linkBefore, checkpoint.linkAfter, newestEvent(connection),
    checkpoint.at, keyId, seal,
  )
  appendLink(connection, 'checkpoint', id)
}

/** Where the events of entries stand in the chain, in order. */
function positionsOf(connection: Connection, entries: readonly number[]): number[] {
  return entries.flatMap((entry) => connection.all(
    `SELECT position FROM event JOIN chain ON chain.kind = 'event' AND ref = event.id WHERE entry = ?`, entry,
  )).map((row) => integer(row, 'position')).sort((one, other) => one - other)
}

/** Positions as runs without a gap, each as long as it can be. */
function runsOf(positions: readonly number[]): { readonly first: number; readonly last: number }[] {
  const runs: { first: number; last: number }[] = []
  for (const position of positions) {
    const open = runs.at(-1)
    if (open !== undefined && open.last + 1 === position) open.last = position
    else runs.push({ first: position, last: position })
  }
  return runs
}

function checkpointOf(
  connection: Connection, { first, last }: { first: number; last: number }, at: UtcTime,
): Checkpoint {
  const before = linkBefore(connection, first)
  const { link: after } = linkAt(connection, { position: last })
  if (before === null || after === null) throw new Error('the chain has a gap')
  const kept = { first, last, linkBefore: before, linkAfter: after, at }
  return { ...kept, digest: checkpointDigest(kept) }
}
