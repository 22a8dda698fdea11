/**
 * The events by which an administrator's desk proposes to remove content for all desks: the listed events, their age,
 * the person and the reason.
 */
import type { DeskId, UtcTime } from '#shared/brands.ts'
import { deskIdSchema, utcTimeSchema } from '#shared/model/values/branded.ts'
import { z } from '#shared/model/values/zod.ts'
import { recordIn } from '../../common/signatures/team-head.ts'
import type { TeamEvent } from '../port.ts'

/** The minimum age of removed content. The audit trail is never removed. */
export const shortestRetentionMs = 365 * 86_400_000

export const removalRecordSchema = z.object({
  /** Every removed event is older, by the clocks of its desk and of the server. */
  before: utcTimeSchema,
  who: z.string().max(200),
  reason: z.string().max(500),
  removed: z.array(z.object({
    deskId: deskIdSchema, numbers: z.array(z.int().positive()).min(1).readonly(),
  })).readonly(),
})

/** A removal for all desks, in the chain of the desk that proposed it. */
export interface NamedRemoval extends z.infer<typeof removalRecordSchema> {
  readonly deskId: DeskId
  readonly number: number
  /** By the desk's clock. */
  readonly at: UtcTime
}

/**
 * The removal in an event; null without one, or if it may list events younger than a year when it was proposed.
 */
export function removalIn({ deskId, number, at, receivedAt, kind, facts }: TeamEvent): NamedRemoval | null {
  if (kind !== 'content-removal') return null
  const read = removalRecordSchema.safeParse(recordIn(facts)).data
  if (read === undefined) return null
  // SECURITY: the age must be sufficient by the desk's clock and by the server's.
  const newest = Math.min(Date.parse(at), Date.parse(receivedAt)) - shortestRetentionMs
  return Date.parse(read.before) > newest ? null : { ...read, deskId, number, at }
}

/** Whether an event is older by both clocks. SECURITY: otherwise a wrong clock could make new events appear old. */
export function isOlder({ at, receivedAt }: Pick<TeamEvent, 'at' | 'receivedAt'>, before: UtcTime): boolean {
  return Math.max(Date.parse(at), Date.parse(receivedAt)) < Date.parse(before)
}
