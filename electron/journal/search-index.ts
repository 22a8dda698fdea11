/**
 * The search index: a full-text table that holds every term of an entry three times. Once as it is, which tells within
 * microseconds whether a term is rare and where it stands. Once with the entry's block in front, blocks being stretches
 * of the history of one size: looking through the history block by block, newest first, costs no more a block than the
 * block holds, whatever is asked for and however long the history is. And once with the entry's era, so that 32 blocks
 * without a term are passed over in one step.
 */
import type { Connection } from './connection.ts'
import { integer } from './row.ts'
import type { WantedTerm, WantedWord } from './search-match.ts'
import type { Term } from './search-terms.ts'

/** A stretch of the history with a place among those of its kind. */
export interface Stretch {
  readonly kind: 'block' | 'era'
  readonly place: number
}

/** Keys of the history in one stretch: larger makes long walks shorter, smaller makes a step shorter. */
const keysIn = { block: 16_384, era: 32 * 16_384 } as const
/** No term of an entry begins like this: those have another first letter. */
const letterOf = { block: 'b', era: 'e' } as const
const digitsOfAPlace = 6

// Above every letter and digit.
const endOfTerms = '\u{10FFFF}'

/** Writes the terms of an entry, in the place of those it had. */
export function indexEntry(connection: Connection, seq: number, terms: ReadonlySet<Term>): void {
  const era = prefixOf(stretchAt('era', seq))
  const block = prefixOf(stretchAt('block', seq))
  const text = [...terms].flatMap((term) => [term, era + term, block + term]).join(' ')
  connection.run('INSERT OR REPLACE INTO entry_text (rowid, terms) VALUES (?, ?)', seq, text)
}

/** Removes an entry from the index. */
export function removeFromIndex(connection: Connection, seq: number): void {
  connection.run('DELETE FROM entry_text WHERE rowid = ?', seq)
}

/** Removes every entry from the index. */
export function emptyIndex(connection: Connection): void {
  connection.database.exec(`INSERT INTO entry_text (entry_text) VALUES ('delete-all')`)
}

/** The stretch in which an entry stands. */
export function stretchAt(kind: Stretch['kind'], seq: number): Stretch {
  return { kind, place: Math.floor(seq / keysIn[kind]) }
}

/** The lowest key of a stretch. */
export function startOf({ kind, place }: Stretch): number {
  return place * keysIn[kind]
}

/**
 * What is wanted without the ways whose terms a stretch does not hold; null when a word has no way left, so that no
 * entry of the stretch can have all that is wanted.
 */
export function waysIn(
  connection: Connection, stretch: Stretch, wanted: readonly WantedWord[],
): readonly WantedWord[] | null {
  const prefix = prefixOf(stretch)
  const left: WantedWord[] = []
  for (const ways of wanted) {
    const held = ways.filter((way) => way.every(({ term, beginning }) =>
      placesOf(connection, { term: (prefix + term) as Term, beginning }, 1).length > 0))
    if (held.length === 0) return null
    left.push(held)
  }
  return left
}

/** The entries of a stretch below a key that have all that is wanted, newest first, at most `limit` of them. */
export function findIn(
  connection: Connection, stretch: Stretch, { wanted, below, limit }: {
    wanted: readonly WantedWord[]; below: number; limit: number
  },
): number[] {
  const prefix = prefixOf(stretch)
  const every = wanted.map((ways) => `(${ways.map((way) => allOf(way, prefix)).join(' OR ')})`).join(' AND ')
  return connection.all(
    'SELECT rowid AS seq FROM entry_text WHERE entry_text MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
    every, below, limit,
  ).map((row) => integer(row, 'seq'))
}

/** The entries that have a term, or null when there are more than `most` places to look at. */
export function findRare(connection: Connection, wanted: WantedTerm, most: number): number[] | null {
  const found = placesOf(connection, wanted, most + 1)
  return found.length > most ? null : found
}

/** Where a term stands, at most `limit` places; an entry stands there once for each of its terms that begin so. */
function placesOf(connection: Connection, { term, beginning }: WantedTerm, limit: number): number[] {
  const rows = beginning
    ? connection.all('SELECT doc FROM entry_term WHERE term >= ? AND term < ? LIMIT ?', term, term + endOfTerms, limit)
    : connection.all('SELECT doc FROM entry_term WHERE term = ? LIMIT ?', term, limit)
  return rows.map((row) => integer(row, 'doc'))
}

function allOf(way: readonly WantedTerm[], prefix: string): string {
  return `(${way.map(({ term, beginning }) => `${quoted(prefix + term)}${beginning ? '*' : ''}`).join(' AND ')})`
}

function prefixOf({ kind, place }: Stretch): string {
  return letterOf[kind] + place.toString(36).padStart(digitsOfAPlace, '0')
}

// SECURITY: terms hold letters, digits and points alone; the quotes make sure that none is ever an operator.
function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
