/** Derives the events for the team from the chain, by position, so that none can be missed. */
import type { EntryId, TeamEventId, UtcTime } from '#shared/brands.ts'
import type { TeamDraft, TeamFacts } from '#shared/model/team/team.ts'
import { claimOf, isRecordedByTeam } from '#shared/team/claim-of.ts'
import type { Connection } from '../connection.ts'
import { seqOrNull } from '../read/find.ts'
import { bytes, integer, optionalText, text, type Row } from '../row.ts'
import { viewOf } from '../write/entry-view.ts'
import { historyOf, isClaimed } from '../write/events.ts'
import { claimAfterwards, entryFacts, eventIdOf, noteFacts, stateFacts } from './facts.ts'
import { deliveryOf, nextNumber, rowOfTeam, type Delivery, type TeamRow } from './membership.ts'

/** An event of this desk's chain in the team journal. */
export interface OutboxEvent extends TeamDraft {
  readonly number: number
  /** A claim without a permission in this journal. It must be claimed again, not just delivered. */
  readonly isUnanswered: boolean
}

/**
 * Derives events from the chain after the last derived position, at most `limit` positions: first those since the desk
 * joined, then (with `past`) those before. Returns whether more remain. Stops before an intent that waits for its
 * claim, because only `prepareClaim` appends that event.
 */
export function derive(
  connection: Connection, { limit, past: alsoPast }: { limit: number; past: boolean },
): { readonly more: boolean } {
  return connection.transaction(() => {
    const team = rowOfTeam(connection)
    if (team === null) return { more: false }
    const live = walk(connection, team, { from: team.live, to: Number.MAX_SAFE_INTEGER, limit, isHistory: false })
    // Not written if unchanged: a write costs a flush of the disk, at every contact and before every claim.
    if (live.reached !== team.live) connection.run('UPDATE team SET live = ?', live.reached)
    if (live.stopped || live.read > 0) return { more: live.read === limit && !live.stopped }
    if (!alsoPast) return { more: false }
    const past = walk(connection, team, { from: team.history, to: team.joinedAfter, limit, isHistory: true })
    const reached = past.read < limit ? team.joinedAfter : past.reached
    if (reached !== team.history) connection.run('UPDATE team SET history = ?', reached)
    return { more: past.read === limit }
  })
}

interface Stretch {
  readonly from: number
  readonly to: number
  readonly limit: number
  readonly isHistory: boolean
}

function walk(
  connection: Connection, team: TeamRow, { from, to, limit, isHistory }: Stretch,
): { readonly reached: number; readonly read: number; readonly stopped: boolean } {
  const links = connection.all(
    'SELECT position, kind, ref, link FROM chain WHERE position > ? AND position <= ? ORDER BY position LIMIT ?',
    from, to, limit,
  )
  let reached = from
  for (const link of links) {
    if (!deriveEvent(connection, team, link, isHistory)) return { reached, read: links.length, stopped: true }
    reached = integer(link, 'position')
  }
  return { reached, read: links.length, stopped: false }
}

