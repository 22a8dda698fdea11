import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Row } from '../row.ts'

/**
 * The readable rows of a query on another journal, up to the first unreadable one: a damaged journal may end anywhere.
 */
export function readableRows<Value>(
  from: DatabaseSync, sql: string, values: readonly SQLInputValue[], read: (row: Row) => Value,
): Value[] {
  const found: Value[] = []
  try {
    for (const row of from.prepare(sql).iterate(...values)) found.push(read(row))
  } catch {
    // The rows read so far count.
  }
  return found
}
