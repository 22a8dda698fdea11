/** Heads, which the vault signs: builds the next one, and checks whether the stored ones belong to this chain. */
import { createPublicKey, randomBytes, type KeyObject } from 'node:crypto'
import type { UtcTime } from '#shared/brands.ts'
import type { JournalHead, SignedHead } from '#shared/model/history/journal-head.ts'
import { headKeyId, isHeadSigned } from '../../common/signatures/head-signature.ts'
import type { ChainBreak, CheckedHead, Digest, Link, ProofKey, Walk } from '../chain/chain-types.ts'
import { appendLink, linkDigest, epochsIn, linkAt, linkKinds, newestLink } from '../chain/chain.ts'
import type { Connection } from '../connection.ts'
import { integer, text, type Row } from '../row.ts'
import { brokenAt } from './chain-break.ts'

const heads = 'SELECT head.*, chain.link FROM head JOIN chain ON chain.position = head.position'

/** The newest head; null without one. */
export function newestHead(connection: Connection): SignedHead | null {
  const row = connection.first(`${heads} ORDER BY head.id DESC LIMIT 1`)
  return row === null ? null : headIn(row)
}

/** The link that the next head should sign: the newest; null if only heads follow the newest head. */
export function unsignedEnd(connection: Connection): Link | null {
  const after = newestHead(connection)?.position ?? 0
  const row = connection.first(`SELECT 1 FROM chain WHERE position > ? AND kind <> 'head' LIMIT 1`, after)
  return row === null ? null : newestLink(connection)
}

/** The number of events and audit lines after one position, up to another. */
export function countRows(connection: Connection, { after, through }: { after: number; through: number }): number {
  return integer(connection.first(
    `SELECT count(*) AS found FROM chain WHERE position > ? AND position <= ? AND kind <> 'head'`, after, through,
  ) ?? {}, 'found')
}

/**
 * Builds the head of a position for signing. `remembered` is the newest head in the keychain: if its row was removed,
 * the gap in the numbers shows that permanently. A new history counts as another journal.
 */
export function nextHead(connection: Connection, { position, link, at, remembered }: Link & {
  readonly at: UtcTime
  readonly remembered: JournalHead | null
}): JournalHead {
  const epoch = epochsIn(connection).findLast((begun) => begun.position <= position)?.number ?? 1
  const newest = newestHead(connection)
  const continues = remembered !== null && (epoch > 1 || hasLink(connection, remembered))
  const journal = newest?.journal ?? (continues ? remembered.journal : randomBytes(16).toString('hex'))
  const known = remembered?.journal === journal ? remembered.number : 0
  return { journal, number: Math.max(newest?.number ?? 0, known) + 1, epoch, position, link, at }
}

/**
 * True if the keychain has a head of this chain whose row was removed: the chain has its link, no restore has begun
 * another epoch since, and the newest head has a lower number.
 */
export function isHeadMissing(connection: Connection, remembered: JournalHead): boolean {
  const epoch = epochsIn(connection).at(-1)?.number ?? 1
  if (epoch > remembered.epoch || !hasLink(connection, remembered)) return false
  return (newestHead(connection)?.number ?? 0) < remembered.number
}

function hasLink(connection: Connection, { position, link }: Link): boolean {
  return linkAt(connection, position) === link
}

/** Appends a head to the chain, durably. False, without a change, if its link is missing or a later head exists. */
export function recordHead(
  connection: Connection, { journal, number, epoch, position, link, at, keyId, signature }: SignedHead,
): boolean {
  return connection.transaction(() => {
    if (linkAt(connection, position) !== link || (newestHead(connection)?.position ?? 0) >= position) return false
    const id = 1 + integer(connection.first('SELECT coalesce(max(id), 0) AS newest FROM head') ?? {}, 'newest')
    connection.run(
      'INSERT INTO head VALUES (?, ?, ?, ?, ?, ?, ?, ?)', id, journal, number, epoch, position, at, keyId, signature,
    )
    appendLink(connection, 'head', id)
    return true
  })
}

