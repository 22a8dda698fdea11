/** Journals with entries in them, and ways to damage the file. */
import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { UtcTime } from '#shared/brands.ts'
import { masked, charge, entryId, observation, outcome, query } from './samples.ts'
import type { JournalPort } from '../../../electron/journal/port.ts'
import { openHere, valueOf } from './with-journal.ts'

export const day = (number: number): UtcTime => new Date(Date.UTC(2026, 10, number, 8)).toISOString() as UtcTime

/** Approved charges with these names; one that begins with "lost" has no outcome. */
export async function chargeAll(journal: JournalPort, names: readonly string[], size = 0): Promise<void> {
  for (const name of names) {
    await valueOf(journal.recordIntent(charge(name, { signedText: masked(`2773…[secret]${'x'.repeat(size)}`) })))
    if (name.startsWith('lost')) continue
    await valueOf(journal.recordOutcome(outcome(name)))
    await valueOf(journal.recordObservation(observation(name, { status: 'approved', stage: 'sale_approved' })))
  }
}

/** A closed journal with charges by these names. */
export async function closedJournal(path: string, names: readonly string[], size = 0): Promise<void> {
  const { journal } = openHere(path)
  await chargeAll(journal, names, size)
  await journal.close()
}

/** The names and states of everything in a journal, oldest first. */
export async function entriesIn(journal: JournalPort): Promise<[string, string][]> {
  const { rows } = await valueOf(journal.search(query({ limit: 200 })))
  return rows.toReversed().map((row) => [row.entryId.replace('entry-', ''), row.state])
}

/** Overwrites the pages of these events, as a failing disk does. */
export function spoilEvents(path: string, names: readonly string[]): void {
  for (const name of names) spoilPageOf(path, `"entryId":"${entryId(name)}"`)
}

/** Overwrites every page that holds a text. */
export function spoilPageOf(path: string, text: string): void {
  const database = new DatabaseSync(path)
  const pageSize = Number(database.prepare('PRAGMA page_size').get()?.page_size)
  database.close()
  const bytes = readFileSync(path)
  const file = openSync(path, 'r+')
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
    writeSync(file, Buffer.alloc(pageSize, 0xa5), 0, pageSize, at - at % pageSize)
  }
  closeSync(file)
}

/** Puts another byte in the place of the first one of every such text in the file. */
export function spoilText(path: string, text: string, byte = 0): void {
  const bytes = readFileSync(path)
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes[at] = byte
  writeFileSync(path, bytes)
}

/** Empties the end of the first page of a table, as a bad sector does. */
export function spoilFirstPage(path: string, table: string): void {
  const database = new DatabaseSync(path)
  const { page, size } = database.prepare('SELECT rootpage AS page, page_size AS size FROM sqlite_schema, pragma_page_size WHERE name = ?')
    .get(table) as { page: number, size: number }
  database.close()
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0, page * size - 512, page * size))
}

/** Overwrites the first page, so that the file is no longer a database. */
export function spoilHeader(path: string): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(100, 0x5a), 0, 100, 0)
  closeSync(file)
}

export const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