/** Appends the event of a link of the chain, if the team receives it. False if its claim must come first. */
function deriveEvent(connection: Connection, team: TeamRow, link: Row, isHistory: boolean): boolean {
  const position = integer(link, 'position')
  if (connection.first('SELECT 1 FROM team_event WHERE position = ?', position) !== null) return true
  const eventId = eventIdOf(team.deskId, bytes(link, 'link'))
  const kind = text(link, 'kind')
  if (kind === 'audit' && !isHistory) {
    const line = connection.first('SELECT * FROM audit WHERE id = ?', integer(link, 'ref'))
    if (line !== null) {
      const at = text(line, 'at')
      append(connection, { eventId, position, event: null, entryId: null, kind: 'audit', at, facts: { record: { ...line } } })
    }
  }
  if (kind !== 'event') return true
  const event = connection.first('SELECT * FROM event WHERE id = ?', integer(link, 'ref'))
  if (event === null || text(event, 'kind') === 'claim') return true
  const entry = integer(event, 'entry')
  const history = historyOf(connection, entry)
  if (!isRecordedByTeam(history.intent, team.rehearsal)) return true
  // The sending desk reports its own request. This desk reports only its later findings and removals.
  const isFinding = ['observation', 'closing', 'removal'].includes(text(event, 'kind'))
  if (history.intent.adoptedFrom !== undefined && !isFinding) return true
  const isIntent = text(event, 'kind') === 'intent'
  const { claims, entryId } = history.intent
  const { state } = viewOf(history).row
  if (isIntent && claims === 'before' && state === 'sending' && !isClaimed(connection, entry)) return false
  // An intent without `claims` was composed while this desk was joining, and was sent without a claim.
  const claim = isIntent && (isHistory || claims !== 'before') ? claimAfterwards(connection, entry) : null
  append(connection, {
    eventId, position, event: integer(event, 'id'), entryId, kind: text(event, 'kind'), at: text(event, 'at'),
    facts: text(event, 'kind') === 'note' ? noteFacts(event) : entryFacts(connection, entry, event, claim),
  })
  return true
}

/**
 * Appends an entry's claim at the end of the desk's chain, or replaces its facts while it is not delivered. Everything
 * before it must be delivered. Returns the state of the delivery, with the event; null if the entry needs no claim.
 */
export function prepareClaim(
  connection: Connection, { entryId, seen }: { entryId: EntryId; seen: readonly { key: string; seen: number }[] },
): { readonly delivery: Delivery; readonly event: OutboxEvent } | null {
  return connection.transaction(() => {
    const [team, delivery] = [rowOfTeam(connection), deliveryOf(connection)]
    const event = intentEvent(connection, entryId)
    if (team === null || delivery === null || event === null) return null
    const entry = integer(event, 'entry')
    const { intent } = historyOf(connection, entry)
    const claim = claimOf(intent, new Map(seen.map((one) => [one.key, one.seen])))
    if (claim === null) return null
    const facts = entryFacts(connection, entry, event, claim)
    const eventId = eventIdOf(team.deskId, bytes(event, 'link'))
    const existing = connection.first('SELECT number FROM team_event WHERE event_id = ?', eventId)
    if (existing === null) {
      const [position, at] = [integer(event, 'position'), text(event, 'at')]
      append(connection, { eventId, position, event: integer(event, 'id'), entryId, kind: 'claim', at, facts })
    } else {
      connection.run(
        `UPDATE team_event SET kind = 'claim', facts = ? WHERE event_id = ? AND number > ?`,
        JSON.stringify(facts), eventId, team.delivered,
      )
    }
    const prepared = first(connection, eventId)
    return prepared === null ? null : { delivery, event: prepared }
  })
}

/** Removes the claim from an event that the team journal refused: then it is delivered as an intent without a claim. */
export function withdrawClaim(connection: Connection, { entryId }: { entryId: EntryId }): void {
  connection.transaction(() => {
    const team = rowOfTeam(connection)
    const event = intentEvent(connection, entryId)
    if (team === null || event === null) return
    connection.run(
      `UPDATE team_event SET kind = 'intent', facts = ? WHERE position = ? AND kind = 'claim' AND number > ?`,
      JSON.stringify(entryFacts(connection, integer(event, 'entry'), event, null)), integer(event, 'position'),
      team.delivered,
    )
  })
}

/**
 * Appends the current state of an entry whose claim could not be ended earlier. The event has the newest record,
 * because only a reply of the gateway ends a claim of another desk.
 */
