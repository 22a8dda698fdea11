/** The entries of a filter, in their order, in steps of bounded cost. */
import type { HistoryFilter, HistoryOrder } from '#shared/model/history-list.ts'
import type { Connection } from '../connection.ts'
import { integer } from '../row.ts'
import { keyBelow, keysOfFilter } from '../search/plain-filter.ts'
import { walk } from '../search/search-walk.ts'
import { sortFound, walkList, type Found, type Step } from './list-walk.ts'
import { allOf, asksForMore, narrowingOf, plainPart, type Condition, type Narrowing } from './narrowing.ts'
import type { Turns } from './turns.ts'

/** A query in which a typed day has become a time range. */
export interface Asked {
  readonly filter: HistoryFilter
  readonly order: HistoryOrder
  readonly before: string | null
  readonly limit: number
}

/** For a text, so many of the newest entries are sorted by other keys than their time. */
const mostSorted = 5_000
/** Entries of one part of a search for a text. */
const entriesAStep = 60

/** The entries asked for, from behind `before` on. */
export async function stepsOf(
  connection: Connection, { filter, order, before, limit }: Asked, turns: Turns,
): Promise<Iterable<Step>> {
  if (filter.text.trim() !== '') {
    return order === 'newest'
      ? stepsOfText(connection, filter, before)
      : await sortedText(connection, { filter, order, before }, turns)
  }
  // For these the table `entry` alone is the shortest way.
  return connection.numberedByTime && order === 'newest' && filter.view !== 'payments' && !asksForMore(filter)
    ? plainSteps(connection, filter, before, limit + 1)
    : walkList(connection, filter, order, before)
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

/** The newest entries with a text, in another order. */
async function sortedText(
  connection: Connection, asked: Omit<Asked, 'limit'>, turns: Turns,
): Promise<Iterable<Step>> {
  const { filter, order, before } = asked
  const keys: number[] = []
  for (const { found } of stepsOfText(connection, filter, null)) {
    keys.push(...found.map(({ seq }) => seq))
    if (keys.length >= mostSorted) break
    await turns.another()
    if (!connection.database.isOpen) return []
  }
  return sortFound(connection, keys.slice(0, mostSorted), order, before)
}

function foundAt(seq: number): Found {
  return { seq, key: String(seq) }
}
