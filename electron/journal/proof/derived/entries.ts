/** Compares each entry with the rows under its number in every reading table. */
import type { EntryId } from '#shared/brands.ts'
import type { CheckedSlice, Mismatch, PlaceIn } from '../../chain/chain-types.ts'
import type { Connection } from '../../connection.ts'
import { integer, text, type Row } from '../../row.ts'
import { holdersOf } from '../../write/collisions.ts'
import { viewOf } from '../../write/entry-view.ts'
import { historyOf, isEntry } from '../../write/events.ts'
import { keptValueIds } from '../../write/list-values.ts'
import { rootOf } from '../../write/merchants.ts'
import { deriveEntry, removeEntry, rowsOf, type DerivedRow, type DerivedRows } from '../../write/reading-tables.ts'
import { isIndexed } from '../../write/search-index.ts'
import { firstKeys, keyTables } from './keys.ts'

const atOnce = 50

const isNoEntry = (number: string): string => `NOT EXISTS (SELECT 1 FROM event WHERE entry = ${number} AND kind = 'intent')`
/** Selects rows between two numbers that belong to no entry, by table. */
const rowsWithoutEntry = {
  entry: `entry WHERE seq > ? AND seq <= ? AND ${isNoEntry('seq')}`,
  list_entry: `list_entry WHERE seq > ? AND seq <= ? AND ${isNoEntry('seq')}`,
  entry_text: `entry_text WHERE rowid IN (SELECT id FROM entry_text_docsize AS held
    WHERE id > ? AND id <= ? AND ${isNoEntry('held.id')})`,
} as const

/** Checks the next entries, and corrects those that differ from a table, in one transaction. */
export function checkEntries(connection: Connection, { after, expected }: PlaceIn<'entries'>): CheckedSlice {
  const entries = connection
    .all(`SELECT entry FROM event WHERE entry > ? AND kind = 'intent' ORDER BY entry LIMIT ?`, after, atOnce)
    .map((row) => integer(row, 'entry'))
    .map((seq) => ({ seq, view: viewOf(historyOf(connection, seq)) }))
  const last = entries.length < atOnce ? Infinity : entries.at(-1)?.seq ?? Infinity
  const counted = { ...expected }
  const idOf = keptValueIds(connection)
  const wrong = entries.flatMap(({ seq, view }) => {
    const rows = rowsOf(connection, seq, view, idOf)
    for (const table of keyTables) counted[table] += rows[table].length
    const tables = wrongTables(connection, seq, rows)
    return tables.length === 0 ? [] : [{ seq, found: tables.map((table) => mismatch(table, view.row.entryId)) }]
  })
  const withoutEntry = findRowsWithoutEntry(connection, after, last)
  const others = wrong.length === 0 && withoutEntry.length === 0 ? [] : connection.transaction(() => {
    for (const { table } of withoutEntry) connection.run(`DELETE FROM ${rowsWithoutEntry[table]}`, after, last)
    return deriveAgain(connection, wrong.map(({ seq }) => seq))
  })
  return {
    wrong: [...withoutEntry, ...wrong.flatMap(({ found }) => found), ...others.map((entryId) => mismatch('entry', entryId))],
    next: last === Infinity ? firstKeys(keyTables[0], counted) : { stage: 'entries', after: last, expected: counted },
  }
}

/**
 * Derives wrong entries again. Removes all of them before it writes the first, as a wrong entry may have the ids of
 * another one. Also derives entries of later slices again if they block a unique index, and returns those.
 */
function deriveAgain(connection: Connection, wrong: readonly number[]): EntryId[] {
  const all = new Set(wrong)
  for (const seq of all) {
    if (isEntry(connection, seq)) {
      const { row } = viewOf(historyOf(connection, seq))
      removeEntry(connection, seq)
      for (const holder of holdersOf(connection, row, rootOf(connection, row.merchantKey))) all.add(holder)
    } else {
      connection.run('DELETE FROM entry WHERE seq = ?', seq)
      all.delete(seq)
    }
  }
  return [...all].toSorted((one, other) => one - other).flatMap((seq) => {
    const { row } = deriveEntry(connection, seq)
    return wrong.includes(seq) ? [] : [row.entryId]
  })
}

function wrongTables(connection: Connection, seq: number, rows: DerivedRows): Mismatch['table'][] {
  const wrong = (['entry', 'list_entry', ...keyTables] as const)
    .filter((table) => !rows[table].every((row) => hasRow(connection, table, row)))
  return isIndexed(connection, seq) ? wrong : [...wrong, 'entry_text']
}

/** The comparing query of each table. All rows of a table have the same columns in the same order. */
const comparing = new Map<string, string>()

/** Whether a table contains a row. SQLite compares it, as JavaScript cannot represent every number of a column. */
function hasRow(connection: Connection, table: keyof DerivedRows, row: DerivedRow): boolean {
  const sql = comparing.get(table)
    ?? `SELECT 1 FROM ${table} WHERE ${Object.keys(row).map((name) => `${name} IS ?`).join(' AND ')}`
  comparing.set(table, sql)
  return connection.first(sql, ...Object.values(row)) !== null
}

function findRowsWithoutEntry(connection: Connection, after: number, last: number) {
  const found = (table: keyof typeof rowsWithoutEntry, column: string): Row[] =>
    connection.all(`SELECT ${column} FROM ${rowsWithoutEntry[table]}`, after, last)
  return [
    ...found('entry', 'entry_id').map((row) => mismatch('entry', text<EntryId>(row, 'entry_id'))),
    ...found('list_entry', '1').map(() => mismatch('list_entry', null)),
    ...found('entry_text', '1').map(() => mismatch('entry_text', null)),
  ]
}

function mismatch<Table extends Mismatch['table']>(table: Table, entryId: EntryId | null) {
  return { table, entryId, entries: 1 }
}
