import { randomBytes } from 'node:crypto'
import type { EntryId, UtcTime } from '#shared/brands.ts'
import type { NoteRecord } from '#shared/model/history/note.ts'
import type { EntryPoint } from '#shared/model/profiles/profile.ts'
import type { RecordKind } from '#shared/team/record-defaults.ts'
import { appendLink } from '../chain/chain.ts'
import { contentDigest } from '../../common/signatures/log-digest.ts'
import type { Connection } from '../connection.ts'
import type { ClaimRecord, Closing, Intent, Observation, OutcomeRecord, SignedRemoval } from '../records.ts'
import { integer, optionalText, text, type Row } from '../row.ts'
import { isRecordKind, partsOf, recordOf, type RecordParts } from './record-parts.ts'

/** The kinds of events. */
export type EventKind = RecordKind | 'claim' | 'removal'

export interface OutcomeEvent { readonly kind: 'outcome'; readonly record: OutcomeRecord }
export interface ObservationEvent {
  readonly kind: 'observation'
  readonly id: number
  readonly record: Observation
  /** The number of equal observations that followed, and the time of the last one. */
  readonly repeats: number
  readonly lastAt: UtcTime
}

export interface ClosingEvent { readonly kind: 'closing'; readonly record: Closing }

/** The records of later events, by their kind. */
export interface LaterRecords {
  readonly outcome: OutcomeRecord
  readonly observation: Observation
  readonly closing: Closing
  readonly note: NoteRecord
}

/** The events of one entry, in order. */
export interface EntryHistory {
  readonly intent: Intent
  readonly later: readonly (OutcomeEvent | ObservationEvent | ClosingEvent)[]
  /** The events of its notes, in a separate list: code about money does not read them. */
  readonly notes: readonly NoteRecord[]
  /** The newest removal of content; null without one. */
  readonly removal: SignedRemoval | null
  /** Whether any of its events has content. A status check after a removal adds new content. */
  readonly hasContent: boolean
  /** Whether any of its events other than notes has content. */
  readonly hasReports: boolean
}

/** Appends an intent and returns its entry's number, which is its place in the history. Call inside a transaction. */
export function appendIntent(connection: Connection, intent: Intent): number {
  const fields = intent.fields.map(({ name, value }) => ({ name, value }))
  const { kind, id: entryPointId } = intent.entryPoint
  const entryPoint: EntryPoint = kind === 'endpoint'
    ? { kind, id: entryPointId, currency: intent.entryPoint.currency }
    : { kind, id: entryPointId }
  const reviewed = intent.reviewed === null
    ? null
    : { minorAmount: intent.reviewed.minorAmount, currency: intent.reviewed.currency }
  const batch = intent.batch === undefined ? undefined : { batchId: intent.batch.batchId, row: intent.batch.row }
  return append(connection, null, 'intent', intent.at, partsOf('intent', { ...intent, fields, entryPoint, reviewed, batch }))
}

/**
 * Appends an outcome, the result of a status query, the closing by a person, or the change of a note. The database
 * refuses a second outcome of one entry.
 */
export function appendRecord<Kind extends keyof LaterRecords>(
  connection: Connection, entry: number, kind: Kind, record: LaterRecords[Kind],
): void {
  append(connection, entry, kind, record.at, partsOf(kind, record))
}

/** Whether an event of the entry has this time and these facts, so that the record was delivered before. */
export function isRecorded(
  connection: Connection, entry: number, kind: RecordKind, record: { readonly at: UtcTime },
): boolean {
  return connection.first(
    'SELECT 1 FROM event WHERE entry = ? AND kind = ? AND at = ? AND facts = ?',
    entry, kind, record.at, partsOf(kind, record).facts,
  ) !== null
}

/** Appends that the content of an entry's events so far is removed. Only then the content can be deleted. */
export function appendRemoval(
  connection: Connection, entry: number,
  { entryId, at, ground, covers, movedMinorAmount, reportedOtherwise, signature }: SignedRemoval,
): void {
  const facts = JSON.stringify({ entryId, at, ground, covers, movedMinorAmount, reportedOtherwise, signature })
  append(connection, entry, 'removal', at, { facts, content: null })
}

/**
 * Appends an event of another journal with its texts unchanged and returns its id. `entry` is the entry's number in
 * this journal; null for an intent, which begins an entry.
 */
export function appendCopy(
  connection: Connection, entry: number | null,
  { kind, at, ...parts }: RecordParts & { readonly kind: EventKind; readonly at: UtcTime },
): number {
  return append(connection, entry, kind, at, parts)
}

