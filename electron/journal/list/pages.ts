/** Pages of the history: single entries, with any filter and order. */
import type { HistoryOrder, HistoryPage, HistoryQuery } from '#shared/model/history/history-list.ts'
import type { Connection } from '../connection.ts'
import { historyRow } from '../read/history-row.ts'
import { integer, text, type Row } from '../row.ts'
import { withTypedDay } from '../search/typed-day.ts'
import type { Found, Step } from './list-walk.ts'
import { stepsOf, type ListQuery } from './steps.ts'
import type { Turns } from './turns.ts'

const largestPage = 500

/** The query of a page. With `byTime`, newest first means by time alone, for merging with another journal's page. */
export interface PageQuery extends HistoryQuery {
  readonly byTime?: boolean
}

/** One page. If its turns were over before it was full, it is shorter than requested and has a `next`. */
export async function searchPage(
  connection: Connection, query: PageQuery, turns: Turns,
): Promise<HistoryPage & Placed> {
  const listQuery = listQueryOf(query)
  const found = await find(connection, listQuery, turns)
  // The journal was closed meanwhile, so nothing more is needed.
  if (found === null) return { rows: [], places: [], next: null }
  const entries = entriesOf(connection, found.found)
  const rows = entries.map(({ row }) => historyRow(connection, row))
  return { rows, places: placesOf(connection, listQuery.order, entries), next: found.next }
}

/** The place of an entry on a page: the key to continue after it, and its sort value. */
export interface Place {
  readonly key: string
  /** Milliseconds, or the amount in ten-thousandths of the major unit. */
  readonly rank: number
}

/** A page that can be merged with another journal's (see `byTime`): a place for each entry, in the same order. */
export interface Placed {
  readonly places: readonly Place[]
}

/** The places of found entries, in their order. */
export function placesOf(
  connection: Connection, order: HistoryOrder, found: ReturnType<typeof entriesOf>,
): Place[] {
  const byTime = order === 'newest' || order === 'oldest'
  const sizes = byTime ? null : sizesOf(connection, found.map(({ row }) => integer(row, 'seq')))
  return found.map(({ row, key }) =>
    ({ key, rank: sizes === null ? Date.parse(text(row, 'at')) : sizes.get(integer(row, 'seq')) ?? -1 }))
}

function sizesOf(connection: Connection, seqs: readonly number[]): ReadonlyMap<number, number> {
  const rows = connection.all('SELECT seq, size FROM list_entry WHERE seq IN (SELECT value FROM json_each(?))', JSON.stringify(seqs))
  return new Map(rows.map((row) => [integer(row, 'seq'), integer(row, 'size')]))
}

/** A page's entries, and where the next page begins. */
interface Page {
  readonly found: readonly Found[]
  readonly next: string | null
}

type IsKept = (seq: number) => boolean

/**
 * The entries of a page, as far as its turns permit; null if the journal was closed. `keeping` creates the test for
 * entries that are not listed elsewhere. If the journal's file was replaced meanwhile, the search begins again, because
 * numbers mean other entries in the new file.
 */
export async function find(
  connection: Connection, listQuery: ListQuery, turns: Turns, keeping: () => IsKept = () => () => true,
): Promise<Page | null> {
  const { database } = connection
  const isSame = (): boolean => connection.database === database && database.isOpen
  const steps = await stepsOf(connection, listQuery, turns)
  const page = await collect(steps, listQuery.limit, keeping(), {
    isOver: turns.isOver, next: async () => await turns.next() && isSame(),
  })
  if (isSame()) return page
  return connection.database.isOpen ? await find(connection, listQuery, turns, keeping) : null
}

/** The list query of a page: a limited page size, and a typed day as a time range. */
export function listQueryOf({ order = 'newest', before, limit, byTime = false, ...filter }: PageQuery): ListQuery {
  const size = Math.min(Math.max(Math.trunc(limit), 1), largestPage)
  return { filter: withTypedDay(filter), order, before, limit: size, byTime }
}

/** Collects a page, as far as its turns permit. */
async function collect(steps: Iterable<Step>, limit: number, keep: IsKept, turns: Turns): Promise<Page> {
  const found: Found[] = []
  const page = (next: string | null): Page => ({ found, next })
  let next: string | null = null
  for (const step of steps) {
    next = step.next
    let reached: string | null = null
    for (const one of step.found) {
      const isKept = keep(one.seq)
      if (isKept && found.length === limit) return page(reached ?? found.at(-1)?.key ?? null)
      if (isKept) found.push(one)
      reached = one.key
      // Entries that are not kept take time too.
      if (!isKept && turns.isOver() && !await turns.next()) return page(reached)
    }
    if (next !== null && turns.isOver() && !await turns.next()) return page(next)
  }
  return page(next)
}

/** The rows of the table `entry` for the found entries, in that order. */
export function entriesOf(
  connection: Connection, found: readonly Found[],
): { readonly row: Row; readonly key: string }[] {
  const numbers = JSON.stringify(found.map(({ seq }) => seq))
  const rows = connection.all('SELECT * FROM entry WHERE seq IN (SELECT value FROM json_each(?))', numbers)
  const byNumber = new Map(rows.map((row) => [integer(row, 'seq'), row]))
  return found.flatMap(({ seq, key }) => {
    const row = byNumber.get(seq)
    return row === undefined ? [] : [{ row, key }]
  })
}
