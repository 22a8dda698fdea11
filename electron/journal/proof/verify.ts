import { brokenAt, whereabouts } from './break.ts'
import { beforeTheFirst, digestIn, linkIn, linkKinds, linkOf, newestLink, type LinkKind } from './chain.ts'
import type { Connection } from '../connection.ts'
import type { ChainBreak, SealToCheck, Walk, WalkedPart } from './chain-types.ts'
import { contentDigest } from './link-content.ts'
import { removalOfContent, sealOfRemoval } from './removals.ts'
import { bytes, integer, optionalText, text, type Row } from '../row.ts'
import { resultCode } from '../sqlite-failure.ts'

/** What a walk has gathered; `broken` ends it. */
interface Found {
  readonly through: number
  walk: Walk
  links: number
  removed: number
  readonly seals: SealToCheck[]
  readonly removals: SealToCheck[]
  broken: ChainBreak | null
}

const start: Walk = { ...beforeTheFirst, event: 0, audit: 0 }

/**
 * Walks on along the chain and computes every link again from the rows themselves. The rows of each kind are read in
 * their own order beside the chain, so that one that was slipped in is found as well as one that was taken out. Stops
 * at the first break. Seals are handed out: only the vault can check them.
 */
export function walkChain(
  connection: Connection, { from, through, limit }: { from: Walk | null; through: number; limit: number },
): WalkedPart {
  const found: Found = { through, walk: from ?? start, links: 0, removed: 0, seals: [], removals: [], broken: null }
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
  const to = done ? null : found.walk
  found.broken ??= strangeSeal(connection, from, to) ?? strangeContent(connection, from, to)
    ?? (done ? unlinkedRow(connection, found.walk) : null)
  return { ...found, done: done || found.broken !== null }
}

function step(connection: Connection, found: Found, row: Row): ChainBreak | null {
  try {
    return takeLink(connection, found, row)
  } catch (error) {
    if (resultCode(error) !== null) throw error
    // A row holds what none of ours can.
    return brokenAt(found.walk.position + 1, 'changed')
  }
}

function takeLink(connection: Connection, found: Found, row: Row): ChainBreak | null {
  const kind = text<LinkKind>(row, 'kind')
  const ref = integer(row, 'ref')
  const { position, link } = linkIn(row)
  if (position !== found.walk.position + 1) return brokenAt(found.walk.position + 1, 'missing')
  const next = nextRow(connection, kind, found.walk[kind])
  const id = next === null ? null : integer(next, 'id')
  if (id !== null && id < ref) return brokenAt(position, 'added', whereabouts(connection, kind, id))
  const broken = (what: ChainBreak['what']) => brokenAt(position, what, whereabouts(connection, kind, ref))
  if (next === null || id !== ref) return broken('missing')
  if (linkOf(found.walk, kind, next).link !== link) return broken('changed')
  if (kind === 'event') {
    const wrong = takeContent(connection, found, next, position)
    if (wrong !== null) return broken(wrong)
  }
  found.links += 1
  found.walk = { ...found.walk, position, link, [kind]: ref }
  const keyId = optionalText(row, 'key_id')
  if (keyId !== null) found.seals.push({ position, keyId, digest: link, seal: digestIn(row, 'seal') })
  return null
}

/** Compares an event's content with its digest; one that is gone needs a removal that says so. */
function takeContent(connection: Connection, found: Found, row: Row, position: number): ChainBreak['what'] | null {
  // SECURITY: also one whose content is still there.
  if (row.kind === 'removal') found.removals.push(sealOfRemoval(connection, row, position))
  if (row.content_digest === null) return null
  if (row.body !== null) {
    return contentDigest(bytes(row, 'salt'), text(row, 'body')).equals(bytes(row, 'content_digest')) ? null : 'content-changed'
  }
  const removal = removalOfContent(connection, integer(row, 'id'), integer(row, 'entry'))
  if (removal === null) return 'content-missing'
  // The walk may end before it comes by: it was written meanwhile.
  if (removal.position > found.through) found.removals.push(sealOfRemoval(connection, removal.row, removal.position))
  found.removed += 1
  return null
}

const read = {
  event: 'SELECT event.*, salt, body FROM event LEFT JOIN content ON content.event = id WHERE id > ? ORDER BY id LIMIT 1',
  audit: 'SELECT * FROM audit WHERE id > ? ORDER BY id LIMIT 1',
} as const satisfies Record<LinkKind, string>

function nextRow(connection: Connection, kind: LinkKind, after: number): Row | null {
  return connection.first(read[kind], after)
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

/** Content in this part that belongs to no event, or to one that has none. */
function strangeContent(connection: Connection, from: Walk | null, to: Walk | null): ChainBreak | null {
  const row = connection.first(
    `SELECT event FROM content WHERE event > ? AND event <= ?
      AND NOT EXISTS (SELECT 1 FROM event WHERE id = content.event AND content_digest IS NOT NULL) ORDER BY event LIMIT 1`,
    from?.event ?? Number.MIN_SAFE_INTEGER, to?.event ?? Number.MAX_SAFE_INTEGER,
  )
  if (row === null) return null
  const event = integer(row, 'event')
  const place = connection.first(`SELECT position FROM chain WHERE kind = 'event' AND ref = ?`, event)
  const position = place === null ? (to?.position ?? newestLink(connection).position) + 1 : integer(place, 'position')
  return brokenAt(position, 'added', whereabouts(connection, 'event', event))
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
