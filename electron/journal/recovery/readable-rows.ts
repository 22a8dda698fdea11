import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Row } from '../row.ts'

/**
 * The readable rows of a query on another journal, up to the first unreadable one, as a damaged journal may end
 * anywhere.
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

const chunk = 500
/** After so many chunks without a readable row, the table counts as ended. */
const mostEmptyChunks = 50

/**
 * The readable rows of a table in the order of `id`, also those after unreadable ones. Skips a row for which `read`
 * throws.
 */
export function numberedRows<Value>(from: DatabaseSync, table: string, read: (row: Row) => Value): Value[] {
  const found: Value[] = []
  const orNull = <Read>(work: () => Read): Read | null => {
    try {
      return work()
    } catch {
      return null
    }
  }
  const add = (row: Row): void => { orNull(() => found.push(read(row))) }
  const next = (after: number): Row[] =>
    from.prepare(`SELECT * FROM ${table} WHERE id > ? ORDER BY id LIMIT ${chunk}`).all(after)
  const single = (id: number): Row | undefined => from.prepare(`SELECT * FROM ${table} WHERE id = ?`).get(id)
  for (let after = 0, emptyChunks = 0; emptyChunks < mostEmptyChunks;) {
    const rows = orNull(() => next(after))
    rows?.forEach(add)
    const last = rows?.at(-1)?.id
    if (rows !== null && typeof last !== 'number') break
    if (typeof last === 'number') {
      after = last
      emptyChunks = 0
      continue
    }
    const before = found.length
    for (let id = after + 1; id <= after + chunk; id += 1) {
      const row = orNull(() => single(id))
      if (row !== null && row !== undefined) add(row)
    }
    after += chunk
    emptyChunks = found.length > before ? 0 : emptyChunks + 1
  }
  return found
}
