import { createPublicKey, type KeyObject } from 'node:crypto'
import { headKeyId } from '../../common/signatures/head-signature.ts'
import type { ChainBreak, ProofKey, Walk, WalkedPart } from '../chain/chain-types.ts'
import { beforeTheFirst, linkIn, linkKinds, linkOf, newestLink, type LinkKind } from '../chain/chain.ts'
import { contentDigest } from '../../common/signatures/log-digest.ts'
import type { Connection } from '../connection.ts'
import { bytes, integer, text, type Row } from '../row.ts'
import { resultCode } from '../sqlite-failure.ts'
import { brokenAt, timeAndEntry } from './chain-break.ts'
import { headBreak } from './heads.ts'
import { groundOfRemoval, isBatchSigned, passedRemoval } from './removals.ts'

/** The findings of a verification so far; `broken` ends it. */
type Found = { -readonly [Name in Exclude<keyof WalkedPart, 'done'>]: WalkedPart[Name] } & {
  readonly key: { readonly id: string; readonly publicKey: KeyObject; readonly since: number | null } | null
}

const start: Walk = { ...beforeTheFirst, event: 0, audit: 0, head: 0, pending: [] }

/**
 * Continues along the chain and computes every link, and the digest of every content, again from the rows. Reads the
 * rows of each kind in their own order as well as the chain, so that it finds both added and removed rows. Stops at the
 * first break. Verifies the signatures of removals with `key`. Of heads it checks only the positions: the signature of
 * the newest one covers all earlier ones (`checkNewestHead`).
 */
export function walkChain(
  connection: Connection,
  { from, through, limit, key }: { from: Walk | null; through: number; limit: number; key: ProofKey | null },
): WalkedPart {
  const found: Found = {
    walk: from ?? start, links: 0, removed: 0, removedOnRequest: 0, heads: 0, headsByAnotherKey: 0,
    unprovenRemoval: 0, broken: null,
    key: key === null ? null : readKey(key),
  }
  if (from === null) found.broken = rowBeforeTheFirst(connection)
  if (found.broken !== null) return partOf(found, true)
  const rows = connection.all(
    'SELECT position, kind, ref, link FROM chain WHERE position > ? AND position <= ? ORDER BY position LIMIT ?',
    found.walk.position, through, limit,
  )
  for (const row of rows) {
    found.broken = step(connection, found, row)
    if (found.broken !== null) break
  }
  const done = found.broken !== null || rows.length < limit
  const to = done ? null : found.walk
  found.broken ??= contentWithoutEvent(connection, from, to)
    ?? (done ? unsignedBatch(found) ?? unlinkedRow(connection, found.walk) : null)
  return partOf(found, done || found.broken !== null)
}

function partOf({ key: _key, ...found }: Found, done: boolean): WalkedPart {
  return { ...found, done }
}

function readKey({ publicKey: pem, since }: ProofKey): Found['key'] {
  const publicKey = createPublicKey(pem)
  return { id: headKeyId(publicKey), publicKey, since }
}

function step(connection: Connection, found: Found, row: Row): ChainBreak | null {
  try {
    return checkLink(connection, found, row)
  } catch (error) {
    if (resultCode(error) !== null) throw error
    // The row contains a value that no row of this application has.
    return brokenAt(found.walk.position + 1, 'changed')
  }
}

function checkLink(connection: Connection, found: Found, row: Row): ChainBreak | null {
  const kind = text<LinkKind>(row, 'kind')
  const ref = integer(row, 'ref')
  const { position, link } = linkIn(row)
  if (position !== found.walk.position + 1) return brokenAt(found.walk.position + 1, 'missing')
  const next = nextRow(connection, kind, found.walk[kind])
  const id = next === null ? null : integer(next, 'id')
  if (id !== null && id < ref) return brokenAt(position, 'added', timeAndEntry(connection, kind, id))
  const broken = (what: ChainBreak['what']) => brokenAt(position, what, timeAndEntry(connection, kind, ref))
  if (next === null || id !== ref) return broken('missing')
  if (linkOf(found.walk, kind, next).link !== link) return broken('changed')
  const isRemoval = kind === 'event' && next.kind === 'removal'
  const wrong = isRemoval ? checkRemoval(connection, found, next, position)
    : unsignedBatch(found)?.what ?? checkRow[kind](connection, found, next, position)
  if (wrong !== null) return broken(wrong)
  found.links += 1
  found.walk = { ...found.walk, position, link, [kind]: ref }
  return null
}

type Wrong = ChainBreak['what'] | null

type CheckRow = (connection: Connection, found: Found, row: Row, position: number) => Wrong

const checkRow: Readonly<Record<LinkKind, CheckRow>> = {
  event: (connection, found, row) => checkContent(connection, found, row),
  audit: () => null,
  head: (connection, found, row, position) => checkHead(connection, found, row, position),
}

