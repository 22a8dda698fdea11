/** Pages of the history: of entries, each by itself, whatever narrows and sorts them. */
import type { HistoryFilter, HistoryOrder, HistoryPage, HistoryQuery } from '#shared/model/history-list.ts'
import type { Connection } from '../connection.ts'
import { historyRow } from '../read/history-row.ts'
import { integer, type Row } from '../row.ts'
import { keyBelow, keysOfFilter } from '../search/plain-filter.ts'
import { withTypedDay } from '../search/typed-day.ts'
import { walk } from '../search/search-walk.ts'
import { isListKey, sortFound, walkList, type Found, type Step } from './list-walk.ts'
import { allOf, asksForMore, narrowingOf, plainPart } from './narrowing.ts'
import { preparedDownTo } from './preparation.ts'

/** What is asked, with a day that was typed as the time it stands for. */
export interface Asked {
  readonly filter: HistoryFilter
  readonly order: HistoryOrder
  readonly before: string | null
  readonly limit: number
}

const largestPage = 500
/** Of a text, so many of the newest entries are sorted by anything else than their time. */
const mostSorted = 5_000
/** Entries of one part of a walk for a text. */
const entriesAStep = 60

/** One page. It is shorter than asked for, and has a `next`, where `isEnough` ended it to give the thread back. */
export async function searchPage(
  connection: Connection, query: HistoryQuery, isEnough: () => boolean, breathe: () => Promise<unknown>,
): Promise<HistoryPage> {
  const asked = askedBy(query)
  const steps = await stepsOf(connection, asked, breathe)
  const { found, next } = collect(steps, { limit: asked.limit, isEnough })
  return {
    rows: entriesOf(connection, found.map(({ seq }) => seq)).map((row) => historyRow(connection, row)),
    next, complete: isComplete(connection, asked),
  }
}

export function askedBy({ order = 'newest', before, limit, ...filter }: HistoryQuery): Asked {
  const size = Math.min(Math.max(Math.trunc(limit), 1), largestPage)
  return { filter: withTypedDay(filter), order, before, limit: size }
}

/** False while older entries are not prepared for what is asked. */
export function isComplete(connection: Connection, { filter, order }: Pick<Asked, 'filter' | 'order'>): boolean {
  return preparedDownTo(connection) === null || (isPlain(filter, order) && filter.text.trim() === '')
}

/** True for what the table `entry` alone answers, prepared or not. */
function isPlain(filter: HistoryFilter, order: HistoryOrder): boolean {
  return order === 'newest' && !asksForMore(filter)
}

/** Where the entries asked for come from, in order, in steps of bounded cost. */
export async function stepsOf(
  connection: Connection, { filter, order, before, limit }: Asked, breathe: () => Promise<unknown>,
): Promise<Iterable<Step>> {
  if (filter.text.trim() !== '') {
    return order === 'newest'
      ? stepsOfText(connection, filter, before)
      : await sortedText(connection, { filter, order, before }, breathe)
  }
  // A page goes on as the one above it began, also when the last entry was prepared in between.
  const isPlainKey = before !== null && !isListKey(before)
  const goesPlain = isPlain(filter, order) && (filter.view !== 'payments' || preparedDownTo(connection) !== null)
  return isPlainKey || (before === null && goesPlain)
    ? plainSteps(connection, filter, before, limit + 1)
    : walkList(connection, filter, order, before)
}

/** Puts a page together; `keep` drops entries that stand elsewhere. */
export function collect(
  steps: Iterable<Step>, { limit, isEnough, keep = () => true }: {
    limit: number; isEnough: () => boolean; keep?: (seq: number) => boolean
  },
): { readonly found: readonly Found[]; readonly next: string | null } {
  const found: Found[] = []
  for (const step of steps) {
    let reached: string | null = null
    for (const one of step.found) {
      const isKept = keep(one.seq)
      if (isKept && found.length === limit) return { found, next: reached ?? found.at(-1)?.key ?? null }
      if (isKept) found.push(one)
      reached = one.key
      // What is dropped costs time, too.
      if (!isKept && isEnough()) return { found, next: reached }
    }
    if (step.next !== null && isEnough()) return { found, next: step.next }
  }
  return { found, next: null }
}

/** Rows of the table `entry`, in the order of their numbers. */
export function entriesOf(connection: Connection, numbers: readonly number[]): Row[] {
  const rows = connection.all('SELECT * FROM entry WHERE seq IN (SELECT value FROM json_each(?))', JSON.stringify(numbers))
  const byNumber = new Map(rows.map((row) => [integer(row, 'seq'), row]))
  return numbers.map((seq) => byNumber.get(seq)).filter((row) => row !== undefined)
}

function* plainSteps(
  connection: Connection, filter: HistoryFilter, before: string | null, atOnce: number,
): Generator<Step> {
  const plain = plainPart(filter)
  if (plain === null) return
  for (let below = keyBelow(before); ;) {
    const keys = keysOfFilter(connection, plain, below, atOnce)
    const last = keys.length < atOnce ? undefined : keys.at(-1)
    yield { found: keys.map(foundAt), next: last === undefined ? null : String(last) }
    if (last === undefined) return
    below = last
  }
}

function* stepsOfText(connection: Connection, filter: HistoryFilter, before: string | null): Generator<Step> {
  const plain = plainPart(filter)
  if (plain === null) return
  const parts = walk(connection, { ...filter, ...plain }, { below: keyBelow(before), most: entriesAStep })
  for (const { keys, downTo } of parts) {
    yield { found: thatFit(connection, filter, keys).map(foundAt), next: downTo === null ? null : String(downTo) }
  }
}

/** Of entries with the text, those that the rest of the filter lets through, in their order. */
export function thatFit(connection: Connection, filter: HistoryFilter, keys: readonly number[]): readonly number[] {
  if (!asksForMore(filter) || keys.length === 0) return keys
  const narrowing = narrowingOf(connection, filter)
  if (narrowing === null) return []
  const { sql, values } = allOf(narrowing.conditions)
  const fitting = new Set(connection.all(
    `SELECT seq FROM list_entry WHERE seq IN (SELECT value FROM json_each(?)) AND ${sql}`, JSON.stringify(keys), ...values,
  ).map((row) => integer(row, 'seq')))
  return keys.filter((key) => fitting.has(key))
}

/** The newest entries with a text, in another order. Between two steps others have their turn. */
async function sortedText(
  connection: Connection, asked: Omit<Asked, 'limit'>, breathe: () => Promise<unknown>,
): Promise<Iterable<Step>> {
  const { filter, order, before } = asked
  const keys: number[] = []
  for (const { found } of stepsOfText(connection, filter, null)) {
    keys.push(...found.map(({ seq }) => seq))
    if (keys.length >= mostSorted) break
    await breathe()
    if (!connection.database.isOpen) return []
  }
  return sortFound(connection, keys.slice(0, mostSorted), order, before)
}

function foundAt(seq: number): Found {
  return { seq, key: String(seq) }
}
