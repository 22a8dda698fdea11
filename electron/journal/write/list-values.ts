/** The values that entries have in the lists. Each has a number, so that rows and indexes are short. */
import type { SQLInputValue } from 'node:sqlite'
import type { MerchantKey } from '#shared/brands.ts'
import type { Connection } from '../connection.ts'
import { integer } from '../row.ts'

/** The dimensions by which a list is filtered. Each is a column of `list_entry`, with one value per entry. */
export const dimensions = [
  'operation', 'state', 'profile', 'merchant', 'environment', 'currency', 'error_code', 'who', 'last_four',
  'card_reference', 'card_hash', 'card_brand', 'desk',
] as const
export type Dimension = (typeof dimensions)[number]

/** The number of a value; null for null, and for a value that no entry has had. */
export function knownValueId(connection: Connection, dimension: Dimension, value: string | null): number | null {
  const row = value === null
    ? null
    : connection.first('SELECT id FROM list_value WHERE dimension = ? AND value = ?', dimension, value)
  return row === null ? null : integer(row, 'id')
}

/** The number of a value, created if it has none; null for null. Call inside a transaction. */
export function valueId(connection: Connection, dimension: Dimension, value: string | null): number | null {
  const known = knownValueId(connection, dimension, value)
  if (known !== null || value === null) return known
  connection.run('INSERT INTO list_value (dimension, value) VALUES (?, ?)', dimension, value)
  return knownValueId(connection, dimension, value)
}

/** Returns the number of a value; null for null. */
export type ValueIds = (dimension: Dimension, value: string | null) => number | null

/** Creates a cache of numbers. Valid only until a transaction is rolled back, which may remove new numbers. */
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
 * Counts an entry whose row is changed in place, as triggers count only inserted and deleted rows. A count that was
 * manipulated must not prevent an outcome from being written, so it stays at least 0; verification counts again.
 */
export function moveCount(connection: Connection, from: SQLInputValue, to: SQLInputValue): void {
  if (from !== null) connection.run('UPDATE list_value SET entries = max(entries - 1, 0) WHERE id = ?', from)
  if (to !== null) connection.run('UPDATE list_value SET entries = entries + 1 WHERE id = ?', to)
}

/** Moves every entry of one merchant to another, which then represents both. Call inside a transaction. */
export function moveMerchant(connection: Connection, from: MerchantKey, to: MerchantKey): void {
  const [old, current] = [valueId(connection, 'merchant', from), valueId(connection, 'merchant', to)]
  connection.run('UPDATE list_entry SET merchant = ? WHERE merchant = ?', current, old)
  connection.run(
    'UPDATE list_value SET entries = entries + (SELECT entries FROM list_value WHERE id = ?) WHERE id = ?', old, current,
  )
  connection.run('UPDATE list_value SET entries = 0 WHERE id = ?', old)
}
