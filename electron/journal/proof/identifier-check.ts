import type { EntryId } from '#shared/brands.ts'
import type { Connection } from '../connection.ts'
import { viewOf, type Identifier } from '../write/entry-view.ts'
import { historyOf } from '../write/events.ts'
import type { IdentifierPlace } from './chain-types.ts'
import { integer, text } from '../row.ts'

/** The ids of an entry as they are kept: each once; `asked` only where nothing else names it. */
export function keptIdentifiers(identifiers: readonly Identifier[]): Identifier[] {
  const kept = new Map<string, Identifier>()
  for (const identifier of identifiers) {
    const key = `${identifier.kind} ${identifier.value}`
    if (kept.get(key)?.asked !== false) kept.set(key, identifier)
  }
  return [...kept.values()]
}

/** Whether an entry is found by every id that its events name. */
export function isFoundByAll(connection: Connection, seq: number, identifiers: readonly Identifier[]): boolean {
  return keptIdentifiers(identifiers).every(({ kind, value, asked }) => null !== connection.first(
    'SELECT 1 FROM identifier WHERE kind = ? AND value = ? AND seq = ? AND asked = ?', kind, value, seq, asked ? 1 : 0,
  ))
}

/** Forgets the ids that an entry's events name, so that they can be derived again. */
export function forgetIdentifiers(connection: Connection, seq: number, identifiers: readonly Identifier[]): void {
  for (const { kind, value } of identifiers) {
    connection.run('DELETE FROM identifier WHERE kind = ? AND value = ? AND seq = ?', kind, value, seq)
  }
}

/** How many ids there are. */
export function countIdentifiers(connection: Connection): number {
  return integer(connection.first('SELECT count(*) AS ids FROM identifier') ?? {}, 'ids')
}

/**
 * Removes of the next ids those that lead to an entry whose events do not name them. `repaired` are the entries they
 * led to, as far as they are there. Call it only when the chain holds.
 */
export function removeStrangeIdentifiers(
  connection: Connection, { after, limit }: { after: IdentifierPlace | null; limit: number },
): { readonly repaired: EntryId[]; readonly next: IdentifierPlace | null } {
  const { kind, value, seq } = after ?? { kind: '', value: '', seq: 0 }
  const places = connection.all(
    `SELECT kind, value, seq FROM identifier WHERE (kind, value, seq) > (?, ?, ?) ORDER BY kind, value, seq LIMIT ?`,
    kind, value, seq, limit,
  ).map((row): IdentifierPlace => ({ kind: text(row, 'kind'), value: text(row, 'value'), seq: integer(row, 'seq') }))
  const strange = places.filter((place) => !isNamed(connection, place))
  if (strange.length > 0) {
    connection.transaction(() => {
      for (const place of strange) {
        connection.run('DELETE FROM identifier WHERE kind = ? AND value = ? AND seq = ?', place.kind, place.value, place.seq)
      }
    })
  }
  return {
    repaired: strange.flatMap((place) => entryAt(connection, place.seq)),
    next: places.length < limit ? null : places.at(-1) ?? null,
  }
}

function isNamed(connection: Connection, { kind, value, seq }: IdentifierPlace): boolean {
  if (connection.first(`SELECT 1 FROM event WHERE entry = ? AND kind = 'intent'`, seq) === null) return false
  return viewOf(historyOf(connection, seq)).identifiers.some((named) => named.kind === kind && named.value === value)
}

function entryAt(connection: Connection, seq: number): EntryId[] {
  const row = connection.first('SELECT entry_id FROM entry WHERE seq = ?', seq)
  return row === null ? [] : [text<EntryId>(row, 'entry_id')]
}
