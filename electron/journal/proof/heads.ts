/** Heads that the vault signed: how the next one reads, and whether those that are kept stand for this chain. */
import { createPublicKey, randomBytes, type KeyObject } from 'node:crypto'
import type { UtcTime } from '#shared/brands.ts'
import type { HeadKey, JournalHead, SignedHead } from '#shared/model/journal-head.ts'
import { headKeyId, isHeadSigned } from '../../common/head-signature.ts'
import type { Connection } from '../connection.ts'
import { integer, text, type Row } from '../row.ts'
import { resultCode } from '../sqlite-failure.ts'
import { brokenAt } from './break.ts'
import { digestIn, epochsIn, linkHere, linkKinds } from './chain.ts'
import type { ChainBreak, Digest, HeadWalk, Link, Walk, WalkedHeads } from './chain-types.ts'

/** The newest head; null when there is none. */
export function newestHead(connection: Connection): SignedHead | null {
  const row = connection.first('SELECT * FROM head ORDER BY id DESC LIMIT 1')
  return row === null ? null : headIn(row)
}

/**
 * The head of a position as it is to be signed. `remembered` is the newest one that the keychain knows: where its row
 * was taken out, the number that is left out tells so for good. A new history is another journal.
 */
export function nextHead(connection: Connection, { position, link, at, remembered }: Link & {
  readonly at: UtcTime
  readonly remembered: JournalHead | null
}): JournalHead {
  const epoch = epochsIn(connection).findLast((begun) => begun.position <= position)?.number ?? 1
  const newest = newestHead(connection)
  const goesOn = remembered !== null && (epoch > 1 || standsHere(connection, remembered))
  const journal = newest?.journal ?? (goesOn ? remembered.journal : randomBytes(16).toString('hex'))
  const known = remembered?.journal === journal ? remembered.number : 0
  return { journal, number: Math.max(newest?.number ?? 0, known) + 1, epoch, position, link, at }
}

/**
 * True when the keychain knows a head of this chain that is not kept any more: its link stands here, no restore has
 * begun another epoch since, and the newest head has a lower number.
 */
export function isHeadMissing(connection: Connection, remembered: JournalHead): boolean {
  const epoch = epochsIn(connection).at(-1)?.number ?? 1
  if (epoch > remembered.epoch || !standsHere(connection, remembered)) return false
  return (newestHead(connection)?.number ?? 0) < remembered.number
}

function standsHere(connection: Connection, { position, link }: Link): boolean {
  return linkHere(connection, position) === link
}

/** Appends a head, durably. False, and left out, where its link is not there (any more) or a head stands behind it. */
export function recordHead(
  connection: Connection, { journal, number, epoch, position, link, at, keyId, signature }: SignedHead,
): boolean {
  const before = newestHead(connection)
  connection.run(
    `INSERT INTO head SELECT 1 + (SELECT coalesce(max(id), 0) FROM head), ?3, ?4, ?5, position, ?2, ?6, ?7, ?8
      FROM chain WHERE position = ?1 AND link = unhex(?2) AND position > ?9`,
    position, link, journal, number, epoch, at, keyId, signature, before?.position ?? 0,
  )
  return newestHead(connection)?.number === number && before?.number !== number
}

/** The last head of each day and epoch, oldest first: enough to prove every position up to them, and a small file. */
export function headsOfDays(connection: Connection): SignedHead[] {
  return connection.all(
    'SELECT * FROM head WHERE id IN (SELECT max(id) FROM head GROUP BY epoch, substr(at, 1, 10)) ORDER BY id',
  ).map(headIn)
}

/** A walk that goes on behind a link, for who knows that the chain holds up to there; null when it is not there. */
export function walkAt(connection: Connection, { position, link }: Link): Walk | null {
  if (linkHere(connection, position) !== link) return null
  const [event = 0, audit = 0] = linkKinds.map((kind) => integer(connection.first(
    `SELECT coalesce((SELECT ref FROM chain WHERE kind = ? AND position <= ? ORDER BY ref DESC LIMIT 1), 0) AS ref`,
    kind, position,
  ) ?? {}, 'ref'))
  return { position, link, event, audit }
}

/**
 * Walks on along the heads: each must be one of this chain's, behind the one before, with the number that follows (only
 * a new epoch leaves numbers out), and signed. From the position `since` on no other key signs; null
 * where that is not known.
 */
export function walkHeads(connection: Connection, { from, key, limit }: {
  from: HeadWalk | null; key: Pick<HeadKey, 'publicKey'> & { readonly since: number | null } | null; limit: number
}): WalkedHeads {
  const found = { walk: from ?? { id: 0, last: null }, valid: 0, byAnotherKey: 0, newest: null as SignedHead | null }
  const publicKey = key === null ? null : createPublicKey(key.publicKey)
  const rows = connection.all(
    `SELECT head.*, chain.link AS here FROM head LEFT JOIN chain ON chain.position = head.position
      WHERE head.id > ? ORDER BY head.id LIMIT ?`,
    from?.id ?? Number.MIN_SAFE_INTEGER, limit,
  )
  for (const row of rows) {
    const head = readable(row)
    if (head === null) return { ...found, done: true, broken: brokenAt(0, 'head-wrong') }
    const signed = isSigned(head, publicKey, key?.since ?? null)
    const wrong = placeBreak(row, head) ?? orderBreak(found.walk.last, head)
      ?? (signed === 'wrong' ? 'head-wrong' : null)
    if (wrong !== null) return { ...found, done: true, broken: brokenAt(head.position, wrong, head) }
    if (signed === 'right') {
      found.valid += 1
      found.newest = head
    } else found.byAnotherKey += 1
    found.walk = { id: integer(row, 'id'), last: head }
  }
  return { ...found, done: rows.length < limit, broken: null }
}

function isSigned(head: SignedHead, publicKey: KeyObject | null, since: number | null): 'right' | 'wrong' | 'another' {
  if (publicKey !== null && head.keyId === headKeyId(publicKey)) return isHeadSigned(head, publicKey) ? 'right' : 'wrong'
  // SECURITY: else whoever names a key that nobody has could put heads of their own here.
  return since !== null && head.position >= since ? 'wrong' : 'another'
}

/** What is wrong about where a head stands: its link is not the one at its position. */
function placeBreak(row: Row, head: JournalHead): ChainBreak['what'] | null {
  if (row.here instanceof Uint8Array) return digestIn(row, 'here') === head.link ? null : 'head-wrong'
  return 'end-cut-off'
}

/** The epoch of a head needs no look at the chain: it is signed with the link that stands for everything before. */
function orderBreak(last: JournalHead | null, head: JournalHead): ChainBreak['what'] | null {
  const before = last ?? { ...head, number: 0, epoch: 1, position: 0 }
  if (head.journal !== before.journal || head.position <= before.position || head.number <= before.number) return 'head-wrong'
  return head.number === before.number + 1 || head.epoch > before.epoch ? null : 'head-missing'
}

/** A row as a head; null when it holds what none of ours does. */
function readable(row: Row): SignedHead | null {
  try {
    return headIn(row)
  } catch (error) {
    if (resultCode(error) !== null) throw error
    return null
  }
}

function headIn(row: Row): SignedHead {
  return {
    journal: text(row, 'journal'), number: integer(row, 'number'), epoch: integer(row, 'epoch'),
    position: integer(row, 'position'), link: text<Digest>(row, 'link'), at: text<UtcTime>(row, 'at'),
    keyId: text(row, 'key_id'), signature: text(row, 'signature'),
  }
}
