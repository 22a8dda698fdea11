import { setImmediate } from 'node:timers/promises'
import type { HistoryFilter } from '#shared/model/history/history-list.ts'
import type { Connection } from '../connection.ts'
import { facetsOf } from '../search/plain-filter.ts'
import { walk } from '../search/search-walk.ts'
import { withTypedDay } from '../search/typed-day.ts'
import { narrowsFurther, plainPart } from './narrowing.ts'
import { selection } from './steps.ts'
import { totalsOf } from './totals.ts'

/** The number of matching entries. `atLeast`: there are more than `count`. */
export interface EntryCount {
  readonly count: number
  readonly atLeast: boolean
}

/** Matches of a text are counted up to this number. */
const mostCounted = 10_000

/**
 * Counts the entries of a filter: exactly without a text, up to `most` with one. Other work of this thread can run
 * between two steps.
 */
export async function countEntries(
  connection: Connection, requested: HistoryFilter, most = mostCounted,
): Promise<EntryCount> {
  const filter = withTypedDay(requested)
  const plain = plainPart(filter)
  if (plain === null) return { count: 0, atLeast: false }
  if (filter.text.trim() !== '') return await countText(connection, { ...filter, ...plain }, most)
  if (!narrowsFurther(filter)) {
    return { count: facetsOf(connection, plain).reduce((sum, { entries }) => sum + entries, 0), atLeast: false }
  }
  const totals = await totalsOf(connection, filter, { breathe: setImmediate, isCancelled: () => false })
  // The journal was closed meanwhile, so the number is no longer needed.
  if (totals === null) return { count: 0, atLeast: true }
  return { count: totals.sums.reduce((sum, { entries }) => sum + entries, 0), atLeast: false }
}

async function countText(connection: Connection, filter: HistoryFilter, most: number): Promise<EntryCount> {
  let count = 0
  const selectMatching = selection(connection, filter)
  for (const { keys, downTo } of walk(connection, filter, { below: Number.MAX_SAFE_INTEGER, most: most + 1 })) {
    count += selectMatching(keys).length
    if (count > most) return { count: most, atLeast: true }
    if (downTo === null) break
    await setImmediate()
    // The journal was closed meanwhile, so the number is no longer needed.
    if (!connection.database.isOpen) return { count, atLeast: true }
  }
  return { count, atLeast: false }
}
