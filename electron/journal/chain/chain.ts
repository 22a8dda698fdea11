import type { UtcTime } from '#shared/brands.ts'
import type { Connection } from '../connection.ts'
import { bytes, integer, text, type Row } from '../row.ts'
import type { ChainEnds, Digest, Epoch, Link } from './chain-types.ts'
import { digestOf, type Part } from '../../common/signatures/log-digest.ts'

/**
 * The chain: every event, audit line and head has a link, which is a digest over the previous link, its own position
 * and kind, and the whole row. The row contains only the digest of an event's content, so that content can be removed.
 * A change in a row changes every link from there on. Whoever can write the file could compute the links again, but not
 * the signature of a head, which the vault creates. Counters of repeated observations are not linked.
 */

export const linkKinds = ['event', 'audit', 'head'] as const
export type LinkKind = (typeof linkKinds)[number]

/** The columns that a link covers. Their order must never change: it would change every link. */
const columns = {
  event: ['id', 'entry', 'kind', 'at', 'facts', 'content_digest'],
  audit: ['id', 'at', 'os_user', 'name', 'action', 'subject', 'detail', 'count', 'same_merchants', 'life_steps'],
  head: ['id', 'journal', 'number', 'epoch', 'position', 'at', 'key_id', 'signature'],
} as const satisfies Record<LinkKind, readonly string[]>

/** The link before the first one. */
export const beforeTheFirst: Link = { position: 0, link: '0'.repeat(64) }

/** Computes the link of a row after `before`. Throws for a value that no row of this application has. */
export function linkOf(before: Link, kind: LinkKind, row: Row): Link {
  const position = before.position + 1
  const content = columns[kind].map((name): Part => row[name] ?? null)
  return { position, link: digestOf([before.link, position, kind, ...content]) }
}

/** Links a row that was just written. Call inside the transaction that wrote it. Returns its position. */
export function appendLink(connection: Connection, kind: LinkKind, id: number): number {
  // Read back, so that the link covers the values as the database stored them.
  const row = connection.first(`SELECT * FROM ${kind} WHERE id = ?`, id)
  if (row === null) throw new Error(`there is no ${kind} ${id} to link`)
  const { position, link } = linkOf(newestLink(connection), kind, row)
  connection.run('INSERT INTO chain (position, kind, ref, link) VALUES (?, ?, ?, ?)', position, kind, id, bytesOf(link))
  connection.linksAdded += 1
  return position
}

/** The newest link, or `beforeTheFirst`. */
export function newestLink(connection: Connection): Link {
  const row = connection.first('SELECT position, link FROM chain ORDER BY position DESC LIMIT 1')
  return row === null ? beforeTheFirst : linkIn(row)
}

/** A row of the chain as a link. */
export function linkIn(row: Row): Link {
  return { position: integer(row, 'position'), link: linkDigest(row) }
}

/** The digest in the column `link`. */
export function linkDigest(row: Row): Digest {
  return Buffer.from(bytes(row, 'link')).toString('hex')
}

function bytesOf(digest: string): Uint8Array {
  return Buffer.from(digest, 'hex')
}

/** The link at a position, or null. */
export function linkAt(connection: Connection, position: number): Digest | null {
  const row = connection.first('SELECT link FROM chain WHERE position = ?', position)
  return row === null ? null : linkDigest(row)
}

/** The ends of the chain. `newestEvent`: the number of the newest event. */
export function chainEnds(connection: Connection, newestEvent: number): ChainEnds {
  return {
    position: newestLink(connection).position,
    openedAt: connection.atOpen.position,
    epoch: epochsIn(connection).at(-1)?.number ?? 1,
    newestEvent,
  }
}

/** The epochs that restores began, in order. The first epoch begins with the chain and is not listed. */
export function epochsIn(connection: Connection): Epoch[] {
  return connection.all(
    `SELECT count AS number, position, at FROM audit JOIN chain ON chain.kind = 'audit' AND ref = audit.id
      WHERE action = 'epoch-begun' AND count IS NOT NULL ORDER BY position`,
  ).map((row) => ({ number: integer(row, 'number'), position: integer(row, 'position'), at: text<UtcTime>(row, 'at') }))
}
