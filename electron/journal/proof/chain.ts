import type { DatabaseSync } from 'node:sqlite'
import type { UtcTime } from '#shared/brands.ts'
import type { Connection } from '../connection.ts'
import { readable } from '../recovery/readable.ts'
import { digestOf, type Part } from './link-content.ts'
import type { ChainEnds, Digest, Epoch, Link } from './chain-types.ts'
import { bytes, integer, text, type Row } from '../row.ts'

/**
 * The chain: every event and audit line has a link, which is a digest over the link before it, its own position and
 * kind, and the whole row. Of an event's content the row has the digest, so that content may go. A change of any of
 * them changes every link from there on. Anybody who can write the file could compute links again; the seals on them
 * (HMACs, made by the vault) they can't. Counters of repeated observations are not linked.
 */

export const linkKinds = ['event', 'audit'] as const
export type LinkKind = (typeof linkKinds)[number]

/** What stands in a link, in this order for good: another order would be another link. */
const columns = {
  event: ['id', 'entry', 'kind', 'at', 'facts', 'content_digest'],
  audit: ['id', 'at', 'os_user', 'name', 'action', 'subject', 'detail', 'count', 'same_merchants', 'life_steps'],
} as const satisfies Record<LinkKind, readonly string[]>

/** What the first link follows. */
export const beforeTheFirst: Link = { position: 0, link: '0'.repeat(64) }

/** The link of a row at a place; throws when it holds what no row of ours can. */
export function linkOf(before: Link, kind: LinkKind, row: Row): Link {
  const position = before.position + 1
  const content = columns[kind].map((name): Part => row[name] ?? null)
  return { position, link: digestOf([before.link, position, kind, ...content]) }
}

/** Links a row that was just written. Call inside the transaction that wrote it. Answers its position. */
export function appendLink(connection: Connection, kind: LinkKind, id: number): number {
  // Read back, so that what is linked is what stands in the file, however the database understood what was written.
  const row = connection.first(`SELECT * FROM ${kind} WHERE id = ?`, id)
  if (row === null) throw new Error(`there is no ${kind} ${id} to link`)
  const { position, link } = linkOf(newestLink(connection), kind, row)
  connection.run('INSERT INTO chain (position, kind, ref, link) VALUES (?, ?, ?, ?)', position, kind, id, bytesOf(link))
  connection.linksAdded += 1
  return position
}

/** The newest link, or the place before the first. */
export function newestLink(connection: Connection): Link {
  const row = connection.first('SELECT position, link FROM chain ORDER BY position DESC LIMIT 1')
  return row === null ? beforeTheFirst : linkIn(row)
}

/** A row of the chain as a link. */
export function linkIn(row: Row): Link {
  return { position: integer(row, 'position'), link: digestIn(row, 'link') }
}

/** A column that holds a digest or a seal. */
export function digestIn(row: Row, column: string): Digest {
  return Buffer.from(bytes(row, column)).toString('hex')
}

function bytesOf(digest: string): Uint8Array {
  return Buffer.from(digest, 'hex')
}

/** The link that stands at a position, or null. */
export function linkHere(connection: Connection, position: number): Digest | null {
  const row = connection.first('SELECT link FROM chain WHERE position = ?', position)
  return row === null ? null : digestIn(row, 'link')
}

/** The ends of the chain, and of the events. */
export function chainEnds(connection: Connection, newestEvent: number): ChainEnds {
  const sealed = connection.first(
    `SELECT chain.position, link, key_id FROM seal JOIN chain ON chain.position = seal.position
      ORDER BY seal.position DESC LIMIT 1`,
  )
  return {
    position: newestLink(connection).position,
    openedAt: connection.atOpen.position,
    sealed: sealed === null ? null : { ...linkIn(sealed), keyId: text(sealed, 'key_id') },
    epoch: epochsIn(connection).at(-1)?.number ?? 1,
    newestEvent,
  }
}

/** The epochs that restores began, in order; the first one begins with the chain and has no line. */
export function epochsIn(connection: Connection): Epoch[] {
  return connection.all(
    `SELECT count AS number, position, at FROM audit JOIN chain ON chain.kind = 'audit' AND ref = audit.id
      WHERE action = 'epoch-begun' AND count IS NOT NULL ORDER BY position`,
  ).map((row) => ({ number: integer(row, 'number'), position: integer(row, 'position'), at: text<UtcTime>(row, 'at') }))
}

/** The first links after the newest seal, in order. */
export function unsealed(connection: Connection, { limit }: { limit: number }): Link[] {
  return connection.all(
    `SELECT position, link FROM chain WHERE position > (SELECT coalesce(max(position), 0) FROM seal)
      ORDER BY position LIMIT ?`,
    limit,
  ).map(linkIn)
}

/** Keeps seals, in order; one whose link is not there (any more) or that has been overtaken is left out. */
export function recordSeals(
  connection: Connection, { keyId, seals }: { keyId: string; seals: readonly (Link & { readonly seal: string })[] },
): null {
  return connection.transaction(() => {
    for (const { seal, ...link } of seals) keepSeal(connection, link, keyId, seal)
    return null
  })
}

/**
 * Takes over the seals that another journal has on links that stand here too, behind the newest seal here: a backup may
 * be older than the seals on its last links. False, and nothing is taken over, where the other one knows the newest
 * sealed link but goes on otherwise from there. SECURITY: the other one need not be believed for its seals, nobody but
 * the vault can make one that holds.
 */
export function takeOverSeals(target: Connection, from: DatabaseSync): boolean {
  const sealed = integer(target.first('SELECT coalesce(max(position), 0) AS position FROM seal') ?? {}, 'position')
  const through = newestLink(target).position
  const newestThere = (first: number, last: number): Link | undefined => readable(
    from, 'SELECT position, link FROM chain WHERE position BETWEEN ? AND ? ORDER BY position DESC LIMIT 1', [first, last], linkIn,
  )[0]
  const isHere = ({ position, link }: Link) => linkHere(target, position) === link
  const [known, last] = [newestThere(sealed, sealed), newestThere(sealed + 1, through)]
  if (last === undefined) return true
  if (!isHere(last)) return known === undefined || !isHere(known)
  const seals = readable(
    from, `SELECT chain.position, link, key_id, seal FROM seal JOIN chain ON chain.position = seal.position
      WHERE seal.position > ? AND seal.position <= ? AND length(seal) = 32 ORDER BY seal.position`,
    [sealed, through], (row) => ({ ...linkIn(row), keyId: text(row, 'key_id'), seal: digestIn(row, 'seal') }),
  )
  target.transaction(() => {
    for (const { keyId, seal, ...link } of seals) keepSeal(target, link, keyId, seal)
  })
  return true
}

function keepSeal(connection: Connection, { position, link }: Link, keyId: string, seal: Digest): void {
  connection.run(
    `INSERT INTO seal (position, key_id, seal) SELECT position, ?3, ?4 FROM chain
      WHERE position = ?1 AND link = ?2 AND position > (SELECT coalesce(max(position), 0) FROM seal)`,
    position, bytesOf(link), keyId, bytesOf(seal),
  )
}
