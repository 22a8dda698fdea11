import type { UtcTime } from '#shared/brands.ts'
import type { EntryPoint } from '#shared/model/profile.ts'
import { appendLink } from '../proof/chain.ts'
import type { Connection } from '../connection.ts'
import type { ClaimRecord, Closing, Intent, Observation, OutcomeRecord } from '../records.ts'
import { integer, optionalText, text } from '../row.ts'

export interface OutcomeEvent { readonly kind: 'outcome'; readonly record: OutcomeRecord }
export interface ObservationEvent {
  readonly kind: 'observation'
  readonly id: number
  readonly record: Observation
  /** How many equal observations followed, and when the last of them was. */
  readonly repeats: number
  readonly lastAt: UtcTime
}

export interface ClosingEvent { readonly kind: 'closing'; readonly record: Closing }

/** What happened to one entry, in order. */
export interface EntryHistory {
  readonly intent: Intent
  readonly later: readonly (OutcomeEvent | ObservationEvent | ClosingEvent)[]
}

// SECURITY: a caller's object may carry more than its type says (a spread request, for one). Only these properties are
// written; the compiler refuses a list that misses one.
const intentProperties = propertiesOf<Intent>({
  entryId: 1, at: 1, who: 1, profileId: 1, profileName: 1, environment: 1, operation: 1, effect: 1, createsOrder: 1,
  entryPoint: 1, merchantOrderId: 1, orderId: 1, askedSerialNumber: 1, cardReference: 1, minorAmount: 1, currency: 1,
  enumeratedMinorAmounts: 1, fields: 1, url: 1, login: 1, merchantKey: 1, gatewayAt: 1, signedText: 1, reason: 1,
  reviewed: 1, releasesHold: 1, claims: 1, adoptedFrom: 1, contentRemoved: 1,
})
const outcomeProperties = propertiesOf<OutcomeRecord>({
  entryId: 1, at: 1, kind: 1, fault: 1, httpStatus: 1, status: 1, stage: 1, orderId: 1, serialNumber: 1, errorCode: 1,
  errorText: 1, lastFour: 1, reply: 1, durationMs: 1,
})
const observationProperties = propertiesOf<Observation>({
  entryId: 1, at: 1, status: 1, stage: 1, step: 1, orderId: 1, serialNumber: 1, errorCode: 1, errorText: 1,
  lastFour: 1, reply: 1, resolves: 1,
})

const closingProperties = propertiesOf<Closing>({
  entryId: 1, at: 1, who: 1, reason: 1, closes: 1, errorCode: 1, errorText: 1, reply: 1,
})

function propertiesOf<Value>(names: Record<keyof Value & string, 1>): string[] {
  return Object.keys(names)
}

/** Appends an intent and answers its entry's number: the place in the history. Call inside a transaction. */
export function appendIntent(connection: Connection, intent: Intent): number {
  const fields = intent.fields.map(({ name, value }) => ({ name, value }))
  const { kind, id: entryPointId } = intent.entryPoint
  const entryPoint: EntryPoint = kind === 'endpoint'
    ? { kind, id: entryPointId, currency: intent.entryPoint.currency }
    : { kind, id: entryPointId }
  const reviewed = intent.reviewed === null
    ? null
    : { minorAmount: intent.reviewed.minorAmount, currency: intent.reviewed.currency }
  const id = nextId(connection)
  const content = body({ ...intent, fields, entryPoint, reviewed }, intentProperties)
  return append(connection, id, id, 'intent', intent.at, content)
}

/** Appends how an entry's send ended; a second outcome of one entry is refused by the database. */
export function appendOutcome(connection: Connection, entry: number, outcome: OutcomeRecord): void {
  append(connection, nextId(connection), entry, 'outcome', outcome.at, body(outcome, outcomeProperties))
}

/** Appends what a status query saw. */
export function appendObservation(connection: Connection, entry: number, observation: Observation): void {
  append(connection, nextId(connection), entry, 'observation', observation.at, body(observation, observationProperties))
}

