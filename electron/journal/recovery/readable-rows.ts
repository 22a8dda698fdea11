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

const chunk = 500
/** So many chunks without a readable row are the end. */
const hopelessChunks = 50

/**
 * The readable rows of a table in the order of `id`, also behind unreadable ones. A row for which `read` throws is left
 * out.
 */
export function numberedRows<Value>(from: DatabaseSync, table: string, read: (row: Row) => Value): Value[] {
  const found: Value[] = []
  const tolerant = <Read>(work: () => Read): Read | null => {
    try {
      return work()
    } catch {
      return null
    }
  }
  const take = (row: Row): void => { tolerant(() => found.push(read(row))) }
  const next = (after: number): Row[] =>
    from.prepare(`SELECT * FROM ${table} WHERE id > ? ORDER BY id LIMIT ${chunk}`).all(after)
  const single = (id: number): Row | undefined => from.prepare(`SELECT * FROM ${table} WHERE id = ?`).get(id)
  for (let after = 0, hopeless = 0; hopeless < hopelessChunks;) {
    const rows = tolerant(() => next(after))
    rows?.forEach(take)
    const last = rows?.at(-1)?.id
    if (rows !== null && typeof last !== 'number') break
    if (typeof last === 'number') {
      after = last
      hopeless = 0
      continue
    }
    const before = found.length
    for (let id = after + 1; id <= after + chunk; id += 1) {
      const row = tolerant(() => single(id))
      if (row !== null && row !== undefined) take(row)
    }
    after += chunk
    hopeless = found.length > before ? 0 : hopeless + 1
  }
  return found
}
