/** Proposes which content is removed for all desks: only content proven in the same verification is listed. */
import type { DeskId, EntryId, TeamEventId } from '#shared/brands.ts'
import { randomBytes } from 'node:crypto'
import { failed, success, type Result } from '#shared/result.ts'
import type { TeamDraft } from '#shared/model/team/team.ts'
import { teamFailure, type TeamFailure } from '../failure.ts'
import type { Knowledge, ProposedRemoval, RemovalRequest, TeamEvent } from '../port.ts'
import { count, text } from '../rows.ts'
import type { Session } from '../session.ts'
import { proveTeam, type Proof } from '../verify/verify.ts'
import { isOlder, removalRecordSchema, shortestRetentionMs } from './named.ts'

const mostEntries = 10_000
/** The most that is removed in one transaction, while claims wait; their numbers fit well into one event. */
const eventsOfARemoval = 5_000

/** The kept facts of an event with content. */
type Named = Pick<TeamEvent, 'deskId' | 'number' | 'at' | 'receivedAt'>

/**
 * The events that list removable content older than `before`, for this desk to publish. Fails with `not-proven` where
 * a verification finds anything, and with `refused-by-rules` for a time less than a year ago by either clock.
 */
export async function proposeRemoval(
  session: Session, known: Knowledge, request: RemovalRequest,
): Promise<Result<ProposedRemoval, TeamFailure>> {
  if (Date.parse(request.before) > Date.parse(request.at) - shortestRetentionMs) return failed(teamFailure('refused-by-rules'))
  const old = await session.query(`SELECT $1::timestamptz <= now() - interval '365 days' AS enough`, [request.before])
  if (!old.ok) return old
  if (old.value[0]?.enough !== 't') return failed(teamFailure('refused-by-rules'))
  const wanted = await readRemovable(session, request)
  if (!wanted.ok) return wanted
  const { entries, more } = wanted.value
  const proven = new Map<EntryId, Named[]>()
  const proof = await proveTeam(session, known, {
    onProven({ deskId, number, at, receivedAt, entryId, content }) {
      if (content === null || entryId === null || !entries.has(entryId)) return
      proven.set(entryId, [...proven.get(entryId) ?? [], { deskId, number, at, receivedAt }])
    },
  })
  if (!proof.ok) return proof
  if (proof.value.breaks.length > 0) return failed(teamFailure('not-proven'))
  const mayGo = (event: Named) => isSigned(event, proof.value) && isOlder(event, request.before)
  const going = [...entries].map(([entryId, events]) => ({ events, whole: proven.get(entryId) ?? [] }))
    .filter(({ events, whole }) => whole.length === events && events <= eventsOfARemoval && whole.every(mayGo))
    .map(({ whole }) => whole)
  const drafts = stretchesOf(going).map((events) => removalOf(events, request))
  return success({ drafts, entries: going.length, events: going.flat().length, more })
}

/** The oldest entries whose content may go, with the number of their events that have some. */
async function readRemovable(
  session: Session, { before }: RemovalRequest,
): Promise<Result<{ readonly entries: ReadonlyMap<EntryId, number>; readonly more: boolean }, TeamFailure>> {
  const found = await session.query(
    `SELECT r.entry_id, r.events FROM team_journal.removable_entries($1::timestamptz) r LIMIT ${mostEntries + 1}`, [before],
  )
  if (!found.ok) return found
  const entries = new Map(found.value.slice(0, mostEntries)
    .map((row) => [text<EntryId>(row, 'entry_id'), count(row, 'events')]))
  return success({ entries, more: found.value.length > mostEntries })
}

/** SECURITY: only a signature proves when an event was received. */
function isSigned({ deskId, number }: Named, { desks }: Proof): boolean {
  return desks.some((one) => one.deskId === deskId && number <= one.provenThrough)
}

/** Whole entries, as many together as one removal takes. */
function stretchesOf(entries: readonly (readonly Named[])[]): readonly (readonly Named[])[] {
  const stretches: Named[][] = []
  for (const events of entries) {
    const open = stretches.at(-1)
    if (open === undefined || open.length + events.length > eventsOfARemoval) stretches.push([...events])
    else open.push(...events)
  }
  return stretches
}

function removalOf(events: readonly Named[], { before, at, who, reason }: RemovalRequest): TeamDraft {
  const byDesk = new Map<DeskId, number[]>()
  for (const { deskId, number } of events) byDesk.set(deskId, [...byDesk.get(deskId) ?? [], number])
  const removed = [...byDesk]
    .map(([deskId, numbers]) => ({ deskId, numbers: numbers.sort((one, other) => one - other) }))
  return {
    eventId: randomBytes(16).toString('hex') as TeamEventId, entryId: null, kind: 'content-removal', at,
    facts: { record: removalRecordSchema.parse({ before, who, reason, removed }) }, content: null,
  }
}
