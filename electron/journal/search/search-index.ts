/**
 * The search index: a full-text table that holds every term of an entry three times. Once as it is, which tells within
 * microseconds whether a term is rare and where it stands. Once with the entry's block in front, blocks being stretches
 * of the history of one size: looking through the history block by block, newest first, costs no more a block than the
 * block holds, whatever is asked for and however long the history is. And once with the entry's era, so that 32 blocks
 * without a term are passed over in one step.
 */
import type { Connection } from '../connection.ts'
import { integer, text } from '../row.ts'
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
const places = 'SELECT doc FROM entry_term WHERE term >= ? AND term <= ?'
const digitsOfAPlace = 6
const matching = 'SELECT rowid AS seq FROM entry_text WHERE entry_text MATCH ? AND rowid < ?'

// Above every letter and digit.
const endOfTerms = '\u{10FFFF}'
// Below every letter and digit: a term with this at its end comes after the term, and before all that are longer.
const startOfLonger = '\u{1}'

/** Writes the terms of an entry, in the place of those it had. */
export function indexEntry(connection: Connection, seq: number, terms: ReadonlySet<Term>): void {
  const era = prefixOf(stretchAt('era', seq))
  const block = prefixOf(stretchAt('block', seq))
  const indexed = [...terms].flatMap((term) => [term, era + term, block + term]).join(' ')
  connection.run('INSERT OR REPLACE INTO entry_text (rowid, terms) VALUES (?, ?)', seq, indexed)
}

/** Whether the index holds an entry. Its terms are not compared: the index leads to them only term by term. */
export function isIndexed(connection: Connection, seq: number): boolean {
  return connection.first('SELECT 1 FROM entry_text_docsize WHERE id = ?', seq) !== null
}

/** Removes an entry from the index. */
export function removeFromIndex(connection: Connection, seq: number): void {
  connection.run('DELETE FROM entry_text WHERE rowid = ?', seq)
}

/** Pages of the index that one step merges. */
const pagesOfAStep = 500

/**
 * Merges a part of the index, so that terms of removed entries leave its pages; true while there is more to do. The
 * first call `begins`: it decides that all of the index is merged.
 */
export function dropRemovedTerms(connection: Connection, { begins }: { begins: boolean }): boolean {
  const changes = (): number => integer(connection.first('SELECT total_changes() AS changes') ?? {}, 'changes')
  const before = changes()
  connection.run(`INSERT INTO entry_text (entry_text, rank) VALUES ('merge', ?)`, begins ? -pagesOfAStep : pagesOfAStep)
  // As the extension documents it: fewer than two changes say that nothing was merged.
  return changes() - before >= 2
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
 * entry of the stretch can have all that is wanted. A beginning that only one term of the stretch has becomes that
 * term: a whole one is looked for in half the time.
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

/** The entries of a stretch below a key that have all that is wanted, newest first, at most `limit` of them. */
export function findIn(
  connection: Connection, stretch: Stretch, { wanted, below, limit }: {
    wanted: readonly WantedWord[]; below: number; limit: number
  },
): number[] {
  const prefix = prefixOf(stretch)
  const every = wanted.map((ways) => `(${ways.map((way) => allOf(way, prefix)).join(' OR ')})`).join(' AND ')
  // Going backwards costs more a step, and pays only when it may stop early: several words seldom fill a page at once.
  const rows = wanted.length > 1
    ? connection.all(`${matching} ORDER BY rowid`, every, below).slice(-limit).reverse()
    : connection.all(`${matching} ORDER BY rowid DESC LIMIT ?`, every, below, limit)
  return rows.map((row) => integer(row, 'seq'))
}

/** The entries that have a term, or null when there are more than `most` places to look at. */
export function findRare(connection: Connection, { term, beginning }: WantedTerm, most: number): number[] | null {
  // An entry stands there once for each of its terms that begin so.
  const range = [term, beginning ? term + endOfTerms : term]
  const isCommon = connection.first(`${places} LIMIT 1 OFFSET ?`, ...range, most) !== null
  return isCommon ? null : connection.all(places, ...range).map((row) => integer(row, 'doc'))
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
