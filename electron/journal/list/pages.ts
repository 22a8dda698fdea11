/** Pages of the history: of entries, each by itself, whatever narrows and sorts them. */
import type { HistoryPage, HistoryQuery } from '#shared/model/history-list.ts'
import type { Connection } from '../connection.ts'
import { historyRow } from '../read/history-row.ts'
import { integer, type Row } from '../row.ts'
import { withTypedDay } from '../search/typed-day.ts'
import type { Found, Step } from './list-walk.ts'
import { stepsOf, type Asked } from './steps.ts'
import type { Turns } from './turns.ts'

const largestPage = 500

/** One page. It is shorter than asked for, and has a `next`, where its turns were over before it was full. */
export async function searchPage(connection: Connection, query: HistoryQuery, turns: Turns): Promise<HistoryPage> {
  const asked = askedBy(query)
  const found = await find(connection, asked, turns)
  // A journal that was closed while it was asked: nobody waits for more.
  if (found === null) return { rows: [], next: null }
  return { rows: entriesOf(connection, found.keys).map((row) => historyRow(connection, row)), next: found.next }
}

/** The numbers of a page's entries, and where the next page begins. */
interface Page {
  readonly keys: readonly number[]
  readonly next: string | null
}

type Keeps = (seq: number) => boolean

/**
 * What stands on a page, as far as its turns go; null once the journal was closed. `keeping` makes the test for what
 * does not stand elsewhere. Where the journal's file was replaced meanwhile it begins again: the numbers are those of
 * other entries there.
 */
export async function find(
  connection: Connection, asked: Asked, turns: Turns, keeping: () => Keeps = () => () => true,
): Promise<Page | null> {
  const { database } = connection
  const isSame = (): boolean => connection.database === database && database.isOpen
  const steps = await stepsOf(connection, asked, turns)
  const page = await collect(steps, asked.limit, keeping(), {
    isOver: turns.isOver, another: async () => await turns.another() && isSame(),
  })
  if (isSame()) return page
  return connection.database.isOpen ? await find(connection, asked, turns, keeping) : null
}

export function askedBy({ order = 'newest', before, limit, ...filter }: HistoryQuery): Asked {
  const size = Math.min(Math.max(Math.trunc(limit), 1), largestPage)
  return { filter: withTypedDay(filter), order, before, limit: size }
}

/** Puts a page together, as far as its turns go. */
async function collect(steps: Iterable<Step>, limit: number, keep: Keeps, turns: Turns): Promise<Page> {
  const found: Found[] = []
  const page = (next: string | null): Page => ({ keys: found.map(({ seq }) => seq), next })
  for (const step of steps) {
    let reached: string | null = null
    for (const one of step.found) {
      const isKept = keep(one.seq)
      if (isKept && found.length === limit) return page(reached ?? found.at(-1)?.key ?? null)
      if (isKept) found.push(one)
      reached = one.key
      // What is dropped costs time, too.
      if (!isKept && turns.isOver() && !await turns.another()) return page(reached)
    }
    if (step.next !== null && turns.isOver() && !await turns.another()) return page(step.next)
  }
  return page(null)
}

/** Rows of the table `entry`, in the order of their numbers. */
export function entriesOf(connection: Connection, numbers: readonly number[]): Row[] {
  const rows = connection.all('SELECT * FROM entry WHERE seq IN (SELECT value FROM json_each(?))', JSON.stringify(numbers))
  const byNumber = new Map(rows.map((row) => [integer(row, 'seq'), row]))
  return numbers.map((seq) => byNumber.get(seq)).filter((row) => row !== undefined)
}
