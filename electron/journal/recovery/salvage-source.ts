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

/** One entry: its intent and its later events, in order. The intent is null where it is before the rows to read. */
export interface KeptEntry {
  /** Its number in the file. */
  readonly seq: number
  readonly intent: KeptEvent | null
  readonly later: readonly KeptEvent[]
}

/** The readable part of a journal that may be damaged. */
export interface SalvageSource {
  /** The number of entries to read, including those of which only later events are read. */
  readonly readable: number
  /** Every entry with a readable intent, oldest first. Its unreadable events are left out. */
  entries(): Generator<KeptEntry>
  /** Entries whose intent could not be read, known once all were read; null when their number is not known. */
  lost(): number | null
}

const chunk = 2_000
/** Where the largest id is not known, so many chunks without a readable row are the end. */
const hopelessChunks = 50

/**
 * Opens a quarantined journal for reading, unchanged, also where the definitions of some of its tables or indexes are
 * damaged. A failure is a plain sentence.
 */
export function openForSalvage(path: string): Result<DatabaseSync, string> {
  const open = () => {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 0, defensive: false })
    // SQLite then leaves out a damaged definition instead of refusing the whole file.
    database.exec('PRAGMA writable_schema = ON')
    return database
  }
  return openToRead(open, 'Nothing can be read from the file.', (database) => {
    database.prepare('SELECT id, entry, kind, at, facts FROM event LIMIT 0').all()
    return null
  })
}

/**
 * Reads the ids of the events of an open journal, those above `beyond`, skipping damaged parts; then the events, one
 * entry at a time. `breathe` is awaited at intervals, so that other work gets its turn.
 */
export async function salvageSource(
  database: DatabaseSync, beyond: number, breathe: () => Promise<void>,
): Promise<SalvageSource> {
  const laterOf = new Map<number, number[]>()
  const intents: number[] = []
  let damaged = false
  let unreadable = 0
  let noted = 0

  const tolerant = <Value>(work: () => Value): Value | null => {
    try {
      return work()
    } catch (error) {
      if (!meansDamaged(error)) throw error
      damaged = true
      return null
    }
  }
  const note = (row: Row | undefined): void => {
    if (row === undefined) return
    noted += 1
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
  for (let after = beyond, hopeless = 0; hopeless < hopelessChunks; await breathe()) {
    const rows = tolerant(() => batch.all(after))
    if (rows === null) {
      const before = intents.length + laterOf.size
      for (let id = after + 1; id <= after + chunk; id += 1) note(tolerant(() => single.get(id)) ?? undefined)
      after += chunk
      hopeless = after < greatest || intents.length + laterOf.size > before ? 0 : hopeless + 1
      continue
    }
    rows.forEach(note)
    const last = rows.at(-1)?.id
    if (typeof last !== 'number') break
    after = last
    hopeless = 0
  }
  // Events have every number: SQLite may miss some in a damaged table without an error.
  if (noted !== greatest - beyond) damaged = true

  const readEvent = database.prepare('SELECT kind, at, facts FROM event WHERE id = ?')
  const readContent = prepared(database, 'SELECT body FROM content WHERE event = ?')
  const readRepeats = prepared(database, 'SELECT repeats, last_at FROM observation_repeat WHERE event = ?')
  const eventOf = (id: number): KeptEvent | null => {
    const content = contentIn(tolerant(() => readContent?.get(id)))
    const event = keptEvent(tolerant(() => readEvent.get(id)), content, tolerant(() => readRepeats?.get(id)))
    if (event === null) damaged = true
    return event
  }

  const read = new Set(intents)
  const begunBefore = [...laterOf.keys()].filter((seq) => seq <= beyond && !read.has(seq))
  const happenedTo = (seq: number): KeptEvent[] => (laterOf.get(seq) ?? []).flatMap((id) => eventOf(id) ?? [])

  return {
    readable: begunBefore.length + intents.length,
    * entries() {
      for (const seq of begunBefore) yield { seq, intent: null, later: happenedTo(seq) }
      for (const seq of intents) {
        const intent = eventOf(seq)
        if (intent === null) unreadable += 1
        else yield { seq, intent, later: happenedTo(seq) }
      }
    },
    lost() {
      if (!damaged) return 0
      // Two places besides the events record the number of entries.
      const known = countOf(database, `SELECT count(DISTINCT entry) AS found FROM event INDEXED BY event_of_entry
          WHERE entry > ${beyond}`) ?? countOf(database, `SELECT count(*) AS found FROM entry WHERE seq > ${beyond}`)
      return known === null ? null : Math.max(0, known - intents.length) + unreadable
    },
  }
}

/** A statement; null where the definition of its table is damaged. */
function prepared(database: DatabaseSync, sql: string): StatementSync | null {
  try {
    return database.prepare(sql)
  } catch {
    return null
  }
}

/** A number from the database, or null where it is unreadable. */
function countOf(database: DatabaseSync, sql: string): number | null {
  return readableRows(database, sql, [], (row) => integer(row, 'found'))[0] ?? null
}

/** Content that can be read: a JSON object. Null for none. */
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

/** An event whose facts are whole. */
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
