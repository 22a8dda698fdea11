/**
 * Finds ids, nonces, notes, tags and rows of batches that name an entry without them. Their tables are not sorted by
 * entry, so they are counted. All correct rows exist by now, so an equal number means that there is no other row.
 */
import type { EntryId } from '#shared/brands.ts'
import type { CheckedSlice, DerivedPlace, ExpectedRows, Mismatch, PlaceIn } from '../../chain/chain-types.ts'
import type { Connection } from '../../connection.ts'
import { integer, text, type Row } from '../../row.ts'
import { viewOf } from '../../write/entry-view.ts'
import { historyOf, isEntry } from '../../write/events.ts'
import { keyedRows, type KeyedRows } from '../../write/reading-tables.ts'

type Table = keyof KeyedRows

const countedAtOnce = 10_000
const comparedAtOnce = 100

/** These tables, in the order of the check. */
export const keyTables = ['identifier', 'nonce', 'note', 'entry_tag', 'batch_entry'] as const satisfies readonly Table[]
export const noKeys: ExpectedRows = { identifier: 0, nonce: 0, note: 0, entry_tag: 0, batch_entry: 0 }

const columns = {
  identifier: ['kind', 'value', 'seq'], nonce: ['value', 'seq'], note: ['seq', 'note_id'], entry_tag: ['tag', 'seq'],
  batch_entry: ['batch_id', 'row', 'seq'],
} as const satisfies Record<Table, readonly string[]>
const lowest = {
  identifier: ['', '', -Infinity], nonce: ['', -Infinity], note: [-Infinity, ''], entry_tag: ['', -Infinity],
  batch_entry: ['', -Infinity, -Infinity],
} as const satisfies Record<Table, readonly (string | number)[]>

/** Where counting the keys of a table begins; `expected` is the number that the entries have. */
export function firstKeys(table: Table, expected: ExpectedRows): DerivedPlace {
  return { stage: 'keys', table, after: lowest[table], counted: 0, expected }
}

/** Counts the next keys of a table. Rows written meanwhile only cause an unnecessary comparison. */
export function countKeys(connection: Connection, place: PlaceIn<'keys'>): CheckedSlice {
  const { table, expected, counted } = place
  const end = keysBehind(connection, place, `LIMIT 1 OFFSET ${countedAtOnce - 1}`)[0]
  if (end !== undefined) {
    return { wrong: [], next: { ...place, after: keyOf(table, end), counted: counted + countedAtOnce } }
  }
  const isRight = counted + keysBehind(connection, place, '').length === expected[table]
  const next = isRight ? nextTable(place) : { stage: 'strange-keys' as const, table, after: lowest[table], expected }
  return { wrong: [], next }
}

/** Checks the next keys, and removes those that the events of their entry do not contain. */
export function checkKeys(connection: Connection, place: PlaceIn<'strange-keys'>): CheckedSlice {
  const { table } = place
  const rows = keysBehind(connection, place, `LIMIT ${comparedAtOnce}`)
  const strange = rows.filter((row) => !isNamed(connection, table, row))
  if (strange.length > 0) {
    const own = columns[table].map((name) => `${name} = ?`).join(' AND ')
    connection.transaction(() => {
      for (const row of strange) connection.run(`DELETE FROM ${table} WHERE ${own}`, ...keyOf(table, row))
    })
  }
  const last = rows.length < comparedAtOnce ? undefined : rows.at(-1)
  return {
    wrong: strange.map((row): Mismatch => ({ table, entryId: entryAt(connection, integer(row, 'seq')), entries: 1 })),
    next: last === undefined ? nextTable(place) : { ...place, after: keyOf(table, last) },
  }
}

function nextTable({ table, expected }: PlaceIn<'keys' | 'strange-keys'>): DerivedPlace {
  const next = keyTables[keyTables.indexOf(table) + 1]
  return next === undefined ? { stage: 'facets', after: ['', '', ''] } : firstKeys(next, expected)
}

function keysBehind(connection: Connection, { table, after }: PlaceIn<'keys' | 'strange-keys'>, limit: string): Row[] {
  const names = columns[table].join(', ')
  const values = after.map(() => '?').join(', ')
  return connection.all(`SELECT ${names} FROM ${table} WHERE (${names}) > (${values}) ORDER BY ${names} ${limit}`, ...after)
}

function keyOf(table: Table, row: Row): (string | number)[] {
  return columns[table].map((name) => (name === 'seq' || name === 'row' ? integer(row, name) : text(row, name)))
}

function isNamed(connection: Connection, table: Table, row: Row): boolean {
  const seq = integer(row, 'seq')
  if (!isEntry(connection, seq)) return false
  const named = keyedRows(seq, viewOf(historyOf(connection, seq)))[table]
  return named.some((own) => columns[table].every((name) => own[name] === row[name]))
}

function entryAt(connection: Connection, seq: number): EntryId | null {
  const row = connection.first('SELECT entry_id FROM entry WHERE seq = ?', seq)
  return row === null ? null : text<EntryId>(row, 'entry_id')
}
