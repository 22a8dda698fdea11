import { setImmediate } from 'node:timers/promises'
import type { HistoryFilter } from '#shared/model/history-list.ts'
import type { Connection } from '../connection.ts'
import { facetsOf } from './search.ts'
import { walk } from './search-walk.ts'

/** How many entries fit; with `atLeast` there are more than `count`. */
export interface EntryCount {
  readonly count: number
  readonly atLeast: boolean
}

/** A text is counted up to here. */
const mostCounted = 10_000

/**
 * Counts what a filter shows: exactly without a text, up to `most` with one. Between two steps everything else
 * that waits for this thread has its turn.
 */
export async function countEntries(
  connection: Connection, filter: HistoryFilter, most = mostCounted,
): Promise<EntryCount> {
  if (filter.text.trim() === '') {
    return { count: facetsOf(connection, filter).reduce((sum, { entries }) => sum + entries, 0), atLeast: false }
  }
  let count = 0
  for (const { keys, downTo } of walk(connection, filter, { below: Number.MAX_SAFE_INTEGER, most: most + 1 })) {
    count += keys.length
    if (count > most) return { count: most, atLeast: true }
    if (downTo === null) break
    await setImmediate()
    // Closed meanwhile: nobody waits for the number any more.
    if (!connection.database.isOpen) return { count, atLeast: true }
  }
  return { count, atLeast: false }
}
