/** The values that entries have in the lists, each by a number: short rows and short indexes. */
import type { SQLInputValue } from 'node:sqlite'
import type { MerchantKey } from '#shared/brands.ts'
import type { Connection } from '../connection.ts'
import { integer } from '../row.ts'

/** The dimensions by which a list is filtered: each is a column of `list_entry`, with one value per entry. */
export const dimensions = [
  'operation', 'state', 'profile', 'merchant', 'environment', 'currency', 'error_code', 'who', 'last_four',
  'card_reference', 'card_hash', 'card_brand', 'desk',
] as const
export type Dimension = (typeof dimensions)[number]

/** The number of a value; null for none, and where no entry has had it. */
export function knownValueId(connection: Connection, dimension: Dimension, value: string | null): number | null {
  const row = value === null
    ? null
    : connection.first('SELECT id FROM list_value WHERE dimension = ? AND value = ?', dimension, value)
  return row === null ? null : integer(row, 'id')
}

/** The number of a value, created where it has none; null for none. Call inside a transaction. */
export function valueId(connection: Connection, dimension: Dimension, value: string | null): number | null {
  const known = knownValueId(connection, dimension, value)
  if (known !== null || value === null) return known
  connection.run('INSERT INTO list_value (dimension, value) VALUES (?, ?)', dimension, value)
  return knownValueId(connection, dimension, value)
}

/** The number of a value, null for none. */
export type ValueIds = (dimension: Dimension, value: string | null) => number | null

/** Numbers of values, each found once: for as long as no transaction is rolled back in between. */
export function keptValueIds(connection: Connection): ValueIds {
  const kept = new Map<string, number | null>()
  return (dimension, value) => {
    if (value === null) return null
    const key = `${dimension} ${value}`
    const id = kept.get(key) ?? valueId(connection, dimension, value)
    kept.set(key, id)
    return id
  }
}

/**
 * Counts an entry whose row is changed in place, as triggers count only inserted and deleted rows. A count that
 * somebody made too small must not prevent writing an outcome: verifying counts again.
 */
export function moveCount(connection: Connection, from: SQLInputValue, to: SQLInputValue): void {
  if (from !== null) connection.run('UPDATE list_value SET entries = max(entries - 1, 0) WHERE id = ?', from)
  if (to !== null) connection.run('UPDATE list_value SET entries = entries + 1 WHERE id = ?', to)
}

/** Moves every entry of one merchant to another, which represents both from now on. Call inside a transaction. */
export function moveMerchant(connection: Connection, from: MerchantKey, to: MerchantKey): void {
  const [old, current] = [valueId(connection, 'merchant', from), valueId(connection, 'merchant', to)]
  connection.run('UPDATE list_entry SET merchant = ? WHERE merchant = ?', current, old)
  connection.run(
    'UPDATE list_value SET entries = entries + (SELECT entries FROM list_value WHERE id = ?) WHERE id = ?', old, current,
  )
  connection.run('UPDATE list_value SET entries = 0 WHERE id = ?', old)
}
