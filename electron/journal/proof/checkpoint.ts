import { linkBefore, linkHere, linkIn, linkOf } from './chain.ts'
import type { Connection } from '../connection.ts'
import { digestOf } from './link-content.ts'
import type { Checkpoint, CheckpointToCheck, Digest, LinkThere } from './chain-types.ts'
import { integer, text, type Row } from '../row.ts'

/** What the vault seals of a checkpoint: all of it but the seal. */
export function checkpointDigest(
  { first, last, linkBefore: before, linkAfter, at }: Omit<Checkpoint, 'digest'>,
): Digest {
  return digestOf(['checkpoint', first, last, before, linkAfter, at])
}

/** A row of the table as the checkpoint that it is. */
export function checkpointIn(row: Row): Checkpoint {
  const kept = {
    first: integer(row, 'first'), last: integer(row, 'last'), linkBefore: text<Digest>(row, 'link_before'),
    linkAfter: text<Digest>(row, 'link_after'), at: text<Checkpoint['at']>(row, 'at'),
  }
  return { ...kept, digest: checkpointDigest(kept) }
}

/** The checkpoint whose run of removed links begins at a position; null when there is none. */
export function checkpointFrom(connection: Connection, first: number): Row | null {
  return connection.first('SELECT * FROM checkpoint WHERE first = ?', first)
}

/** The place of a checkpoint in the chain, when it is what its link there says; null when it is not. */
export function linkedAt(connection: Connection, row: Row): number | null {
  const chain = connection.first(
    `SELECT position, link FROM chain WHERE kind = 'checkpoint' AND ref = ?`, integer(row, 'id'),
  )
  if (chain === null) return null
  const position = integer(chain, 'position')
  const before = linkBefore(connection, position)
  if (before === null) return null
  const expected = linkOf({ position: position - 1, link: before }, 'checkpoint', row).link
  return linkIn(chain).link === expected ? position : null
}

/** The seal of a checkpoint's row, to be checked at a position of the chain; `linkedAt` is its own place there. */
export function sealOfCheckpoint(row: Row, position: number, place: number): CheckpointToCheck {
  const { digest } = checkpointIn(row)
  return { position, linkedAt: place, keyId: text(row, 'key_id'), digest, seal: text(row, 'seal') }
}

/**
 * The link at a position, or null; `removed` is the checkpoint that stands for it where the chain goes on around a gap.
 * That it says so proves nothing before the vault has checked its seal.
 */
export function linkAt(connection: Connection, { position }: { position: number }): LinkThere {
  const link = linkHere(connection, position)
  return { link, removed: link === null ? removedBy(connection, position) : null }
}

function removedBy(connection: Connection, position: number): CheckpointToCheck | null {
  // SECURITY: retention leaves a gap in the middle. Behind an end that was cut off there is nothing.
  const row = connection.first(
    `SELECT * FROM checkpoint WHERE first <= ?1 AND last >= ?1
      AND NOT EXISTS (SELECT 1 FROM chain WHERE position BETWEEN first AND last)
      AND EXISTS (SELECT 1 FROM chain WHERE position > last)`,
    position,
  )
  if (row === null) return null
  const { first, last, linkBefore: before } = checkpointIn(row)
  const place = linkedAt(connection, row)
  if (place === null || place <= last || linkBefore(connection, first) !== before) return null
  return sealOfCheckpoint(row, first, place)
}
