/**
 * The search index: a full-text table with every term of an entry three times. Once unchanged, which shows within
 * microseconds whether a term is rare and where it is. Once with the entry's block in front; blocks are stretches of
 * the history of one size. Searching block by block, newest first, costs no more a block than the block contains, for
 * any query and any length of the history. And once with the entry's era, so that 32 blocks without a term are skipped
 * in one step.
 */
import type { Connection } from '../connection.ts'
import { integer } from '../row.ts'
import type { Term } from './search-terms.ts'

/** A stretch of the history with a place among those of its kind. */
export interface Stretch {
  readonly kind: 'block' | 'era'
  readonly place: number
}

/** Keys of the history in one stretch: a larger one shortens long searches, a smaller one shortens a step. */
const keysIn = { block: 16_384, era: 32 * 16_384 } as const
/** A first letter that no term of an entry has. */
const letterOf = { block: 'b', era: 'e' } as const
const digitsOfAPlace = 6

/** Writes the terms of an entry, replacing earlier ones. */
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
  // As the extension documents it: fewer than two changes mean that nothing was merged.
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

/** The beginning of a stretch's own terms. */
export function prefixOf({ kind, place }: Stretch): string {
  return letterOf[kind] + place.toString(36).padStart(digitsOfAPlace, '0')
}
