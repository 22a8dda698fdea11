/** Proposing what retention removes: nothing is named that was not proven in the same walk, content by content. */
import type { DeskId, EntryId, TeamEventId } from '#shared/brands.ts'
import { randomBytes } from 'node:crypto'
import { failed, success, type Result } from '#shared/result.ts'
import { teamFailure, type TeamFailure } from '../failure.ts'
import type { KnownDesk, ProposedRemoval, RemovalRequest, TeamDraft, TeamEvent } from '../port.ts'
import { count, text } from '../rows.ts'
import type { Session } from '../session.ts'
import { isOfLongStanding } from '../verify/trust.ts'
import { proveTeam, type Proof } from '../verify/verify.ts'
import { checkpointSchema, digestOfTombstones, isOlder, shortestRetentionMs } from './checkpoints.ts'
import { tombstoneBody, tombstoneStart } from './tombstone.ts'

const mostEntries = 10_000
/** So much is removed in one transaction, while claims wait; their numbers fit well into one event. */
const eventsOfACheckpoint = 5_000

/**
 * The checkpoints that name what is older than `before` and may go, to be published by this desk. Fails with
 * `not-proven` where a verification finds anything, with `desk-too-new` where the others would not believe this desk,
 * and with `refused-by-rules` for a time less than a year ago by either clock.
 */
export async function proposeRemoval(
  session: Session, deskId: DeskId, known: readonly KnownDesk[], request: RemovalRequest,
): Promise<Result<ProposedRemoval, TeamFailure>> {
  if (Date.parse(request.before) > Date.parse(request.at) - shortestRetentionMs) return failed(teamFailure('refused-by-rules'))
  const old = await session.query(`SELECT $1::timestamptz <= now() - interval '365 days' AS enough`, [request.before])
  if (!old.ok) return old
  if (old.value[0]?.enough !== 't') return failed(teamFailure('refused-by-rules'))
  const wanted = await readRemovable(session, request)
  if (!wanted.ok) return wanted
  const entries = wanted.value.entries
  const proven = new Map<EntryId, TeamEvent[]>()
  const proof = await proveTeam(session, known, {
    onProven(event) {
      if (event.entryId === null || !entries.has(event.entryId)) return
      // Only what is left is kept in memory. One that cannot be read is missing, so that its entry stays.
      const body = tombstoneBody(event.body)
      if (body !== null) proven.set(event.entryId, [...proven.get(event.entryId) ?? [], { ...event, body }])
    },
  })
  if (!proof.ok) return proof
  if (proof.value.breaks.length > 0) return failed(teamFailure('not-proven'))
  if (!canPropose(proof.value, deskId, request)) return failed(teamFailure('desk-too-new'))
  const mayGo = (event: TeamEvent) => isSigned(event, proof.value) && isOlder(event, request.before)
  const going = [...entries].map(([entryId, events]) => ({ events, whole: proven.get(entryId) ?? [] }))
    .filter(({ events, whole }) => whole.length === events && events <= eventsOfACheckpoint && whole.every(mayGo))
    .map(({ whole }) => whole)
  const drafts = stretchesOf(going).map((events) => checkpointOf(events, request))
  return success({ drafts, entries: going.length, events: going.flat().length, more: wanted.value.more })
}

/** The oldest entries that may go, with the number of their events that are whole. */
async function readRemovable(
  session: Session, { before }: RemovalRequest,
): Promise<Result<{ readonly entries: ReadonlyMap<EntryId, number>; readonly more: boolean }, TeamFailure>> {
  const found = await session.query(
    `SELECT r.entry_id, (SELECT count(*) FROM team_journal.event e
        WHERE e.entry_id = r.entry_id AND NOT starts_with(e.body, $2)) AS events
      FROM team_journal.removable_entries($1::timestamptz) r LIMIT ${mostEntries + 1}`,
    [before, tombstoneStart],
  )
  if (!found.ok) return found
  const entries = new Map(found.value.slice(0, mostEntries)
    .map((row) => [text<EntryId>(row, 'entry_id'), count(row, 'events')]))
  return success({ entries, more: found.value.length > mostEntries })
}

function canPropose({ testimonies }: Proof, deskId: DeskId, { at }: RemovalRequest): boolean {
  const own = testimonies.find((one) => one.deskId === deskId)
  return own?.isKnown === true && isOfLongStanding(deskId, at, testimonies)
}

/** SECURITY: only a signature proves when an event was received. */
function isSigned({ deskId, number }: TeamEvent, { testimonies }: Proof): boolean {
  return testimonies.some((one) => one.deskId === deskId && number <= one.provenThrough)
}

/** Whole entries, as many together as one checkpoint takes. */
function stretchesOf(entries: readonly (readonly TeamEvent[])[]): readonly (readonly TeamEvent[])[] {
  const stretches: TeamEvent[][] = []
  for (const events of entries) {
    const open = stretches.at(-1)
    if (open === undefined || open.length + events.length > eventsOfACheckpoint) stretches.push([...events])
    else open.push(...events)
  }
  return stretches
}

function checkpointOf(events: readonly TeamEvent[], { before, at, who, reason }: RemovalRequest): TeamDraft {
  const byDesk = new Map<DeskId, TeamEvent[]>()
  for (const event of events) byDesk.set(event.deskId, [...byDesk.get(event.deskId) ?? [], event])
  const removed = [...byDesk].map(([deskId, own]) => {
    const inOrder = own.sort((one, other) => one.number - other.number)
    return { deskId, numbers: inOrder.map(({ number }) => number), digest: digestOfTombstones(inOrder) }
  })
  return {
    eventId: randomBytes(16).toString('hex') as TeamEventId, entryId: null, kind: 'checkpoint', at,
    body: { record: checkpointSchema.parse({ before, who, reason, removed }) },
  }
}
