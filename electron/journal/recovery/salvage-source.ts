import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { UtcTime } from '#shared/brands.ts'
import type { Result } from '#shared/result.ts'
import { openToRead } from '../migrations/open-to-read.ts'
import { integer, text, type Row } from '../row.ts'
import { meansDamaged } from '../sqlite-failure.ts'
import type { EventKind } from '../write/events.ts'
import type { RecordParts } from '../write/record-parts.ts'
import { readableRows } from './readable-rows.ts'

const eventKinds = ['intent', 'claim', 'outcome', 'observation', 'closing', 'note', 'removal'] as const satisfies EventKind[]

/** An event as stored in a journal. */
export interface KeptEvent extends RecordParts {
  readonly kind: EventKind
  readonly at: UtcTime
  readonly repeats: number
  readonly lastAt: UtcTime | null
}

/** One entry: its intent and its later events, in order. The intent is null if it is before the rows to read. */
export interface KeptEntry {
  /** Its number in the file. */
  readonly seq: number
  readonly intent: KeptEvent | null
  readonly later: readonly KeptEvent[]
}

/** The readable part of a journal that may be damaged. */
export interface SalvageSource {
  /** The number of entries to read, including those with only later events to read. */
  readonly readable: number
  /** Every entry with a readable intent, oldest first. Unreadable events are skipped. */
  entries(): Generator<KeptEntry>
  /** The number of entries whose intent could not be read; null if it is not known. Call after reading all entries. */
  lost(): number | null
}

const chunk = 2_000
/** If the largest id is not known: after so many chunks without a readable row, the table counts as ended. */
const mostEmptyChunks = 50

/**
 * Opens a quarantined journal for reading, without changing it, even if the definitions of some tables or indexes are
 * damaged. A failure is a plain sentence.
 */
export function openForSalvage(path: string): Result<DatabaseSync, string> {
  const open = () => {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 0, defensive: false })
    // With this, SQLite skips a damaged definition instead of refusing the whole file.
    database.exec('PRAGMA writable_schema = ON')
    return database
  }
  return openToRead(open, 'Nothing can be read from the file.', (database) => {
    database.prepare('SELECT id, entry, kind, at, facts FROM event LIMIT 0').all()
    return null
  })
}

/**
 * Reads the ids of an open journal's events above `beyond`, skipping damaged parts; the result then reads the events,
 * one entry at a time. Awaits `breathe` at intervals, so that other work can run.
 */
export async function salvageSource(
  database: DatabaseSync, beyond: number, breathe: () => Promise<void>,
): Promise<SalvageSource> {
  const laterOf = new Map<number, number[]>()
  const intents: number[] = []
  let damaged = false
  let unreadable = 0
  let collected = 0

  const unlessDamaged = <Value>(work: () => Value): Value | null => {
    try {
      return work()
    } catch (error) {
      if (!meansDamaged(error)) throw error
      damaged = true
      return null
    }
  }
  const collect = (row: Row | undefined): void => {
    if (row === undefined) return
    collected += 1
    const { id, entry, kind } = row
    if (typeof id !== 'number' || typeof entry !== 'number') damaged = true
    else if (kind === 'intent') intents.push(id)
    else if (laterOf.get(entry)?.push(id) === undefined) laterOf.set(entry, [id])
  }

  const columns = 'SELECT id, entry, kind FROM event WHERE'
  const batch = database.prepare(`${columns} id > ? ORDER BY id LIMIT ${chunk}`)
  const single = database.prepare(`${columns} id = ?`)
  const greatest = Math.max(
    countOf(database, 'SELECT max(id) AS found FROM event') ?? 0,
    countOf(database, 'SELECT max(entry) AS found FROM event INDEXED BY event_of_entry') ?? 0,
  )
  for (let after = beyond, emptyChunks = 0; emptyChunks < mostEmptyChunks; await breathe()) {
    const rows = unlessDamaged(() => batch.all(after))
    if (rows === null) {
      const before = intents.length + laterOf.size
      for (let id = after + 1; id <= after + chunk; id += 1) collect(unlessDamaged(() => single.get(id)) ?? undefined)
      after += chunk
      emptyChunks = after < greatest || intents.length + laterOf.size > before ? 0 : emptyChunks + 1
      continue
    }
    rows.forEach(collect)
    const last = rows.at(-1)?.id
    if (typeof last !== 'number') break
    after = last
    emptyChunks = 0
  }
  // The ids of events have no gaps. A missing one shows that SQLite skipped a part of a damaged table without an error.
  if (collected !== greatest - beyond) damaged = true

  const readEvent = database.prepare('SELECT kind, at, facts FROM event WHERE id = ?')
  const readContent = prepared(database, 'SELECT body FROM content WHERE event = ?')
  const readRepeats = prepared(database, 'SELECT repeats, last_at FROM observation_repeat WHERE event = ?')
  const eventOf = (id: number): KeptEvent | null => {
    const content = contentIn(unlessDamaged(() => readContent?.get(id)))
    const event = keptEvent(unlessDamaged(() => readEvent.get(id)), content, unlessDamaged(() => readRepeats?.get(id)))
    if (event === null) damaged = true
    return event
  }

  const read = new Set(intents)
  const begunBefore = [...laterOf.keys()].filter((seq) => seq <= beyond && !read.has(seq))
  const laterEvents = (seq: number): KeptEvent[] => (laterOf.get(seq) ?? []).flatMap((id) => eventOf(id) ?? [])

  return {
    readable: begunBefore.length + intents.length,
    * entries() {
      for (const seq of begunBefore) yield { seq, intent: null, later: laterEvents(seq) }
      for (const seq of intents) {
        const intent = eventOf(seq)
        if (intent === null) unreadable += 1
        else yield { seq, intent, later: laterEvents(seq) }
      }
    },
    lost() {
      if (!damaged) return 0
      // Besides the events, an index and the table `entry` show the number of entries.
      const known = countOf(database, `SELECT count(DISTINCT entry) AS found FROM event INDEXED BY event_of_entry
          WHERE entry > ${beyond}`) ?? countOf(database, `SELECT count(*) AS found FROM entry WHERE seq > ${beyond}`)
      return known === null ? null : Math.max(0, known - intents.length) + unreadable
    },
  }
}

/** Prepares a statement; null if the definition of its table is damaged. */
function prepared(database: DatabaseSync, sql: string): StatementSync | null {
  try {
    return database.prepare(sql)
  } catch {
    return null
  }
}

/** Reads a number; null if it is unreadable. */
function countOf(database: DatabaseSync, sql: string): number | null {
  return readableRows(database, sql, [], (row) => integer(row, 'found'))[0] ?? null
}

/** Readable content, which is a JSON object; null for anything else. */
function contentIn(row: Row | null | undefined): string | null {
  const body = row?.body
  return typeof body === 'string' && isObject(body) ? body : null
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

/** Builds an event from its rows; null if its facts are damaged. */
function keptEvent(
  row: Row | null | undefined, content: string | null, repeated: Row | null | undefined,
): KeptEvent | null {
  try {
    if (row === null || row === undefined) return null
    const kind = eventKinds.find((known) => known === row.kind)
    const facts = text(row, 'facts')
    if (kind === undefined || !isObject(facts)) return null
    const at = text<UtcTime>(row, 'at')
    const parts = { kind, at, facts, content }
    if (repeated === null || repeated === undefined) return { ...parts, repeats: 0, lastAt: null }
    return { ...parts, repeats: integer(repeated, 'repeats'), lastAt: text<UtcTime>(repeated, 'last_at') }
  } catch {
    return null
  }
}