export function reportAgain(
  connection: Connection, { entryId, eventId, at }: { entryId: EntryId; eventId: TeamEventId; at: UtcTime },
): void {
  connection.transaction(() => {
    const intent = intentEvent(connection, entryId)
    if (intent === null) return
    const entry = integer(intent, 'entry')
    const newest = connection.first(
      `SELECT * FROM event WHERE entry = ? AND kind NOT IN ('claim', 'note', 'removal') ORDER BY id DESC LIMIT 1`, entry,
    ) ?? intent
    append(connection, {
      eventId, position: null, event: integer(newest, 'id'), entryId, kind: 'state', at,
      facts: stateFacts(connection, entry, newest),
    })
  })
}

/** Appends an event that is not in this journal's chain, such as a head. */
export function appendOwn(connection: Connection, event: Omit<OutboxEvent, 'number' | 'isUnanswered' | 'content'>): void {
  connection.transaction(() => { append(connection, { ...event, position: null, event: null }) })
}

/** The state of the delivery, and its pending events, in order; null without a team. */
export function waiting(
  connection: Connection, { limit }: { limit: number },
): { readonly delivery: Delivery; readonly events: readonly OutboxEvent[] } | null {
  const delivery = deliveryOf(connection)
  if (delivery === null) return null
  const rows = connection.all(
    `${outboxRows} WHERE number > ? ORDER BY number LIMIT ?`, delivery.position.number, limit,
  )
  return { delivery, events: rows.map((row) => outboxEvent(connection, row)) }
}

function append(
  connection: Connection,
  { eventId, position, event, entryId, kind, at, facts }: {
    eventId: TeamEventId; position: number | null; event: number | null; entryId: EntryId | null; kind: string
    at: string; facts: TeamFacts
  },
): void {
  // An event whose content is already removed names no content: before its removal is delivered, it would count as
  // missing.
  connection.run(
    `INSERT INTO team_event (number, event_id, position, event, entry_id, kind, at, facts)
      VALUES (?, ?, ?, (SELECT event FROM content WHERE event = ?), ?, ?, ?, ?) ON CONFLICT (event_id) DO NOTHING`,
    nextNumber(connection), eventId, position, event, entryId, kind, at, JSON.stringify(facts),
  )
}

function intentEvent(connection: Connection, entryId: EntryId): Row | null {
  return connection.first(
    `SELECT event.*, chain.position, chain.link FROM entry
      JOIN event ON event.entry = entry.seq AND event.kind = 'intent'
      JOIN chain ON chain.kind = 'event' AND chain.ref = event.id WHERE entry.entry_id = ?`,
    entryId,
  )
}

function first(connection: Connection, eventId: TeamEventId): OutboxEvent | null {
  const row = connection.first(`${outboxRows} WHERE event_id = ?`, eventId)
  return row === null ? null : outboxEvent(connection, row)
}

/** Events of the outbox, each with the content of the event that it reports, if that still exists. */
const outboxRows = `SELECT team_event.*, content_digest, salt, body FROM team_event
  LEFT JOIN event ON event.id = team_event.event LEFT JOIN content ON content.event = team_event.event`

function outboxEvent(connection: Connection, row: Row): OutboxEvent {
  const entryId = optionalText<EntryId>(row, 'entry_id')
  const seq = entryId === null ? null : seqOrNull(connection, entryId)
  const kind = text(row, 'kind')
  return {
    number: integer(row, 'number'), eventId: text(row, 'event_id'), entryId, kind,
    isUnanswered: kind === 'claim' && seq !== null && !isClaimed(connection, seq), at: text(row, 'at'),
    facts: JSON.parse(text(row, 'facts')) as TeamFacts, content: contentIn(row),
  }
}

function contentIn(row: Row): OutboxEvent['content'] {
  if (row.content_digest == null) return null
  const body = optionalText(row, 'body')
  return {
    digest: hexIn(row, 'content_digest'), text: body === null ? null : { salt: hexIn(row, 'salt'), body },
  }
}

const hexIn = (row: Row, column: string): string => Buffer.from(bytes(row, column)).toString('hex')