/** Appends that a person closed the entry. */
export function appendClosing(connection: Connection, entry: number, closing: Closing): void {
  append(connection, nextId(connection), entry, 'closing', closing.at, body(closing, closingProperties))
}

/**
 * Appends an event of another journal with its text unchanged and answers its id. `entry` is the number that the entry
 * has here; null for an intent, which begins one.
 */
export function appendCopy(
  connection: Connection, entry: number | null,
  { kind, at, body: content }: { kind: string; at: UtcTime; body: string },
): number {
  const id = nextId(connection)
  return append(connection, id, entry ?? id, kind, at, content)
}

/** Counts one more observation equal to the one of this event. */
export function countRepeat(connection: Connection, event: number, at: UtcTime): void {
  connection.run(
    `INSERT INTO observation_repeat VALUES (?, 1, ?)
      ON CONFLICT DO UPDATE SET repeats = repeats + 1, last_at = excluded.last_at`,
    event, at,
  )
}

/** Appends that the team journal permits an entry to be sent. It is no part of what happened at the gateway. */
export function appendClaim(
  connection: Connection, entry: number, { entryId, at, deskId, round, position: { number, link } }: ClaimRecord,
): void {
  const content = JSON.stringify({ entryId, at, deskId, round, position: { number, link } })
  append(connection, nextId(connection), entry, 'claim', at, content)
}

/** Whether the team journal permitted an entry to be sent. */
export function isClaimed(connection: Connection, entry: number): boolean {
  return connection.first(`SELECT 1 FROM event WHERE entry = ? AND kind = 'claim'`, entry) !== null
}

/** Everything that happened to an entry, read from the events alone; through the event with the id `through`. */
export function historyOf(connection: Connection, entry: number, through = Number.MAX_SAFE_INTEGER): EntryHistory {
  const rows = connection.all(
    `SELECT id, kind, at, body, coalesce(repeats, 0) AS repeats, last_at
      FROM event LEFT JOIN observation_repeat ON observation_repeat.event = event.id
      WHERE entry = ? AND id <= ? AND kind <> 'claim' ORDER BY id`,
    entry, through,
  )
  let intent: Intent | null = null
  const later: EntryHistory['later'][number][] = []
  for (const row of rows) {
    const record: unknown = JSON.parse(text(row, 'body'))
    const kind = text<'intent' | 'outcome' | 'observation' | 'closing'>(row, 'kind')
    if (kind === 'intent') intent = record as Intent
    if (kind === 'outcome') later.push({ kind, record: record as OutcomeRecord })
    if (kind === 'closing') later.push({ kind, record: record as Closing })
    if (kind === 'observation') {
      const lastAt = optionalText<UtcTime>(row, 'last_at') ?? text<UtcTime>(row, 'at')
      const repeats = integer(row, 'repeats')
      later.push({ kind, id: integer(row, 'id'), record: record as Observation, repeats, lastAt })
    }
  }
  if (intent === null) throw new Error(`entry ${entry} has no intent`)
  return { intent, later }
}

/** The numbers of all entries, oldest first. */
export function allEntries(connection: Connection): number[] {
  return connection.all(`SELECT entry FROM event WHERE kind = 'intent' ORDER BY entry`).map((row) => integer(row, 'entry'))
}

/** The id of the newest event, 0 when there is none. */
export function newestEvent(connection: Connection): number {
  return nextId(connection) - 1
}

function nextId(connection: Connection): number {
  // Retention may remove the newest events; their numbers are not used again.
  return 1 + integer(connection.first(
    `SELECT max(
      (SELECT coalesce(max(id), 0) FROM event),
      coalesce((SELECT highest_event FROM checkpoint ORDER BY id DESC LIMIT 1), 0)) AS highest`,
  ) ?? {}, 'highest')
}

function append(
  connection: Connection, id: number, entry: number, kind: string, at: UtcTime, content: string,
): number {
  connection.run('INSERT INTO event (id, entry, kind, at, body) VALUES (?, ?, ?, ?, ?)', id, entry, kind, at, content)
  appendLink(connection, 'event', id)
  return id
}

function body(record: object, properties: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(properties.map((name) => [name, Reflect.get(record, name)])))
}
