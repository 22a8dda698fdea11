/** Derives the facts of the team journal's events from this journal. */
import { createHash } from 'node:crypto'
import type { TeamEventId } from '#shared/brands.ts'
import { isOpen } from '#shared/model/history/history.ts'
import type { TeamClaim, TeamFacts } from '#shared/model/team/team.ts'
import { claimOf, slotOf } from '#shared/team/claim-of.ts'
import { endsClaim } from '#shared/team/claim-rules.ts'
import type { Connection } from '../connection.ts'
import { text, type Row } from '../row.ts'
import { viewOf, type EntryView } from '../write/entry-view.ts'
import { historyOf } from '../write/events.ts'

/**
 * The facts of an event of an entry, with the entry's state right after it. `claim` is the claim of an intent; null
 * without one.
 */
export function entryFacts(connection: Connection, entry: number, event: Row, claim: TeamClaim | null): TeamFacts {
  const view = viewOf(historyOf(connection, entry, Number(event.id)))
  const { state } = view.row
  const slot = slotOf(view.intent)
  return {
    ...(claim !== null && { claim }),
    entry: teamEntryOf(view),
    ids: idsOf(view),
    state,
    ...(slot !== null && endsClaim(slot.kind, state) && { closes: state }),
    record: recordOf(event),
  }
}

/** The facts of an event of a note. They have no state, so that they end no claim. */
export function noteFacts(event: Row): TeamFacts {
  return { record: recordOf(event) }
}

/** Facts that report an entry's state again, if its claim could not be ended before. `newest` is its newest event. */
export function stateFacts(connection: Connection, entry: number, newest: Row): TeamFacts {
  const { row: { state }, intent } = viewOf(historyOf(connection, entry))
  const slot = slotOf(intent)
  return {
    state,
    ...(slot !== null && endsClaim(slot.kind, state) && { closes: state }),
    record: recordOf(newest),
  }
}

/**
 * The claim of an intent that is delivered after it was sent: of its merchant order id, or of its order while the
 * refund, void or capture is an open outcome. A request that was not sent claims nothing.
 */
export function claimAfterwards(connection: Connection, entry: number): TeamClaim | null {
  const { row: { state }, intent } = viewOf(historyOf(connection, entry))
  const claim = state === 'not-sent' ? null : claimOf(intent)
  if (claim === null) return null
  return claim.slot.kind === 'create' || isOpen(state) ? claim : null
}

/** The id of an event in the team journal. Deriving the event again gives the same id. */
export function eventIdOf(deskId: string, link: Uint8Array): TeamEventId {
  return createHash('sha256').update(deskId).update(link).digest('hex').slice(0, 32) as TeamEventId
}

function teamEntryOf({ intent, row }: EntryView): NonNullable<TeamFacts['entry']> {
  const { operation, merchantOrderId, orderId, minorAmount, currency } = row
  return {
    merchantKey: intent.merchantKey, operation, who: row.who.slice(0, 200), merchantOrderId, orderId,
    minorAmount: minorAmount ?? row.reviewed?.minorAmount ?? null,
    currency: (currency ?? row.reviewed?.currency ?? null)?.slice(0, 16) ?? null,
  }
}

function idsOf({ identifiers }: EntryView): string[] {
  const ids = identifiers.filter(({ kind }) => kind !== 'serial').map(({ value }) => value as string)
  return [...new Set(ids)].filter((id) => id.length > 0 && id.length <= 256).slice(0, 64)
}

/**
 * The permanent part of the event's record. SECURITY: of a destination it has only the keyed digest; without the key,
 * nobody can find the destination by trying.
 */
function recordOf(event: Row): object {
  return { kind: text(event, 'kind'), ...JSON.parse(text(event, 'facts')) as object }
}
