/** The entries of a filter, in their order, in steps of bounded cost. */
import type { HistoryFilter, HistoryOrder } from '#shared/model/history/history-list.ts'
import type { Connection } from '../connection.ts'
import { integer } from '../row.ts'
import { keyBelow, keysOfFilter } from '../search/plain-filter.ts'
import { walk } from '../search/search-walk.ts'
import { firstOf, walkList, type Found, type Step } from './list-walk.ts'
import { allOf, asksForMore, narrowingOf, plainPart, type Condition, type Narrowing } from './narrowing.ts'
import type { Turns } from './turns.ts'

/** A query in which a typed day has become a time range. */
export interface Asked {
  readonly filter: HistoryFilter
  readonly order: HistoryOrder
  readonly before: string | null
  readonly limit: number
  /** Newest first is by time, also where the numbers of entries would be a shorter way. */
  readonly byTime: boolean
}

/** Entries with a text that are sorted at once. */
const sortedAtOnce = 2_000
/** Of a page, some are dropped when they are listed elsewhere. */
const leastChosen = 150
/** Entries of one part of a search for a text: of a page, and of those that are sorted. */
const entriesAStep = { ofPage: 60, ofSorted: 500 } as const

/** The entries asked for, from behind `before` on. */
export async function stepsOf(connection: Connection, asked: Asked, turns: Turns): Promise<Iterable<Step>> {
  const { filter, order, before, limit } = asked
  if (filter.text.trim() !== '') {
    return order === 'newest'
      ? stepsOfText(connection, filter, before, entriesAStep.ofPage)
      : await sortedText(connection, asked, turns)
  }
  // For these the table `entry` alone is the shortest way.
  const byNumber = order === 'newest' && connection.numberedByTime && goesByNumber(asked)
  return byNumber && filter.view !== 'payments' && !asksForMore(filter)
    ? plainSteps(connection, filter, before, limit + 1)
    : walkList(connection, filter, order, before)
}

/** A list continues as it began, whatever is asked meanwhile: a key of a number has no letter. */
function goesByNumber({ before, byTime }: Asked): boolean {
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
  const thatFit = selection(connection, filter)
  for (const { keys, downTo } of parts) {
    yield { found: thatFit(keys).map(foundAt), next: downTo === null ? null : String(downTo) }
  }
}

/**
 * Selects, of entries with the text, those that match the rest of the filter, in their order. For all selections the
 * filter's values are looked up once.
 */
export function selection(
  connection: Connection, filter: HistoryFilter,
): (keys: readonly number[]) => readonly number[] {
  if (!asksForMore(filter)) return (keys) => keys
  let narrowing: Narrowing | null = null
  return (keys) => {
    if (keys.length === 0) return keys
    narrowing ??= narrowingOf(connection, filter)
    return narrowing === null ? [] : thoseUnder(connection, narrowing.conditions, keys)
  }
}

function thoseUnder(
  connection: Connection, conditions: readonly Condition[], keys: readonly number[],
): readonly number[] {
  const { sql, values } = allOf(conditions)
  const fitting = new Set(connection.all(
    `SELECT seq FROM list_entry WHERE seq IN (SELECT value FROM json_each(?)) AND ${sql}`, JSON.stringify(keys), ...values,
  ).map((row) => integer(row, 'seq')))
  return keys.filter((key) => fitting.has(key))
}

/** The first of all entries with a text, in another order than the newest; the search is done for each page. */
async function sortedText(
  connection: Connection, { filter, order, before, limit }: Asked, turns: Turns,
): Promise<Iterable<Step>> {
  const first = (keys: readonly number[]): Step =>
    firstOf(connection, keys, order, before, Math.max(limit + 1, leastChosen))
  let keys: readonly number[] = []
  for (const { found } of stepsOfText(connection, filter, null, entriesAStep.ofSorted)) {
    keys = [...keys, ...found.map(({ seq }) => seq)]
    if (keys.length > sortedAtOnce) keys = first(keys).found.map(({ seq }) => seq)
    await turns.another()
    if (!connection.database.isOpen) return []
  }
  return [first(keys)]
}

function foundAt(seq: number): Found {
  return { seq, key: String(seq) }
}
