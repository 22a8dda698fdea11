import type { HistoryFilter } from '#shared/model/history/history-list.ts'
import type { Connection } from '../connection.ts'
import { integer } from '../row.ts'
import { viewOf } from '../write/entry-view.ts'
import { historyOf } from '../write/events.ts'
import { startOf, stretchAt } from '../write/search-index.ts'
import { termsOf } from '../write/search-terms.ts'
import { thoseWith, type PlainFilter } from './plain-filter.ts'
import { findIn, findRare, waysIn } from './search-lookup.ts'
import { fits, plainWords, wantedWords, type WantedWord } from './search-match.ts'

/** A searched part of the history: its matching entries, newest first, and where it ends. */
export interface Part {
  readonly keys: readonly number[]
  /** Nothing at or above this key is left to search; null at the end. */
  readonly downTo: number | null
}

/** A word with no more entries than these is looked up at once, wherever they are. */
const mostOfARareWord = 500
/** So many rows of an index are read within some milliseconds: about a busy month of a million entries. */
const mostOfARange = 60_000
/** With so few, searching for a rarer word costs more than it saves. */
const fewEnough = 32
/** Searching a block costs about as much as reading and comparing so many entries. */
const comparedPerBlock = 4
/** Entries that are read and compared in one step. */
const comparedAtOnce = 25

/**
 * Searches the history below a key for a text, newest first, in steps of bounded cost: a caller may stop after any of
 * them and continue from `downTo` later. A part ends early at its `most`th entry. A rare word leads directly to its
 * entries, unless fewer blocks remain; common words alone are searched block by block.
 */
export function* walk(
  connection: Connection, filter: HistoryFilter,
  { below, most, rare = mostOfARareWord }: { below: number; most: number; rare?: number },
): Generator<Part> {
  const words = wantedWords(filter)
  if (words === null) return
  const ends = endsOf(connection)
  if (ends === null) return
  const ofRows = plainWords(filter)
  const wanted = [...words, ...ofRows]
  const { candidates, unsure } = leadsOf(connection, wanted, rare)
  const toCompare = unsure.filter((word) => !ofRows.includes(word))
  const blocks = stretchAt('block', ends.newest).place - stretchAt('block', ends.oldest).place + 1
  const leads = candidates !== null && (toCompare.length === 0 || candidates.length <= blocks * comparedPerBlock)
  if (leads) {
    yield* walkCandidates(connection, candidates.filter((seq) => seq < below), toCompare, filter)
    return
  }
  const range = rangeOf(connection, filter)
  // Between these ends the days and months need not be searched for.
  const left = range === null ? wanted : [...wantedWords({ ...filter, from: null, until: null }) ?? [], ...ofRows]
  const { oldest, newest } = range ?? ends
  yield* walkBlocks(connection, left, { oldest, below: Math.min(below, newest + 1), most })
}

interface Ends {
  readonly oldest: number
  readonly newest: number
}

/** The keys of the oldest and the newest entry, or null when there is none. */
function endsOf(connection: Connection): Ends | null {
  // Separately, each is one step in the index; both in one query would read the whole table.
  const ends = connection.first(
    'SELECT (SELECT min(seq) FROM entry) AS oldest, (SELECT max(seq) FROM entry) AS newest',
  ) ?? {}
  return ends.oldest === null ? null : { oldest: integer(ends, 'oldest'), newest: integer(ends, 'newest') }
}

/**
 * The keys of the oldest and the newest entry of a time range; entries of other times may lie between them. Null for a
 * range with an open end, and where too many entries would be read for it. One without entries ends before it begins.
 */
function rangeOf(connection: Connection, { from, until }: HistoryFilter): Ends | null {
  if (from == null || until == null) return null
  const found = connection.first(
    `SELECT count(*) AS entries, min(seq) AS oldest, max(seq) AS newest
      FROM (SELECT seq FROM list_entry INDEXED BY list_entry_by_at WHERE at >= ? AND at < ? LIMIT ${mostOfARange + 1})`,
    Date.parse(from), Date.parse(until),
  ) ?? {}
  const entries = integer(found, 'entries')
  if (entries > mostOfARange) return null
  return entries === 0 ? { oldest: 0, newest: -1 } : { oldest: integer(found, 'oldest'), newest: integer(found, 'newest') }
}

function* walkBlocks(
  connection: Connection, wanted: readonly WantedWord[],
  { oldest, below, most }: { oldest: number; below: number; most: number },
): Generator<Part> {
  let next: number | null = below
  let era = -1
  let inEra: readonly WantedWord[] | null = null
  while (next !== null && next > oldest) {
    const here = stretchAt('era', next - 1)
    if (here.place !== era) inEra = waysIn(connection, here, wanted)
    era = here.place
    const block = stretchAt('block', next - 1)
    const between = { oldest, below: next, limit: most }
    const keys: number[] = inEra === null ? [] : findIn(connection, block, { wanted: inEra, ...between })
    const last = keys.at(-1)
    const end: number = keys.length >= most && last !== undefined ? last : startOf(inEra === null ? here : block)
    next = end > oldest ? end : null
    yield { keys, downTo: next }
  }
}

function* walkCandidates(
  connection: Connection, candidates: readonly number[], toCompare: readonly WantedWord[], plain: PlainFilter,
): Generator<Part> {
  const step = toCompare.length === 0 ? Math.max(candidates.length, 1) : comparedAtOnce
  for (let start = 0; start < candidates.length; start += step) {
    const some = candidates.slice(start, start + step)
    const keys = thoseWith(connection, some, plain).filter((seq) =>
      toCompare.length === 0 || fits(termsOf(viewOf(historyOf(connection, seq))), toCompare))
    yield { keys, downTo: start + step < candidates.length ? some.at(-1) ?? null : null }
  }
}

/**
 * The entries that rare words lead to, newest first, and the words that not all of them need have; `candidates` is
 * null when no word is rare.
 */
function leadsOf(connection: Connection, wanted: readonly WantedWord[], rare: number): {
  readonly candidates: readonly number[] | null; readonly unsure: readonly WantedWord[]
} {
  let candidates: ReadonlySet<number> | null = null as ReadonlySet<number> | null
  const unsure: WantedWord[] = []
  for (const word of wanted) {
    const isNarrow = candidates !== null && candidates.size <= fewEnough
    const found = isNarrow ? null : entriesWith(connection, word, rare)
    if (found !== null) candidates = candidates?.intersection(found.keys) ?? found.keys
    if (found === null || !found.surely) unsure.push(word)
  }
  return { candidates: candidates === null ? null : [...candidates].sort((one, other) => other - one), unsure }
}

/** The entries that may have a word; `surely` when each of them has it. */
interface Lead {
  readonly keys: ReadonlySet<number>
  readonly surely: boolean
}

/** Where a word leads by terms that are rare, or null when it is common. */
function entriesWith(connection: Connection, word: WantedWord, rare: number): Lead | null {
  const keys = new Set<number>()
  for (const way of word) {
    const found = firstOf(way, (wanted) => findRare(connection, wanted, rare))
    if (found === null) return null
    for (const key of found) keys.add(key)
  }
  return { keys, surely: word.every((way) => way.length === 1) }
}

function firstOf<Item, Value>(items: readonly Item[], find: (item: Item) => Value | null): Value | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}
