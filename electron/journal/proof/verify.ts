import type { EntryId, UtcTime } from '#shared/brands.ts'
import { beforeTheFirst, digestIn, linkIn, linkKinds, linkOf, type LinkKind } from './chain.ts'
import { checkpointFrom, checkpointIn, linkedAt, sealOfCheckpoint } from './checkpoint.ts'
import type { Connection } from '../connection.ts'
import type { ChainBreak, CheckpointToCheck, SealToCheck, Walk, WalkedPart } from './chain-types.ts'
import { integer, optionalText, text, type Row } from '../row.ts'
import { resultCode } from '../sqlite-failure.ts'

/** What a walk has gathered; `broken` ends it. */
interface Found {
  walk: Walk
  links: number
  removed: number
  readonly seals: SealToCheck[]
  readonly checkpoints: CheckpointToCheck[]
  broken: ChainBreak | null
}

const start: Walk = { ...beforeTheFirst, event: 0, audit: 0, checkpoint: 0 }

/**
 * Walks on along the chain and computes every link again from the rows themselves. The rows of each kind are read in
 * their own order beside the chain, so that one that was slipped in is found as well as one that was taken out. Stops
 * at the first break. Seals are handed out: only the vault can check them.
 */
export function walkChain(
  connection: Connection, { from, through, limit }: { from: Walk | null; through: number; limit: number },
): WalkedPart {
  const found: Found = { walk: from ?? start, links: 0, removed: 0, seals: [], checkpoints: [], broken: null }
  if (from === null) found.broken = rowBeforeTheFirst(connection)
  if (found.broken !== null) return { ...found, done: true }
  const rows = connection.all(
    `SELECT chain.position, kind, ref, link, key_id, seal FROM chain LEFT JOIN seal ON seal.position = chain.position
      WHERE chain.position > ? AND chain.position <= ? ORDER BY chain.position LIMIT ?`,
    found.walk.position, through, limit,
  )
  for (const row of rows) {
    step(connection, found, row)
    if (found.broken !== null) break
  }
  const done = found.broken !== null || rows.length < limit
  found.broken ??= strangeSeal(connection, from, done ? null : found.walk)
    ?? (done ? unlinkedRow(connection, found.walk) : null)
  return { ...found, done: done || found.broken !== null }
}

/** The break at a link that stands: which entry it belongs to and when it was written. */
export function breakAt(
  connection: Connection, { position, what }: { position: number; what: ChainBreak['what'] },
): ChainBreak {
  const row = connection.first('SELECT kind, ref FROM chain WHERE position = ?', position)
  if (row === null) return { link: position, what, at: null, entryId: null }
  return { link: position, what, ...whereabouts(connection, text<LinkKind>(row, 'kind'), integer(row, 'ref')) }
}

function step(connection: Connection, found: Found, row: Row): void {
  try {
    crossGap(connection, found, integer(row, 'position'))
    if (found.broken === null) takeLink(connection, found, row)
  } catch (error) {
    if (resultCode(error) !== null) throw error
    // A row holds what none of ours can.
    found.broken = { link: found.walk.position + 1, what: 'changed', at: null, entryId: null }
  }
}

/** Passes over removed links up to a position, by their checkpoints; without one they are missing. */
function crossGap(connection: Connection, found: Found, position: number): void {
  while (found.walk.position + 1 < position) {
    const first = found.walk.position + 1
    const row = checkpointFrom(connection, first)
    if (row === null) {
      found.broken = { link: first, what: 'missing', at: null, entryId: null }
      return
    }
    const checkpoint = checkpointIn(row)
    const fits = checkpoint.linkBefore === found.walk.link && checkpoint.last < position && checkpoint.last >= first
    const place = fits ? linkedAt(connection, row) : null
    if (place === null) {
      found.broken = { link: first, what: 'checkpoint-wrong', at: checkpoint.at, entryId: null }
      return
    }
    found.checkpoints.push(sealOfCheckpoint(row, first, place))
    found.removed += checkpoint.last - first + 1
    found.walk = { ...found.walk, position: checkpoint.last, link: checkpoint.linkAfter }
  }
}

