/** Queries the search index: the terms of a stretch of the history, and the entries that have them. */
import type { Connection } from '../connection.ts'
import { integer, text } from '../row.ts'
import { prefixOf, type Stretch } from '../write/search-index.ts'
import type { Term } from '../write/search-terms.ts'
import type { WantedTerm, WantedWord } from './search-match.ts'

const termRows = 'SELECT doc FROM entry_term WHERE term >= ? AND term <= ?'
const matching = 'SELECT rowid AS seq FROM entry_text WHERE entry_text MATCH ? AND rowid >= ? AND rowid < ?'

// Above every letter and digit.
const endOfTerms = '\u{10FFFF}'
// Below every letter and digit: a term with this at its end is sorted after the term, and before all longer ones.
const startOfLonger = '\u{1}'

/**
 * The wanted words, without those alternatives whose terms do not occur in a stretch. Null if a word has no alternative
 * left: then no entry of the stretch can match. If only one term of the stretch has a beginning, that term replaces the
 * beginning, because searching for a whole term takes half the time.
 */
export function presentWords(
  connection: Connection, stretch: Stretch, wanted: readonly WantedWord[],
): readonly WantedWord[] | null {
  const prefix = prefixOf(stretch)
  const left: WantedWord[] = []
  for (const alternatives of wanted) {
    const present = alternatives.map((all) => all.map((one) => presentTerm(connection, prefix, one))).filter(isWhole)
    if (present.length === 0) return null
    left.push(present)
  }
  return left
}

function isWhole<Item>(items: (Item | null)[]): items is Item[] {
  return !items.includes(null)
}

function presentTerm(connection: Connection, prefix: string, { term, beginning }: WantedTerm): WantedTerm | null {
  if (!beginning) return firstTerm(connection, prefix + term, prefix + term) === null ? null : { term, beginning }
  const end = prefix + term + endOfTerms
  const first = firstTerm(connection, prefix + term, end)
  if (first === null) return null
  const isOnlyOne = firstTerm(connection, first + startOfLonger, end) === null
  return isOnlyOne ? { term: first.slice(prefix.length) as Term, beginning: false } : { term, beginning }
}

/** The first term of the index between two terms, both included; null without one. */
function firstTerm(connection: Connection, from: string, to: string): string | null {
  const row = connection.first('SELECT term FROM entry_term WHERE term >= ? AND term <= ? LIMIT 1', from, to)
  return row === null ? null : text(row, 'term')
}

/** The newest entries of a stretch with all wanted words, at most `limit`, from key `oldest` to before key `below`. */
export function findIn(
  connection: Connection, stretch: Stretch, { wanted, oldest, below, limit }: {
    wanted: readonly WantedWord[]; oldest: number; below: number; limit: number
  },
): number[] {
  const prefix = prefixOf(stretch)
  const every = wanted.map((alternatives) => `(${alternatives.map((alternative) => allOf(alternative, prefix)).join(' OR ')})`).join(' AND ')
  // Backwards costs more per step, and is faster only if it can stop early. With several words, a page fills slowly.
  const rows = wanted.length > 1
    ? connection.all(`${matching} ORDER BY rowid`, every, oldest, below).slice(-limit).reverse()
    : connection.all(`${matching} ORDER BY rowid DESC LIMIT ?`, every, oldest, below, limit)
  return rows.map((row) => integer(row, 'seq'))
}

/** The entries that have a term; null if more than `most` rows would have to be read. */
export function findRare(connection: Connection, { term, beginning }: WantedTerm, most: number): number[] | null {
  // The table has one row for each term of an entry with this beginning.
  const range = [term, beginning ? term + endOfTerms : term]
  const isCommon = connection.first(`${termRows} LIMIT 1 OFFSET ?`, ...range, most) !== null
  return isCommon ? null : connection.all(termRows, ...range).map((row) => integer(row, 'doc'))
}

function allOf(alternative: readonly WantedTerm[], prefix: string): string {
  return `(${alternative.map(({ term, beginning }) => `${quoted(prefix + term)}${beginning ? '*' : ''}`).join(' AND ')})`
}

// SECURITY: terms contain only letters, digits and points; in quotes, none can be an operator.
function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
