/** Compares the table that lists are narrowed and added up by with what the events say. */
import { isDeepStrictEqual } from 'node:util'
import type { EntryId } from '#shared/brands.ts'
import type { Connection } from '../connection.ts'
import { dimensions } from '../list/dimensions.ts'
import { integer, optionalText, text } from '../row.ts'
import type { ListEntry } from '../write/list-entry.ts'

const amounts = ['reviewed_minor_amount', 'net_minor_amount'] as const
const readListed = `SELECT at, size, money, net_unknown, facts,
  ${amounts.map((name) => `CAST(${name} AS TEXT) AS ${name}`).join(', ')},
  ${dimensions.map((name) =>
    `(SELECT value FROM list_value WHERE id = ${name} AND dimension = '${name}') AS ${name}`).join(', ')}
  FROM list_entry WHERE seq = ?`

/** Whether an entry is listed as it should be. */
export function isListedRight(connection: Connection, seq: number, expected: ListEntry): boolean {
  const found = connection.first(readListed, seq)
  if (found === null) return false
  const values = Object.fromEntries(dimensions.map((name) => [name, optionalText(found, name)]))
  const [reviewed, net] = amounts.map((name) => optionalText(found, name))
  return isDeepStrictEqual({
    at: found.at, size: found.size, money: found.money, values, reviewedMinorAmount: reviewed, netMinorAmount: net,
    netUnknown: found.net_unknown, facts: found.facts,
  }, {
    ...expected,
    reviewedMinorAmount: expected.reviewedMinorAmount?.toString() ?? null,
    netMinorAmount: expected.netMinorAmount?.toString() ?? null,
  })
}

/**
 * Compares how many entries each of the next values has with the list, and counts again where it differs. What lists
 * show does not depend on it: the counts are for choices, and for finding the shortest way. `repaired` are entries that
 * have such a value; `next` is where to go on, null at the end.
 */
export function repairListCounts(
  connection: Connection, { after, limit }: { after: number; limit: number },
): { readonly repaired: EntryId[]; readonly next: number | null } {
  const values = connection
    .all('SELECT id, dimension, entries FROM list_value WHERE id > ? ORDER BY id LIMIT ?', after, limit)
    .map((row) => (
      { id: integer(row, 'id'), dimension: text(row, 'dimension'), entries: integer(row, 'entries') }))
  const wrong = values.flatMap(({ id, dimension, entries }) => {
    const counted = countOf(connection, dimension, id)
    return counted === entries ? [] : [{ id, dimension, counted }]
  })
  if (wrong.length > 0) {
    connection.transaction(() => {
      for (const { id, counted } of wrong) connection.run('UPDATE list_value SET entries = ? WHERE id = ?', counted, id)
    })
  }
  return {
    repaired: wrong.flatMap(({ id, dimension }) => newestWith(connection, dimension, id)),
    next: values.length < limit ? null : values.at(-1)?.id ?? null,
  }
}

function countOf(connection: Connection, dimension: string, id: number): number {
  const column = dimensions.find((known) => known === dimension)
  if (column === undefined) return 0
  return integer(connection.first(`SELECT count(*) AS entries FROM list_entry WHERE ${column} = ?`, id) ?? {}, 'entries')
}

function newestWith(connection: Connection, dimension: string, id: number): EntryId[] {
  const column = dimensions.find((known) => known === dimension)
  const found = column === undefined ? null : connection.first(
    `SELECT entry_id FROM list_entry JOIN entry ON entry.seq = list_entry.seq WHERE list_entry.${column} = ?
      ORDER BY list_entry.at DESC LIMIT 1`, id,
  )
  return found === null ? [] : [text<EntryId>(found, 'entry_id')]
}

/** Takes rows off the list that belong to no entry. */
export function removeStrangeRows(connection: Connection, after: number, through: number): void {
  connection.run(
    `DELETE FROM list_entry WHERE seq > ? AND seq <= ?
      AND NOT EXISTS (SELECT 1 FROM event WHERE entry = seq AND kind = 'intent')`,
    after, through,
  )
}