function takeLink(connection: Connection, found: Found, row: Row): void {
  const kind = text<LinkKind>(row, 'kind')
  const ref = integer(row, 'ref')
  const { position, link } = linkIn(row)
  const next = nextRow(connection, kind, found.walk[kind])
  const id = next === null ? null : integer(next, 'id')
  if (next === null || id !== ref) {
    const addedId = id !== null && id < ref ? id : null
    found.broken = addedId === null
      ? { link: position, what: 'missing', at: null, entryId: entryOfEvent(connection, kind, ref) }
      : { link: position, what: 'added', ...whereabouts(connection, kind, addedId) }
    return
  }
  if (linkOf(found.walk, kind, next).link !== link) {
    found.broken = { link: position, what: 'changed', ...whereabouts(connection, kind, ref) }
    return
  }
  if (kind === 'checkpoint') {
    // SECURITY: also one that no gap needs: it could stand for an end that was cut off.
    found.checkpoints.push(sealOfCheckpoint(next, position, position))
    if (integer(next, 'last') >= position) {
      found.broken = { link: position, what: 'checkpoint-wrong', ...whereabouts(connection, kind, ref) }
      return
    }
  }
  found.links += 1
  found.walk = { ...found.walk, position, link, [kind]: ref }
  const keyId = optionalText(row, 'key_id')
  if (keyId !== null) found.seals.push({ position, keyId, digest: link, seal: digestIn(row, 'seal') })
}

function nextRow(connection: Connection, kind: LinkKind, after: number): Row | null {
  return connection.first(`SELECT * FROM ${kind} WHERE id > ? ORDER BY id LIMIT 1`, after)
}

/** Numbers and positions count from 1: a row below is none of ours, and the walk would never come by it. */
function rowBeforeTheFirst(connection: Connection): ChainBreak | null {
  for (const kind of linkKinds) {
    const row = connection.first(`SELECT id FROM ${kind} WHERE id < 1 ORDER BY id LIMIT 1`)
    if (row !== null) return { link: 1, what: 'added', ...whereabouts(connection, kind, integer(row, 'id')) }
  }
  const link = connection.first('SELECT kind, ref FROM chain WHERE position < 1 ORDER BY position LIMIT 1')
  if (link === null) return null
  return { link: 1, what: 'added', ...whereabouts(connection, text<LinkKind>(link, 'kind'), integer(link, 'ref')) }
}

/** A seal in this part on a position that has no link: what is written from there on would never be sealed. */
function strangeSeal(connection: Connection, from: Walk | null, to: Walk | null): ChainBreak | null {
  const row = connection.first(
    `SELECT position FROM seal WHERE position > ? AND position <= ?
      AND NOT EXISTS (SELECT 1 FROM chain WHERE chain.position = seal.position) ORDER BY position LIMIT 1`,
    from?.position ?? Number.MIN_SAFE_INTEGER, to?.position ?? Number.MAX_SAFE_INTEGER,
  )
  return row === null ? null : { link: integer(row, 'position'), what: 'added', at: null, entryId: null }
}

/** A row behind the end of the walk that has no link behind it either. What was written meanwhile has one. */
function unlinkedRow(connection: Connection, walk: Walk): ChainBreak | null {
  for (const kind of linkKinds) {
    const row = connection.first(
      `SELECT id FROM ${kind} WHERE id > ? AND NOT EXISTS (
        SELECT 1 FROM chain WHERE chain.kind = '${kind}' AND ref = ${kind}.id AND position > ?) ORDER BY id LIMIT 1`,
      walk[kind], walk.position,
    )
    if (row !== null) {
      return { link: walk.position + 1, what: 'added', ...whereabouts(connection, kind, integer(row, 'id')) }
    }
  }
  return null
}

function whereabouts(
  connection: Connection, kind: LinkKind, id: number,
): { readonly at: UtcTime | null; readonly entryId: EntryId | null } {
  const row = connection.first(`SELECT at FROM ${kind} WHERE id = ?`, id)
  const at = row === null || typeof row.at !== 'string' ? null : text<UtcTime>(row, 'at')
  return { at, entryId: entryOfEvent(connection, kind, id) }
}

/** The entry that an event belongs to, as far as what is left tells. */
function entryOfEvent(connection: Connection, kind: LinkKind, id: number): EntryId | null {
  if (kind !== 'event') return null
  const row = connection.first(
    'SELECT entry_id FROM entry WHERE seq = coalesce((SELECT entry FROM event WHERE id = ?1), ?1)', id,
  )
  return row === null ? null : text<EntryId>(row, 'entry_id')
}
