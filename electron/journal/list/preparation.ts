/**
 * Entries from before there were these lists get their place in them after the start, newest first and a few at a time:
 * the table `preparation` says how far down, so that it goes on after whatever ended it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Result } from '#shared/result.ts'
import type { Connection } from '../connection.ts'
import type { JournalFailure } from '../journal-answer.ts'
import { integer } from '../row.ts'
import { resultCode } from '../sqlite-failure.ts'
import { prepareEntry } from '../write/reading-tables.ts'

/** One slice works for about so long: an intent never waits longer for it. */
const sliceMs = 8
/** Between two slices others have their turn, and a core has some rest. */
const pauseMs = 4
const entriesLookedUp = 50

/** Entries below this number are still to be prepared; null when all are. */
export function preparedDownTo(connection: Connection): number | null {
  const row = connection.first('SELECT below FROM preparation LIMIT 1')
  return row === null ? null : integer(row, 'below')
}

/** True when the entry has its place in the lists, or should have. */
export function isPrepared(connection: Connection, seq: number): boolean {
  return seq >= (preparedDownTo(connection) ?? 0)
}

/** How many entries have their place, and how many there are. */
export function preparationProgress(connection: Connection): { readonly done: number; readonly total: number } {
  const row = connection.first(
    `SELECT (SELECT coalesce(sum(entries), 0) FROM list_value WHERE dimension = 'state') AS done,
      (SELECT coalesce(sum(entries), 0) FROM facet) AS total`,
  ) ?? {}
  return { done: integer(row, 'done'), total: integer(row, 'total') }
}

/** `all-were`: nothing was left to do. `more`: older ones are still to be prepared. `now-all-are`: no longer. */
export type Preparation = 'all-were' | 'more' | 'now-all-are'

/** Prepares the next older entries for `forMs`, one at least. */
export function prepareSome(connection: Connection, forMs = sliceMs): Preparation {
  const below = preparedDownTo(connection)
  if (below === null) return 'all-were'
  const end = performance.now() + forMs
  return connection.transaction(() => {
    const next = connection.all('SELECT seq FROM entry WHERE seq < ? ORDER BY seq DESC LIMIT ?', below, entriesLookedUp)
      .map((row) => integer(row, 'seq'))
    let reached = 0
    for (const seq of next) {
      prepareReadable(connection, seq)
      reached = seq
      if (performance.now() >= end) break
    }
    if (next.length < entriesLookedUp && reached === (next.at(-1) ?? 0)) {
      connection.run('DELETE FROM preparation')
      return 'now-all-are'
    }
    connection.run('UPDATE preparation SET below = ?', reached)
    return 'more'
  })
}

/** What somebody else put there may be no entry of ours: verifying names it, the others must not wait for it. */
function prepareReadable(connection: Connection, seq: number): void {
  try {
    prepareEntry(connection, seq)
  } catch (error) {
    if (resultCode(error) !== null) throw error
  }
}

/** Prepares all of them, slice by slice; ends early when the journal is closed or refuses a slice. */
export async function prepareAll(
  connection: Connection, slice: () => Promise<Result<Preparation, JournalFailure>>, progress: () => void,
): Promise<Result<Preparation, JournalFailure>> {
  for (;;) {
    const done = await slice()
    if (!done.ok || done.value !== 'more') return done
    await pause(pauseMs)
    if (!connection.database.isOpen) return done
    progress()
  }
}
