/** Reads and verifies removals of content during a verification of the chain. */
import { verify, type KeyObject } from 'node:crypto'
import type { EntryId } from '#shared/brands.ts'
import { removalsText } from '#shared/model/history/journal-head.ts'
import type { Digest } from '../chain/chain-types.ts'
import { digestOf } from '../../common/signatures/log-digest.ts'
import type { Connection } from '../connection.ts'
import type { Removal, SignedRemoval } from '../records.ts'
import { integer, text, type Row } from '../row.ts'

/** The digest of a removal, which the vault signs. */
export function removalDigest(
  { entryId, at, ground, covers, movedMinorAmount, reportedOtherwise = [] }: Removal,
): Digest {
  return digestOf(['removal', entryId, at, ground, covers, movedMinorAmount, ...reportedOtherwise])
}

/** A removal during a verification: its digest, and the signature of its batch if it is the last one. */
export interface PassedRemoval extends Pick<SignedRemoval, 'covers' | 'signature'> {
  readonly digest: Digest
}

/** Reads the removal in a row of `event`. Throws if the row contains none. */
export function passedRemoval(connection: Connection, row: Row): PassedRemoval {
  const removal = removalIn(row)
  // SECURITY: uses the entry that the event belongs to, not the one that the removal names.
  const intent = connection.first(`SELECT facts ->> '$.entryId' AS entry_id FROM event WHERE id = ?`, integer(row, 'entry'))
  const entryId = text<EntryId>(intent ?? {}, 'entry_id')
  return { covers: removal.covers, signature: removal.signature, digest: removalDigest({ ...removal, entryId }) }
}

/** Whether the signature of a batch's last removal is valid for the digests of all its removals. */
export function isBatchSigned(
  digests: readonly Digest[], signature: NonNullable<SignedRemoval['signature']>, keyId: string, publicKey: KeyObject,
): boolean {
  const content = removalsText(digests, keyId)
  return content !== null && verify(null, Buffer.from(content), publicKey, Buffer.from(signature.signature, 'base64'))
}

/** The ground of the first removal that explains why an event has no content; null if none does. */
export function groundOfRemoval(connection: Connection, event: number, entry: number): Removal['ground'] | null {
  const events = connection.first('SELECT count(*) AS place FROM event WHERE entry = ? AND id <= ?', entry, event)
  const place = integer(events ?? {}, 'place')
  return connection.all(
    `SELECT facts FROM event WHERE entry = ? AND id > ? AND kind = 'removal' ORDER BY id`, entry, event,
  ).map(removalIn).find(({ covers }) => covers >= place)?.ground ?? null
}

function removalIn(row: Row): SignedRemoval {
  const removal = JSON.parse(text(row, 'facts')) as SignedRemoval
  const { covers, signature } = removal
  const isSigned = signature === null || (typeof signature.keyId === 'string' && typeof signature.signature === 'string')
  if (!Number.isSafeInteger(covers) || !isSigned) throw new Error('a removal of another form')
  return removal
}