/** Counts one more observation equal to the one of this event. */
export function countRepeat(connection: Connection, event: number, at: UtcTime): void {
  connection.run(
    `INSERT INTO observation_repeat VALUES (?, 1, ?)
      ON CONFLICT DO UPDATE SET repeats = repeats + 1, last_at = excluded.last_at`,
    event, at,
  )
}

/** Appends the team journal's permission to send an entry. It does not change the entry's state. */
export function appendClaim(
  connection: Connection, entry: number, { entryId, at, deskId, round, position: { number, link } }: ClaimRecord,
): void {
  const facts = JSON.stringify({ entryId, at, deskId, round, position: { number, link } })
  append(connection, entry, 'claim', at, { facts, content: null })
}

/** Whether the team journal permitted an entry to be sent. */
export function isClaimed(connection: Connection, entry: number): boolean {
  return connection.first(`SELECT 1 FROM event WHERE entry = ? AND kind = 'claim'`, entry) !== null
}

/** The history of an entry, read from the events alone, up to and including the event `through`. */
export function historyOf(connection: Connection, entry: number, through = Number.MAX_SAFE_INTEGER): EntryHistory {
  const rows = connection.all(
    `SELECT id, kind, at, facts, body, coalesce(repeats, 0) AS repeats, last_at
      FROM event LEFT JOIN content ON content.event = id LEFT JOIN observation_repeat ON observation_repeat.event = id
      WHERE entry = ? AND id <= ? AND kind <> 'claim' ORDER BY id`,
    entry, through,
  )
  let intent: Intent | null = null
  let removal: SignedRemoval | null = null
  const later: EntryHistory['later'][number][] = []
  const notes: NoteRecord[] = []
  for (const row of rows) {
    const kind = text<Exclude<EventKind, 'claim'>>(row, 'kind')
    if (kind === 'removal') {
      removal = JSON.parse(text(row, 'facts')) as SignedRemoval
      continue
    }
    const record = recordIn(row, intent?.entryId ?? null)
    if (kind === 'intent') intent = record as Intent
    if (kind === 'outcome') later.push({ kind, record: record as OutcomeRecord })
    if (kind === 'closing') later.push({ kind, record: record as Closing })
    if (kind === 'note') notes.push(record as NoteRecord)
    if (kind === 'observation') {
      const lastAt = optionalText<UtcTime>(row, 'last_at') ?? text<UtcTime>(row, 'at')
      const repeats = integer(row, 'repeats')
      later.push({ kind, id: integer(row, 'id'), record: record as Observation, repeats, lastAt })
    }
  }
  if (intent === null) throw new Error(`entry ${entry} has no intent`)
  const withContent = rows.filter(({ body }) => body !== null)
  return {
    intent, later, notes, removal, hasContent: withContent.length > 0,
    hasReports: withContent.some((row) => row.kind !== 'note'),
  }
}

/** The record of an event's row, with its content in `body`. Throws for a value that no row of this application has. */
function recordIn(row: Row, entryId: EntryId | null): unknown {
  const kind = text(row, 'kind')
  const parts = { facts: text(row, 'facts'), content: optionalText(row, 'body') }
  const at = text<UtcTime>(row, 'at')
  return isRecordKind(kind) ? recordOf(kind, parts, { at, entryId }) : JSON.parse(parts.facts)
}

/** Whether an entry has this number. */
export function isEntry(connection: Connection, seq: number): boolean {
  return connection.first(`SELECT 1 FROM event WHERE entry = ? AND kind = 'intent'`, seq) !== null
}

/** The numbers of all entries, oldest first. */
export function allEntries(connection: Connection): number[] {
  return connection.all(`SELECT entry FROM event WHERE kind = 'intent' ORDER BY entry`).map((row) => integer(row, 'entry'))
}

/** The id of the newest event; 0 without one. */
export function newestEvent(connection: Connection): number {
  return integer(connection.first('SELECT coalesce(max(id), 0) AS newest FROM event') ?? {}, 'newest')
}

/** Appends and links an event, and returns its id. With `entry` null, the event begins an entry. */
function append(
  connection: Connection, entry: number | null, kind: EventKind, at: UtcTime, { facts, content }: RecordParts,
): number {
  const id = newestEvent(connection) + 1
  const salt = content === null ? null : randomBytes(16)
  connection.run(
    'INSERT INTO event (id, entry, kind, at, facts, content_digest) VALUES (?, ?, ?, ?, ?, ?)',
    id, entry ?? id, kind, at, facts, salt === null ? null : contentDigest(salt, content),
  )
  if (salt !== null) connection.run('INSERT INTO content (event, salt, body) VALUES (?, ?, ?)', id, salt, content)
  appendLink(connection, 'event', id)
  return id
}
