import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Row } from '../row.ts'

/**
 * What can be read of another journal: the rows of a query up to the first one that can't: a damaged one may end
 * anywhere.
 */
export function readableRows<Value>(
  from: DatabaseSync, sql: string, values: readonly SQLInputValue[], read: (row: Row) => Value,
): Value[] {
  const found: Value[] = []
  try {
    for (const row of from.prepare(sql).iterate(...values)) found.push(read(row))
  } catch {
    // What was read so far counts.
  }
  return found
}
