/** Describes where a verification of the chain or its heads failed. */
import type { EntryId, UtcTime } from '#shared/brands.ts'
import type { ChainBreak } from '../chain/chain-types.ts'
import type { LinkKind } from '../chain/chain.ts'
import type { Connection } from '../connection.ts'
import { text } from '../row.ts'

/** A break at a position, with its time and entry as far as they are known. */
export function brokenAt(
  link: number, what: ChainBreak['what'], { at = null, entryId = null }: Partial<Pick<ChainBreak, 'at' | 'entryId'>> = {},
): ChainBreak {
  return { link, what, at, entryId }
}

/** The time and the entry of a linked row; null for what the file no longer contains. */
export function timeAndEntry(
  connection: Connection, kind: LinkKind, id: number,
): { readonly at: UtcTime | null; readonly entryId: EntryId | null } {
  const at = connection.first(`SELECT at FROM ${kind} WHERE id = ?`, id)?.at
  const entry = kind !== 'event' ? null : connection.first(
    'SELECT entry_id FROM entry WHERE seq = coalesce((SELECT entry FROM event WHERE id = ?1), ?1)', id,
  )
  return {
    at: typeof at === 'string' ? at as UtcTime : null,
    entryId: entry === null ? null : text<EntryId>(entry, 'entry_id'),
  }
}
