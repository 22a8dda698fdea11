/**
 * Compares the stored counts: the number of entries for each combination of a filter (`facet`), and for each value of
 * the lists (`list_value`). Choices and the selection of an index use them; the content of lists does not depend on
 * them.
 */
import type { EntryId } from '#shared/brands.ts'
import type { CheckedSlice, Mismatch, PlaceIn } from '../../chain/chain-types.ts'
import type { Connection } from '../../connection.ts'
import { integer, text } from '../../row.ts'
import { dimensions } from '../../write/list-values.ts'
import { firstCard } from './cards.ts'

/** The largest cost of a slice before its last count, in counted entries. */
const countedAtOnce = 50_000
/** The cost of finding a count, in counted entries. */
const finding = 100

const combination = 'profile_id, operation, state'
const ofCombination = 'profile_id = ? AND operation = ? AND state = ?'
const nextIn = (table: string): string =>
  `SELECT * FROM (SELECT ${combination} FROM ${table} WHERE (${combination}) > (?1, ?2, ?3) ORDER BY ${combination} LIMIT 1)`
const nextCombination = `${nextIn('entry')} UNION ${nextIn('facet')} ORDER BY ${combination} LIMIT 1`

/** Counts the next combinations, and corrects stored numbers that differ. */
export function checkFacets(connection: Connection, { after }: PlaceIn<'facets'>): CheckedSlice {
  const wrong: Mismatch[] = []
  let place = after
  for (let cost = 0; cost < countedAtOnce;) {
    const found = connection.first(nextCombination, ...place)
    if (found === null) return { wrong, next: { stage: 'values', after: -Infinity } }
    place = ['profile_id', 'operation', 'state'].map((name) => text(found, name))
    const entries = count(connection, `entry WHERE ${ofCombination}`, ...place)
    cost += finding + entries
    const kept = connection.first(`SELECT CAST(entries AS TEXT) AS entries FROM facet WHERE ${ofCombination}`, ...place)
    if ((kept?.entries ?? '0') === String(entries)) continue
    const [key, write] = [place, 'INSERT INTO facet VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET entries = excluded.entries']
    connection.transaction(() => { connection.run(write, ...key, entries) })
    wrong.push({ table: 'facet', entryId: first(connection, `entry WHERE ${ofCombination} ORDER BY seq DESC`, ...key), entries })
  }
  return { wrong, next: { stage: 'facets', after: place } }
}

/** Counts the next values of the lists, and corrects stored numbers that differ. */
export function checkValues(connection: Connection, { after }: PlaceIn<'values'>): CheckedSlice {
  const wrong: Mismatch[] = []
  let place = after
  for (let cost = 0; cost < countedAtOnce;) {
    const found = connection.first(
      'SELECT id, dimension, CAST(entries AS TEXT) AS entries FROM list_value WHERE id > ? ORDER BY id LIMIT 1', place,
    )
    if (found === null) return { wrong, next: { stage: 'cards', after: firstCard } }
    const id = place = integer(found, 'id')
    const column = dimensions.find((known) => known === found.dimension)
    const entries = column === undefined ? 0 : count(connection, `list_entry WHERE ${column} = ?`, id)
    cost += finding + entries
    if (found.entries === String(entries)) continue
    connection.transaction(() => { connection.run('UPDATE list_value SET entries = ? WHERE id = ?', entries, id) })
    const newest = column === undefined ? null : first(
      connection, `list_entry JOIN entry ON entry.seq = list_entry.seq WHERE list_entry.${column} = ? ORDER BY list_entry.at DESC`, id,
    )
    wrong.push({ table: 'list_value', entryId: newest, entries })
  }
  return { wrong, next: { stage: 'values', after: place } }
}

function count(connection: Connection, rows: string, ...key: (string | number)[]): number {
  return integer(connection.first(`SELECT count(*) AS entries FROM ${rows}`, ...key) ?? {}, 'entries')
}

function first(connection: Connection, rows: string, ...key: (string | number)[]): EntryId | null {
  const row = connection.first(`SELECT entry_id FROM ${rows} LIMIT 1`, ...key)
  return row === null ? null : text<EntryId>(row, 'entry_id')
}
