/** Checkpoints: events with which a desk names what retention may remove, and what is left of it. */
import type { DeskId, UtcTime } from '#shared/brands.ts'
import { deskIdSchema, utcTimeSchema } from '#shared/model/branded.ts'
import { z } from '#shared/model/zod.ts'
import { success, type Result } from '#shared/result.ts'
import { tombstoneText } from '#shared/team/chain-text.ts'
import { digestOf } from '../drafts.ts'
import type { TeamFailure } from '../failure.ts'
import { recordIn } from '../heads.ts'
import type { TeamEvent } from '../port.ts'
import { eventColumns, eventIn } from '../reading.ts'
import type { Session } from '../session.ts'
import { tombstoneBody } from './tombstone.ts'

/** Nothing younger is removed, the audit trail not at all. */
export const shortestRetentionMs = 365 * 86_400_000

const namedSchema = z.object({
  deskId: deskIdSchema,
  /** In ascending order. */
  numbers: z.array(z.int().positive()).min(1).readonly()
    .refine((numbers) => numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))),
  /** SHA-256 over the texts of their tombstones, in this order. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
})

export const checkpointSchema = z.object({
  /** Every event of what is removed is older by the clocks of its desk and of the server. */
  before: utcTimeSchema,
  who: z.string().max(200),
  reason: z.string().max(500),
  removed: z.array(namedSchema).readonly(),
})

/** Events of one desk that a checkpoint names. */
export type NamedEvents = z.infer<typeof namedSchema>

/** A checkpoint in its desk's chain. */
export interface Checkpoint extends z.infer<typeof checkpointSchema> {
  readonly deskId: DeskId
  readonly number: number
  /** By the desk's clock. */
  readonly at: UtcTime
}

const readAtOnce = 500

/**
 * The checkpoints that fit what is there: each event that one names stands as it says, whole or as its tombstone, and
 * is old enough. Whether they count is decided by who signed them.
 */
export async function readCheckpoints(session: Session): Promise<Result<readonly Checkpoint[], TeamFailure>> {
  const found = await session.query(
    `SELECT ${eventColumns} FROM team_journal.event e WHERE e.kind = 'checkpoint' ORDER BY e.received_at, e.desk_id, e.number`,
  )
  if (!found.ok) return found
  const fitting: Checkpoint[] = []
  for (const event of found.value.map(eventIn)) {
    const checkpoint = checkpointIn(event)
    if (checkpoint === null) continue
    const fits = await isFitting(session, checkpoint)
    if (!fits.ok) return fits
    if (fits.value) fitting.push(checkpoint)
  }
  return success(fitting)
}

/** The events that a checkpoint names, as they are there now; those that are not there are left out. */
export async function readNamed(
  session: Session, { deskId, numbers }: NamedEvents,
): Promise<Result<readonly TeamEvent[], TeamFailure>> {
  const events: TeamEvent[] = []
  for (let at = 0; at < numbers.length; at += readAtOnce) {
    const found = await session.query(
      `SELECT ${eventColumns} FROM team_journal.event e WHERE e.desk_id = $1 AND e.number = ANY($2::bigint[]) ORDER BY e.number`,
      [deskId, numbers.slice(at, at + readAtOnce)],
    )
    if (!found.ok) return found
    events.push(...found.value.map(eventIn))
  }
  return success(events)
}

function checkpointIn(event: TeamEvent): Checkpoint | null {
  const { deskId, number, at, receivedAt } = event
  const read = checkpointSchema.safeParse(recordIn(event)).data
  if (read === undefined) return null
  // SECURITY: neither a desk's clock nor the server's alone makes anything old.
  const newest = Math.min(Date.parse(at), Date.parse(receivedAt)) - shortestRetentionMs
  return Date.parse(read.before) > newest ? null : { ...read, deskId, number, at }
}

async function isFitting(session: Session, { before, removed }: Checkpoint): Promise<Result<boolean, TeamFailure>> {
  for (const named of removed) {
    const events = await readNamed(session, named)
    if (!events.ok) return events
    if (events.value.length !== named.numbers.length) return success(false)
    if (!events.value.every((event) => isOlder(event, before))) return success(false)
    if (digestOfTombstones(events.value) !== named.digest) return success(false)
  }
  return success(true)
}

/** SECURITY: older by both clocks. A server's clock that was put back would make what is noted meanwhile old. */
export function isOlder({ at, receivedAt }: TeamEvent, before: UtcTime): boolean {
  return Math.max(Date.parse(at), Date.parse(receivedAt)) < Date.parse(before)
}

/** The digest over the tombstones of events of one desk, in order; null where one of them cannot be read. */
export function digestOfTombstones(events: readonly TeamEvent[]): string | null {
  const texts: string[] = []
  for (const event of events) {
    const body = tombstoneBody(event.body)
    if (body === null) return null
    texts.push(tombstoneText({ ...event, body }))
  }
  return digestOf(texts.join(''))
}