/** Compares an event's content with its digest; missing content needs a removal. */
function checkContent(connection: Connection, found: Found, row: Row): Wrong {
  if (row.content_digest === null) return null
  if (row.body !== null) {
    return contentDigest(bytes(row, 'salt'), text(row, 'body')).equals(bytes(row, 'content_digest')) ? null : 'content-changed'
  }
  const ground = groundOfRemoval(connection, integer(row, 'id'), integer(row, 'entry'))
  if (ground === null) return 'content-missing'
  found.removed += 1
  if (ground === 'request') found.removedOnRequest += 1
  return null
}

/** SECURITY: every removal must be signed, even if its content still exists, except one that covers no event. */
function checkRemoval(connection: Connection, found: Found, row: Row, position: number): Wrong {
  const { covers, signature, digest } = passedRemoval(connection, row)
  if (covers === 0) return null
  const { key } = found
  const pending = [...found.walk.pending, digest]
  if (signature === null && !isEndOfBatch(connection, position)) {
    found.walk = { ...found.walk, pending }
    return null
  }
  found.walk = { ...found.walk, pending: [] }
  if (signature !== null && signature.keyId === key?.id) {
    return isBatchSigned(pending, signature, key.id, key.publicKey) ? null : 'removal-wrong'
  }
  // SECURITY: otherwise a removal with an unknown key, or without one, could remove anything.
  if (key !== null && key.since !== null && position >= key.since) return 'removal-wrong'
  found.unprovenRemoval = position
  return null
}

function isEndOfBatch(connection: Connection, position: number): boolean {
  return null === connection.first(
    `SELECT 1 FROM chain JOIN event ON event.id = chain.ref
      WHERE position = ? AND chain.kind = 'event' AND event.kind = 'removal' AND facts ->> '$.covers' > 0`, position + 1,
  )
}

/** The break at an incomplete batch of removals, which has no signature; null without one. */
function unsignedBatch({ walk: { pending, position } }: Found): ChainBreak | null {
  return pending.length === 0 ? null : brokenAt(position, 'removal-wrong')
}

function checkHead(connection: Connection, found: Found, row: Row, position: number): Wrong {
  const { key } = found
  if (text(row, 'key_id') === key?.id) found.heads += 1
  else {
    // SECURITY: otherwise heads with an unknown key could be added here.
    if (key !== null && key.since !== null && integer(row, 'position') >= key.since) return 'head-wrong'
    found.headsByAnotherKey += 1
  }
  return integer(row, 'position') < position ? headBreak(connection, row) : 'head-wrong'
}

const read = {
  event: 'SELECT event.*, salt, body FROM event LEFT JOIN content ON content.event = id WHERE id > ? ORDER BY id LIMIT 1',
  audit: 'SELECT * FROM audit WHERE id > ? ORDER BY id LIMIT 1',
  head: 'SELECT * FROM head WHERE id > ? ORDER BY id LIMIT 1',
} as const satisfies Record<LinkKind, string>

function nextRow(connection: Connection, kind: LinkKind, after: number): Row | null {
  return connection.first(read[kind], after)
}

/** Finds a row with a number or position below 1. The application writes none, and the walk would never reach it. */
function rowBeforeTheFirst(connection: Connection): ChainBreak | null {
  for (const kind of linkKinds) {
    const row = connection.first(`SELECT id FROM ${kind} WHERE id < 1 ORDER BY id LIMIT 1`)
    if (row !== null) return brokenAt(1, 'added', timeAndEntry(connection, kind, integer(row, 'id')))
  }
  const link = connection.first('SELECT kind, ref FROM chain WHERE position < 1 ORDER BY position LIMIT 1')
  if (link === null) return null
  return brokenAt(1, 'added', timeAndEntry(connection, text<LinkKind>(link, 'kind'), integer(link, 'ref')))
}

/** Finds content in this part that belongs to no event, or to an event without content. */
function contentWithoutEvent(connection: Connection, from: Walk | null, to: Walk | null): ChainBreak | null {
  const row = connection.first(
    `SELECT event FROM content WHERE event > ? AND event <= ?
      AND NOT EXISTS (SELECT 1 FROM event WHERE id = content.event AND content_digest IS NOT NULL) ORDER BY event LIMIT 1`,
    from?.event ?? Number.MIN_SAFE_INTEGER, to?.event ?? Number.MAX_SAFE_INTEGER,
  )
  if (row === null) return null
  const event = integer(row, 'event')
  const place = connection.first(`SELECT position FROM chain WHERE kind = 'event' AND ref = ?`, event)
  const position = place === null ? newestLink(connection).position + 1 : integer(place, 'position')
  return brokenAt(position, 'added', timeAndEntry(connection, 'event', event))
}

/** Finds a row without a link after the end of the verification. A row written meanwhile has one. */
function unlinkedRow(connection: Connection, walk: Walk): ChainBreak | null {
  for (const kind of linkKinds) {
    const row = connection.first(
      `SELECT id FROM ${kind} WHERE id > ? AND NOT EXISTS (
        SELECT 1 FROM chain WHERE chain.kind = '${kind}' AND ref = ${kind}.id AND position > ?) ORDER BY id LIMIT 1`,
      walk[kind], walk.position,
    )
    if (row !== null) return brokenAt(walk.position + 1, 'added', timeAndEntry(connection, kind, integer(row, 'id')))
  }
  return null
}
