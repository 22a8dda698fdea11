/** Removals of content, as a walk along the chain finds them. */
import type { EntryId } from '#shared/brands.ts'
import type { Connection } from '../connection.ts'
import type { Removal, SealedRemoval } from '../records.ts'
import { integer, text, type Row } from '../row.ts'
import type { Digest, SealToCheck } from './chain-types.ts'
import { digestOf } from './link-content.ts'

/** What the vault seals of a removal: all of it but the seal. */
export function removalDigest({ entryId, at, ground, covers, movedMinorAmount }: Removal): Digest {
  return digestOf(['removal', entryId, at, ground, covers, movedMinorAmount])
}

/** The seal of a removal, to be checked at its event's position. Throws where the event is none. */
export function sealOfRemoval(connection: Connection, row: Row, position: number): SealToCheck {
  const { keyId, seal, ...removal } = removalIn(row)
  // SECURITY: of the entry that it stands at, whatever entry it names.
  const intent = connection.first(`SELECT facts ->> '$.entryId' AS entry_id FROM event WHERE id = ?`, integer(row, 'entry'))
  const entryId = text<EntryId>(intent ?? {}, 'entry_id')
  return { position, keyId, digest: removalDigest({ ...removal, entryId }), seal }
}

/**
 * Why an event is without its content: the first removal of its entry that covers it, with its place. Null where there
 * is none: somebody took the content away.
 */
export function removalOfContent(
  connection: Connection, event: number, entry: number,
): { readonly row: Row; readonly position: number } | null {
  const events = connection.first('SELECT count(*) AS place FROM event WHERE entry = ? AND id <= ?', entry, event)
  const place = integer(events ?? {}, 'place')
  const row = connection.all(
    `SELECT event.*, position FROM event JOIN chain ON chain.kind = 'event' AND ref = event.id
      WHERE entry = ? AND event.id > ? AND event.kind = 'removal' ORDER BY event.id`, entry, event,
  ).find((removal) => removalIn(removal).covers >= place)
  return row === undefined ? null : { row, position: integer(row, 'position') }
}

function removalIn(row: Row): SealedRemoval {
  const { entryId, at, ground, covers, movedMinorAmount, keyId, seal } = JSON.parse(text(row, 'facts')) as SealedRemoval
  if (typeof keyId !== 'string' || typeof seal !== 'string') throw new Error('a removal without a seal')
  return { entryId, at, ground, covers, movedMinorAmount, keyId, seal }
}
