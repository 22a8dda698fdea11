/** Finds the entries of a filter, in their order, in steps of bounded cost. */
import type { HistoryFilter, HistoryOrder } from '#shared/model/history/history-list.ts'
import type { Connection } from '../connection.ts'
import { integer } from '../row.ts'
import { keyBelow, keysOfFilter } from '../search/plain-filter.ts'
import { walk } from '../search/search-walk.ts'
import { firstOf, walkList, type Found, type Step } from './list-walk.ts'
import { allOf, narrowsFurther, narrowingOf, plainPart, type Condition, type Narrowing } from './narrowing.ts'
import type { Turns } from './turns.ts'

/** A query for a list; a typed day is already a time range. */
export interface ListQuery {
  readonly filter: HistoryFilter
  readonly order: HistoryOrder
  readonly before: string | null
  readonly limit: number
  /** Sorts newest first by time, even if sorting by the numbers of entries would be faster. */
  readonly byTime: boolean
}

/** The most entries with a text that are sorted at once. */
const sortedAtOnce = 2_000
/** The fewest entries to sort for a page, as some are dropped because they are listed elsewhere. */
const leastChosen = 150
/** Entries found in one step of a search for a text: for a page in the order of numbers, and for sorting. */
const entriesPerStep = { ofPage: 60, ofSorted: 500 } as const

/** The entries of a query, after the key `before`. */
export async function stepsOf(connection: Connection, query: ListQuery, turns: Turns): Promise<Iterable<Step>> {
  const { filter, order, before, limit } = query
  if (filter.text.trim() !== '') {
    return order === 'newest'
      ? stepsOfText(connection, filter, before, entriesPerStep.ofPage)
      : await sortedText(connection, query, turns)
  }
  // For these filters the table `entry` alone is fastest.
  const byNumber = order === 'newest' && connection.numberedByTime && isByNumber(query)
  return byNumber && filter.view !== 'payments' && !narrowsFurther(filter)
    ? plainSteps(connection, filter, before, limit + 1)
    : walkList(connection, filter, order, before)
}

/** Whether the list is sorted by number. A list continues as it began: the key of a number has no letter. */
function isByNumber({ before, byTime }: ListQuery): boolean {
  return before === null ? !byTime : /^\d/.test(before)
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

function* stepsOfText(
  connection: Connection, filter: HistoryFilter, before: string | null, most: number,
): Generator<Step> {
  const plain = plainPart(filter)
  if (plain === null) return
  const parts = walk(connection, { ...filter, ...plain }, { below: keyBelow(before), most })
  const selectMatching = selection(connection, filter)
  for (const { keys, downTo } of parts) {
    yield { found: selectMatching(keys).map(foundAt), next: downTo === null ? null : String(downTo) }
  }
}

/**
 * Returns the function that selects, from entries with the text, those that match the rest of the filter, in their
 * order. It looks up the filter's values once.
 */
export function selection(
  connection: Connection, filter: HistoryFilter,
): (keys: readonly number[]) => readonly number[] {
  if (!narrowsFurther(filter)) return (keys) => keys
  let narrowing: Narrowing | null = null
  return (keys) => {
    if (keys.length === 0) return keys
    narrowing ??= narrowingOf(connection, filter)
    return narrowing === null ? [] : matchingKeys(connection, narrowing.conditions, keys)
  }
}

function matchingKeys(
  connection: Connection, conditions: readonly Condition[], keys: readonly number[],
): readonly number[] {
  const { sql, values } = allOf(conditions)
  const fitting = new Set(connection.all(
    `SELECT seq FROM list_entry WHERE seq IN (SELECT value FROM json_each(?)) AND ${sql}`, JSON.stringify(keys), ...values,
  ).map((row) => integer(row, 'seq')))
  return keys.filter((key) => fitting.has(key))
}

/** The first entries with a text, in another order than newest first. The whole search is repeated for each page. */
async function sortedText(
  connection: Connection, { filter, order, before, limit }: ListQuery, turns: Turns,
): Promise<Iterable<Step>> {
  const first = (keys: readonly number[]): Step =>
    firstOf(connection, keys, order, before, Math.max(limit + 1, leastChosen))
  let keys: readonly number[] = []
  for (const { found } of stepsOfText(connection, filter, null, entriesPerStep.ofSorted)) {
    keys = [...keys, ...found.map(({ seq }) => seq)]
    if (keys.length > sortedAtOnce) keys = first(keys).found.map(({ seq }) => seq)
    await turns.next()
    if (!connection.database.isOpen) return []
  }
  return [first(keys)]
}

function foundAt(seq: number): Found {
  return { seq, key: String(seq) }
}
