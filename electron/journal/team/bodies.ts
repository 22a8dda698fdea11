/** Events of this journal as the team journal takes them: derived from what stands here, masked as it stands here. */
import { createHash } from 'node:crypto'
import type { TeamEventId } from '#shared/brands.ts'
import { isOpen } from '#shared/model/history.ts'
import { longestTeamBody, type TeamBody, type TeamClaim } from '#shared/model/team.ts'
import { claimOf, isOfATeam, slotOf } from '#shared/team/claim-of.ts'
import { endsClaim } from '#shared/team/claim-rules.ts'
import type { Connection } from '../connection.ts'
import type { Intent } from '../records.ts'
import { text, type Row } from '../row.ts'
import { viewOf, type EntryView } from '../write/entry-view.ts'
import { eventRows, historyOf, recordIn } from '../write/events.ts'

/** Most characters of a record in an event, well below what the team journal takes. */
const mostOfARecord = Math.floor(longestTeamBody / 2)

/** Whether the team, a rehearsal or not, records this entry. */
export function isTeamEntry(intent: Intent, rehearsal: boolean): boolean {
  return isOfATeam(intent, rehearsal)
}

/**
 * The body of an event of an entry as it stood right after the event with this id. `claim` is what its intent claims
 * with it, null for none.
 */
export function entryBody(connection: Connection, entry: number, event: Row, claim: TeamClaim | null): TeamBody {
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

/**
 * The body that tells once more how an entry stands: its claim could not be ended when that was told before. It carries
 * the newest event, as the claim of another desk ends with the gateway's answer alone.
 */
export function stateBody(connection: Connection, entry: number): TeamBody {
  const { row: { state }, intent } = viewOf(historyOf(connection, entry))
  const slot = slotOf(intent)
  const newest = connection.first(
    `${eventRows} WHERE entry = ? AND kind NOT IN ('claim', 'removal') ORDER BY id DESC LIMIT 1`, entry,
  )
  return {
    state,
    ...(slot !== null && endsClaim(slot.kind, state) && { closes: state }),
    ...(newest !== null && { record: recordOf(newest) }),
  }
}

/**
 * What an intent claims when it is delivered afterwards: the merchant order id of whatever was sent, and an order while
 * its refund, void or capture is an open outcome. What was not sent claims nothing.
 */
export function claimAfterwards(connection: Connection, entry: number): TeamClaim | null {
  const { row: { state }, intent } = viewOf(historyOf(connection, entry))
  const claim = state === 'not-sent' ? null : claimOf(intent)
  if (claim === null) return null
  return claim.slot.kind === 'create' || isOpen(state) ? claim : null
}

/** The id of an event in the team journal: the same however often it is derived. */
export function eventIdOf(deskId: string, link: Uint8Array): TeamEventId {
  return createHash('sha256').update(deskId).update(link).digest('hex').slice(0, 32) as TeamEventId
}

function teamEntryOf({ intent, row }: EntryView): NonNullable<TeamBody['entry']> {
  const { operation, merchantOrderId, orderId, minorAmount, currency, lastFour } = row
  return {
    merchantKey: intent.merchantKey, operation, who: row.who.slice(0, 200), merchantOrderId, orderId,
    minorAmount: minorAmount ?? row.reviewed?.minorAmount ?? null,
    currency: (currency ?? row.reviewed?.currency ?? null)?.slice(0, 16) ?? null, lastFour: lastFour?.slice(-4) ?? null,
  }
}

function idsOf({ identifiers, references }: EntryView): string[] {
  const ids = [...identifiers.map(({ value }) => value as string), ...references]
  return [...new Set(ids)].filter((id) => id.length > 0 && id.length <= 256).slice(0, 64)
}

/** The event's own record, without the reply where that would not fit. */
function recordOf(event: Row): object {
  const record = { kind: text(event, 'kind'), ...recordIn(event) as object }
  return JSON.stringify(record).length <= mostOfARecord ? record : { ...record, reply: null }
}