/** The last head of each day and epoch, oldest first. They prove every position up to them in a small file. */
export function headsOfDays(connection: Connection): SignedHead[] {
  return connection.all(
    `${heads} WHERE head.id IN (SELECT max(id) FROM head GROUP BY epoch, substr(at, 1, 10)) ORDER BY head.id`,
  ).map(headIn)
}

/**
 * Starts a verification after a link, for a caller that knows that the chain is valid up to there. Null if the link is
 * missing.
 */
export function walkAt(connection: Connection, { position, link }: Link): Walk | null {
  if (linkAt(connection, position) !== link) return null
  const [event = 0, audit = 0, head = 0] = linkKinds.map((kind) => integer(connection.first(
    `SELECT coalesce((SELECT ref FROM chain WHERE kind = ? AND position <= ? ORDER BY ref DESC LIMIT 1), 0) AS ref`,
    kind, position,
  ) ?? {}, 'ref'))
  return { position, link, event, audit, head, pending: [] }
}

/** The error of a head compared with the previous one; null if it is valid. Only a new epoch may skip numbers. */
export function headBreak(connection: Connection, row: Row): ChainBreak['what'] | null {
  const before = connection.first('SELECT journal, number, epoch, position FROM head WHERE id = ?', integer(row, 'id') - 1)
  const [number, epoch] = [integer(row, 'number'), integer(row, 'epoch')]
  if (before === null) return number === 1 || epoch > 1 ? null : 'head-missing'
  const follows = row.journal === before.journal && integer(row, 'position') > integer(before, 'position')
    && number > integer(before, 'number')
  if (!follows) return 'head-wrong'
  return number === integer(before, 'number') + 1 || epoch > integer(before, 'epoch') ? null : 'head-missing'
}

/**
 * Verifies the newest head that names the key. If its signature is wrong, the break is at the first head with a wrong
 * signature. Call it after the chain was verified.
 */
export function checkNewestHead(connection: Connection, { key }: { key: ProofKey | null }): CheckedHead {
  const publicKey = key === null ? null : createPublicKey(key.publicKey)
  const newest = publicKey === null ? null : newestOf(connection, headKeyId(publicKey))
  if (publicKey === null || newest === null) {
    return { newest: null, unsigned: countBehind(connection, 0), broken: null }
  }
  const right = isHeadSigned(newest, publicKey)
  const broken = right ? null : firstUnsigned(connection, newest.keyId, publicKey)
  return { newest: right ? newest : null, unsigned: countBehind(connection, newest.position), broken }
}

function newestOf(connection: Connection, keyId: string): SignedHead | null {
  const row = connection.first(`${heads} WHERE key_id = ? ORDER BY head.id DESC LIMIT 1`, keyId)
  return row === null ? null : headIn(row)
}

/** Finds the first head with a wrong signature, by binary search. */
function firstUnsigned(connection: Connection, keyId: string, publicKey: KeyObject): ChainBreak {
  const newest = integer(connection.first('SELECT max(id) AS newest FROM head') ?? {}, 'newest')
  let [signed, unsigned] = [0, newest + 1]
  let broken = newestOf(connection, keyId)
  while (unsigned - signed > 1) {
    const middle = Math.floor((signed + unsigned) / 2)
    const row = connection.first(
      `${heads} WHERE key_id = ? AND head.id > ? AND head.id <= ? ORDER BY head.id DESC LIMIT 1`, keyId, signed, middle,
    )
    const head = row === null ? null : headIn(row)
    if (row === null || head === null || isHeadSigned(head, publicKey)) signed = middle
    else {
      broken = head
      unsigned = integer(row, 'id')
    }
  }
  return brokenAt(broken?.position ?? 0, 'head-wrong', broken ?? {})
}

function countBehind(connection: Connection, after: number): number {
  return countRows(connection, { after, through: Number.MAX_SAFE_INTEGER })
}

function headIn(row: Row): SignedHead {
  return {
    journal: text(row, 'journal'), number: integer(row, 'number'), epoch: integer(row, 'epoch'),
    position: integer(row, 'position'), link: linkDigest(row) satisfies Digest, at: text<UtcTime>(row, 'at'),
    keyId: text(row, 'key_id'), signature: text(row, 'signature'),
  }
}
