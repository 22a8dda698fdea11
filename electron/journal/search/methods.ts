import type { HistoryFilter, HistoryQuery } from '#shared/model/history-list.ts'
import type { Calls } from '../calls.ts'
import type { Connection } from '../connection.ts'
import { countEntries } from './search-count.ts'
import { searchEntries } from './search.ts'

/** A search gives the thread back after about this long, so that what is to be sent never waits for it. */
const searchMs = 8

/** The journal's calls that search. */
export function searchMethods(connection: Connection, { read }: Calls) {
  return {
    /**
     * A page, newest first. One that is shorter than asked for and has a `next` was cut to give the thread back: older
     * entries are still to be looked through, from `next` on.
     */
    search: read((query: HistoryQuery) => searchEntries(connection, query, enoughAfter(searchMs))),
    /**
     * How many entries a filter shows; with `atLeast` there are more. Exact without a text; with one it counts to
     * 10,000, in pieces: other calls are served meanwhile.
     */
    count: read((filter: HistoryFilter) => countEntries(connection, filter)),
  }
}

function enoughAfter(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds
  return () => performance.now() >= end
}
