/**
 * The search index: a full-text table with every term of an entry three times. First unchanged: this shows within
 * microseconds whether a term is rare, and where it is. Second with the entry's block as a prefix. Blocks are stretches
 * of the history with the same size, which are searched one by one, newest first; the cost of a block does not depend
 * on the length of the history. Third with the entry's era as a prefix, so that 32 blocks without a term are skipped in
 * one step.
 */
import type { Connection } from '../connection.ts'
import { integer } from '../row.ts'
import type { Term } from './search-terms.ts'

/** A stretch of the history; `place` is its number among those of its kind. */
export interface Stretch {
  readonly kind: 'block' | 'era'
  readonly place: number
}

/** The number of keys in a stretch. A larger stretch makes long searches faster, a smaller one makes a step shorter. */
const keysIn = { block: 16_384, era: 32 * 16_384 } as const
/** First letters of prefixes; no term of an entry begins with one. */
const letterOf = { block: 'b', era: 'e' } as const
const digitsOfAPlace = 6

/** Writes the terms of an entry, replacing earlier ones. */
export function indexEntry(connection: Connection, seq: number, terms: ReadonlySet<Term>): void {
  const era = prefixOf(stretchAt('era', seq))
  const block = prefixOf(stretchAt('block', seq))
  const indexed = [...terms].flatMap((term) => [term, era + term, block + term]).join(' ')
  connection.run('INSERT OR REPLACE INTO entry_text (rowid, terms) VALUES (?, ?)', seq, indexed)
}

/** Whether the index contains an entry. Its terms are not compared, as the index cannot list the terms of an entry. */
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
 * Merges a part of the index, so that its pages no longer contain terms of removed entries. Returns true while more
 * remains. The first call has `begins`: it starts a merge of the whole index.
 */
export function dropRemovedTerms(connection: Connection, { begins }: { begins: boolean }): boolean {
  const changes = (): number => integer(connection.first('SELECT total_changes() AS changes') ?? {}, 'changes')
  const before = changes()
  connection.run(`INSERT INTO entry_text (entry_text, rank) VALUES ('merge', ?)`, begins ? -pagesOfAStep : pagesOfAStep)
  // By the documentation of FTS5, fewer than two changes mean that nothing was merged.
  return changes() - before >= 2
}

/** Removes every entry from the index. */
export function emptyIndex(connection: Connection): void {
  connection.database.exec(`INSERT INTO entry_text (entry_text) VALUES ('delete-all')`)
}

/** The stretch that contains an entry. */
export function stretchAt(kind: Stretch['kind'], seq: number): Stretch {
  return { kind, place: Math.floor(seq / keysIn[kind]) }
}

/** The lowest key of a stretch. */
export function startOf({ kind, place }: Stretch): number {
  return place * keysIn[kind]
}

/** The prefix of the terms of a stretch. */
export function prefixOf({ kind, place }: Stretch): string {
  return letterOf[kind] + place.toString(36).padStart(digitsOfAPlace, '0')
}
