/** Proposes content to remove for all desks. Lists only content that the same verification has proven. */
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
/** The most events in one removal. One transaction executes it while claims wait; their numbers fit into one event. */
const eventsOfARemoval = 5_000

/** The facts that are needed of an event with content. */
type Named = Pick<TeamEvent, 'deskId' | 'number' | 'at' | 'receivedAt'>

/**
 * The events that list removable content older than `before`, for this desk to publish. Fails with `not-proven` if a
 * verification finds anything, and with `refused-by-rules` for a time less than a year ago by either clock.
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
  const isRemovable = (event: Named) => isSigned(event, proof.value) && isOlder(event, request.before)
  const removable = [...entries].map(([entryId, events]) => ({ events, whole: proven.get(entryId) ?? [] }))
    .filter(({ events, whole }) => whole.length === events && events <= eventsOfARemoval && whole.every(isRemovable))
    .map(({ whole }) => whole)
  const drafts = stretchesOf(removable).map((events) => removalOf(events, request))
  return success({ drafts, entries: removable.length, events: removable.flat().length, more })
}

/** The oldest entries whose content can be removed, each with the number of its events that have content. */
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

/** Whether a valid head covers an event. SECURITY: only a signature proves when an event was received. */
function isSigned({ deskId, number }: Named, { desks }: Proof): boolean {
  return desks.some((one) => one.deskId === deskId && number <= one.provenThrough)
}

/** Groups the events of whole entries into removals. */
function stretchesOf(entries: readonly (readonly Named[])[]): readonly (readonly Named[])[] {
  const stretches: Named[][] = []
  for (const events of entries) {
    const last = stretches.at(-1)
    if (last === undefined || last.length + events.length > eventsOfARemoval) stretches.push([...events])
    else last.push(...events)
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
