/** Queries of the search index: the terms of a stretch of the history, and the entries that have them. */
import type { Connection } from '../connection.ts'
import { integer, text } from '../row.ts'
import { prefixOf, type Stretch } from '../write/search-index.ts'
import type { Term } from '../write/search-terms.ts'
import type { WantedTerm, WantedWord } from './search-match.ts'

const places = 'SELECT doc FROM entry_term WHERE term >= ? AND term <= ?'
const matching = 'SELECT rowid AS seq FROM entry_text WHERE entry_text MATCH ? AND rowid >= ? AND rowid < ?'

// Above every letter and digit.
const endOfTerms = '\u{10FFFF}'
// Below every letter and digit: a term with this at its end is sorted after the term, and before all longer ones.
const startOfLonger = '\u{1}'

/**
 * The wanted words without alternatives whose terms a stretch lacks; null when a word has none left, so that no entry
 * of the stretch can match. A beginning that only one term of the stretch has becomes that term: searching for a whole
 * one takes half the time.
 */
export function waysIn(
  connection: Connection, stretch: Stretch, wanted: readonly WantedWord[],
): readonly WantedWord[] | null {
  const prefix = prefixOf(stretch)
  const left: WantedWord[] = []
  for (const ways of wanted) {
    const held = ways.map((way) => way.map((one) => heldTerm(connection, prefix, one))).filter(isWhole)
    if (held.length === 0) return null
    left.push(held)
  }
  return left
}

function isWhole<Item>(items: (Item | null)[]): items is Item[] {
  return !items.includes(null)
}

function heldTerm(connection: Connection, prefix: string, { term, beginning }: WantedTerm): WantedTerm | null {
  if (!beginning) return firstTerm(connection, prefix + term, prefix + term) === null ? null : { term, beginning }
  const end = prefix + term + endOfTerms
  const first = firstTerm(connection, prefix + term, end)
  if (first === null) return null
  const isOnlyOne = firstTerm(connection, first + startOfLonger, end) === null
  return isOnlyOne ? { term: first.slice(prefix.length) as Term, beginning: false } : { term, beginning }
}

/** The first term of the index from one to another, both included, or null. */
function firstTerm(connection: Connection, from: string, to: string): string | null {
  const row = connection.first('SELECT term FROM entry_term WHERE term >= ? AND term <= ? LIMIT 1', from, to)
  return row === null ? null : text(row, 'term')
}

/** The entries of a stretch with all that is wanted, newest first, up to `limit`: from key `oldest` on, and `below`. */
export function findIn(
  connection: Connection, stretch: Stretch, { wanted, oldest, below, limit }: {
    wanted: readonly WantedWord[]; oldest: number; below: number; limit: number
  },
): number[] {
  const prefix = prefixOf(stretch)
  const every = wanted.map((ways) => `(${ways.map((way) => allOf(way, prefix)).join(' OR ')})`).join(' AND ')
  // Going backwards costs more a step, and pays only when it may stop early: several words rarely fill a page at once.
  const rows = wanted.length > 1
    ? connection.all(`${matching} ORDER BY rowid`, every, oldest, below).slice(-limit).reverse()
    : connection.all(`${matching} ORDER BY rowid DESC LIMIT ?`, every, oldest, below, limit)
  return rows.map((row) => integer(row, 'seq'))
}

/** The entries that have a term, or null when there are more than `most` places to read. */
export function findRare(connection: Connection, { term, beginning }: WantedTerm, most: number): number[] | null {
  // An entry has one row here for each of its terms with this beginning.
  const range = [term, beginning ? term + endOfTerms : term]
  const isCommon = connection.first(`${places} LIMIT 1 OFFSET ?`, ...range, most) !== null
  return isCommon ? null : connection.all(places, ...range).map((row) => integer(row, 'doc'))
}

function allOf(way: readonly WantedTerm[], prefix: string): string {
  return `(${way.map(({ term, beginning }) => `${quoted(prefix + term)}${beginning ? '*' : ''}`).join(' AND ')})`
}

// SECURITY: terms contain only letters, digits and points; the quotes ensure that none is ever an operator.
function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
