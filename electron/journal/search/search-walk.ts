import type { HistoryFilter } from '#shared/model/history/history-list.ts'
import type { Connection } from '../connection.ts'
import { integer } from '../row.ts'
import { viewOf } from '../write/entry-view.ts'
import { historyOf } from '../write/events.ts'
import { startOf, stretchAt } from '../write/search-index.ts'
import { termsOf } from '../write/search-terms.ts'
import { matchingKeys, type PlainFilter } from './plain-filter.ts'
import { findIn, findRare, presentWords } from './search-lookup.ts'
import { fits, plainWords, wantedWords, type WantedWord } from './search-match.ts'

/** A searched part of the history: its matching entries, newest first, and where it ends. */
export interface Part {
  readonly keys: readonly number[]
  /** Everything from this key upwards has been searched; null at the end. */
  readonly downTo: number | null
}

/** A word with at most so many entries is looked up in the whole history at once. */
const mostEntriesOfRareWord = 500
/** Up to so many rows of an index are read within some milliseconds: about a busy month of a million entries. */
const mostRowsOfRange = 60_000
/** With so few candidates, looking up a further word costs more than it saves. */
const fewEnough = 32
/** Searching a block costs about as much as comparing so many entries. */
const comparedPerBlock = 4
/** Entries that are read and compared in one step. */
const comparedAtOnce = 25

/**
 * Searches the history below a key for a text, newest first, in steps of bounded cost. A caller may stop after any step
 * and later continue from `downTo`. A part ends early at its `most`th entry. Entries of a rare word are looked up
 * directly, unless searching all blocks costs less. Common words alone are searched block by block.
 */
export function* walk(
  connection: Connection, filter: HistoryFilter,
  { below, most, rare = mostEntriesOfRareWord }: { below: number; most: number; rare?: number },
): Generator<Part> {
  const words = wantedWords(filter)
  if (words === null) return
  const ends = endsOf(connection)
  if (ends === null) return
  const ofRows = plainWords(filter)
  const wanted = [...words, ...ofRows]
  const { candidates, uncertain } = leadsOf(connection, wanted, rare)
  const toCompare = uncertain.filter((word) => !ofRows.includes(word))
  const blocks = stretchAt('block', ends.newest).place - stretchAt('block', ends.oldest).place + 1
  const leads = candidates !== null && (toCompare.length === 0 || candidates.length <= blocks * comparedPerBlock)
  if (leads) {
    yield* walkCandidates(connection, candidates.filter((seq) => seq < below), toCompare, filter)
    return
  }
  const range = rangeOf(connection, filter)
  // Between the ends of the range, days and months need not be searched.
  const left = range === null ? wanted : [...wantedWords({ ...filter, from: null, until: null }) ?? [], ...ofRows]
  const { oldest, newest } = range ?? ends
  yield* walkBlocks(connection, left, { oldest, below: Math.min(below, newest + 1), most })
}

interface Ends {
  readonly oldest: number
  readonly newest: number
}

/** The keys of the oldest and the newest entry; null without an entry. */
function endsOf(connection: Connection): Ends | null {
  // As subqueries, each is one step in the index. As one query, both would read the whole table.
  const ends = connection.first(
    'SELECT (SELECT min(seq) FROM entry) AS oldest, (SELECT max(seq) FROM entry) AS newest',
  ) ?? {}
  return ends.oldest === null ? null : { oldest: integer(ends, 'oldest'), newest: integer(ends, 'newest') }
}

/**
 * The keys of the oldest and the newest entry of a time range; entries of other times may be between them. Null for a
 * range with an open end, and if too many entries would have to be read. For a range without entries, `newest` is less
 * than `oldest`.
 */
function rangeOf(connection: Connection, { from, until }: HistoryFilter): Ends | null {
  if (from == null || until == null) return null
  const found = connection.first(
    `SELECT count(*) AS entries, min(seq) AS oldest, max(seq) AS newest
      FROM (SELECT seq FROM list_entry INDEXED BY list_entry_by_at WHERE at >= ? AND at < ? LIMIT ${mostRowsOfRange + 1})`,
    Date.parse(from), Date.parse(until),
  ) ?? {}
  const entries = integer(found, 'entries')
  if (entries > mostRowsOfRange) return null
  return entries === 0 ? { oldest: 0, newest: -1 } : { oldest: integer(found, 'oldest'), newest: integer(found, 'newest') }
}

function* walkBlocks(
  connection: Connection, wanted: readonly WantedWord[],
  { oldest, below, most }: { oldest: number; below: number; most: number },
): Generator<Part> {
  let next: number | null = below
  let era = -1
  let wantedInEra: readonly WantedWord[] | null = null
  while (next !== null && next > oldest) {
    const currentEra = stretchAt('era', next - 1)
    if (currentEra.place !== era) wantedInEra = presentWords(connection, currentEra, wanted)
    era = currentEra.place
    const block = stretchAt('block', next - 1)
    const between = { oldest, below: next, limit: most }
    const keys: number[] = wantedInEra === null ? [] : findIn(connection, block, { wanted: wantedInEra, ...between })
    const last = keys.at(-1)
    const searched = wantedInEra === null ? currentEra : block
    const end: number = keys.length >= most && last !== undefined ? last : startOf(searched)
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
    const keys = matchingKeys(connection, some, plain).filter((seq) =>
      toCompare.length === 0 || fits(termsOf(viewOf(historyOf(connection, seq))), toCompare))
    yield { keys, downTo: start + step < candidates.length ? some.at(-1) ?? null : null }
  }
}

/**
 * The candidates that rare words lead to, newest first, and the words that some candidates may not have. `candidates`
 * is null if no word is rare.
 */
function leadsOf(connection: Connection, wanted: readonly WantedWord[], rare: number): {
  readonly candidates: readonly number[] | null; readonly uncertain: readonly WantedWord[]
} {
  let candidates: ReadonlySet<number> | null = null as ReadonlySet<number> | null
  const uncertain: WantedWord[] = []
  for (const word of wanted) {
    const isNarrow = candidates !== null && candidates.size <= fewEnough
    const found = isNarrow ? null : entriesWith(connection, word, rare)
    if (found !== null) candidates = candidates?.intersection(found.keys) ?? found.keys
    if (found === null || !found.isCertain) uncertain.push(word)
  }
  return { candidates: candidates === null ? null : [...candidates].sort((one, other) => other - one), uncertain }
}

/** The entries that may have a word; `isCertain` if each of them has it. */
interface Lead {
  readonly keys: ReadonlySet<number>
  readonly isCertain: boolean
}

/** The entries that a word leads to by its rare terms; null if it is common. */
function entriesWith(connection: Connection, word: WantedWord, rare: number): Lead | null {
  const keys = new Set<number>()
  for (const alternative of word) {
    const found = firstOf(alternative, (wanted) => findRare(connection, wanted, rare))
    if (found === null) return null
    for (const key of found) keys.add(key)
  }
  return { keys, isCertain: word.every((alternative) => alternative.length === 1) }
}

function firstOf<Item, Value>(items: readonly Item[], find: (item: Item) => Value | null): Value | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}
