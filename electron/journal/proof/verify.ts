import { brokenAt, whereabouts } from './break.ts'
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
    found.broken = step(connection, found, row)
    if (found.broken !== null) break
  }
  const done = found.broken !== null || rows.length < limit
  found.broken ??= strangeSeal(connection, from, done ? null : found.walk)
    ?? (done ? unlinkedRow(connection, found.walk) : null)
  return { ...found, done: done || found.broken !== null }
}

function step(connection: Connection, found: Found, row: Row): ChainBreak | null {
  try {
    return crossGap(connection, found, integer(row, 'position')) ?? takeLink(connection, found, row)
  } catch (error) {
    if (resultCode(error) !== null) throw error
    // A row holds what none of ours can.
    return brokenAt(found.walk.position + 1, 'changed')
  }
}

/** Passes over removed links up to a position, by their checkpoints; without one they are missing. */
function crossGap(connection: Connection, found: Found, position: number): ChainBreak | null {
  while (found.walk.position + 1 < position) {
    const first = found.walk.position + 1
    const row = checkpointFrom(connection, first)
    if (row === null) return brokenAt(first, 'missing')
    const checkpoint = checkpointIn(row)
    const fits = checkpoint.linkBefore === found.walk.link && checkpoint.last < position && checkpoint.last >= first
    const place = fits ? linkedAt(connection, row) : null
    if (place === null) return brokenAt(first, 'checkpoint-wrong', { at: checkpoint.at })
    found.checkpoints.push(sealOfCheckpoint(row, first, place))
    found.removed += checkpoint.last - first + 1
    found.walk = { ...found.walk, position: checkpoint.last, link: checkpoint.linkAfter }
  }
  return null
}

function takeLink(connection: Connection, found: Found, row: Row): ChainBreak | null {
  const kind = text<LinkKind>(row, 'kind')
  const ref = integer(row, 'ref')
  const { position, link } = linkIn(row)
  const next = nextRow(connection, kind, found.walk[kind])
  const id = next === null ? null : integer(next, 'id')
  if (id !== null && id < ref) return brokenAt(position, 'added', whereabouts(connection, kind, id))
  const broken = (what: ChainBreak['what']) => brokenAt(position, what, whereabouts(connection, kind, ref))
  if (next === null || id !== ref) return broken('missing')
  if (linkOf(found.walk, kind, next).link !== link) return broken('changed')
  if (kind === 'checkpoint') {
    // SECURITY: also one that no gap needs: it could stand for an end that was cut off.
    found.checkpoints.push(sealOfCheckpoint(next, position, position))
    if (integer(next, 'last') >= position) return broken('checkpoint-wrong')
  }
  found.links += 1
  found.walk = { ...found.walk, position, link, [kind]: ref }
  const keyId = optionalText(row, 'key_id')
  if (keyId !== null) found.seals.push({ position, keyId, digest: link, seal: digestIn(row, 'seal') })
  return null
}

function nextRow(connection: Connection, kind: LinkKind, after: number): Row | null {
  return connection.first(`SELECT * FROM ${kind} WHERE id > ? ORDER BY id LIMIT 1`, after)
}

/** Numbers and positions count from 1: a row below is none of ours, and the walk would never come by it. */
function rowBeforeTheFirst(connection: Connection): ChainBreak | null {
  for (const kind of linkKinds) {
    const row = connection.first(`SELECT id FROM ${kind} WHERE id < 1 ORDER BY id LIMIT 1`)
    if (row !== null) return brokenAt(1, 'added', whereabouts(connection, kind, integer(row, 'id')))
  }
  const link = connection.first('SELECT kind, ref FROM chain WHERE position < 1 ORDER BY position LIMIT 1')
  if (link === null) return null
  return brokenAt(1, 'added', whereabouts(connection, text<LinkKind>(link, 'kind'), integer(link, 'ref')))
}

/** A seal in this part on a position that has no link: what is written from there on would never be sealed. */
function strangeSeal(connection: Connection, from: Walk | null, to: Walk | null): ChainBreak | null {
  const row = connection.first(
    `SELECT position FROM seal WHERE position > ? AND position <= ?
      AND NOT EXISTS (SELECT 1 FROM chain WHERE chain.position = seal.position) ORDER BY position LIMIT 1`,
    from?.position ?? Number.MIN_SAFE_INTEGER, to?.position ?? Number.MAX_SAFE_INTEGER,
  )
  return row === null ? null : brokenAt(integer(row, 'position'), 'added')
}

/** A row behind the end of the walk that has no link behind it either. What was written meanwhile has one. */
function unlinkedRow(connection: Connection, walk: Walk): ChainBreak | null {
  for (const kind of linkKinds) {
    const row = connection.first(
      `SELECT id FROM ${kind} WHERE id > ? AND NOT EXISTS (
        SELECT 1 FROM chain WHERE chain.kind = '${kind}' AND ref = ${kind}.id AND position > ?) ORDER BY id LIMIT 1`,
      walk[kind], walk.position,
    )
    if (row !== null) return brokenAt(walk.position + 1, 'added', whereabouts(connection, kind, integer(row, 'id')))
  }
  return null
}
