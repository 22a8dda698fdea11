/**
 * Records that the database went back in time, and that people continued from there. Both are events of this desk's
 * chain, so neither a lost connection nor a restart loses them, and every desk can read who noticed and who continued.
 */
import type { DeskId, TeamEventId } from '#shared/brands.ts'
import { deskIdSchema } from '#shared/model/values/branded.ts'
import { z } from '#shared/model/values/zod.ts'
import { success, type Result } from '#shared/result.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Delivery } from '../../../journal/port.ts'
import type { Services } from '../../services.ts'
import { utcTime } from '../../../common/processes/time.ts'

const noticeSchema = z.discriminatedUnion('kind', [
  /** `from`: if the database lacked some of this desk's events, the number of the last one that it still had. */
  z.object({ kind: z.literal('went-back'), missingOf: z.array(deskIdSchema), from: z.int().optional() }),
  /** Desks without whose events people continued, each with the last number read by then. */
  z.object({ kind: z.literal('gone-on'), without: z.array(z.object({ deskId: deskIdSchema, number: z.int() })) }),
])
type Notice = z.infer<typeof noticeSchema>

type Ports = Pick<Services, 'journal' | 'system'>

/**
 * The desks whose events the database lacks, until people have continued; empty if it has all known events. `wentBack`
 * is the current finding, and is recorded if it is new. `from` is as in the notice: each new delivery of own events
 * must be recorded, as the database stores other times of receipt for them.
 */
export async function missingDesks(
  ports: Ports, seen: Delivery['seen'], wentBack: readonly DeskId[], from: number | null = null,
): Promise<Result<readonly DeskId[], Failure>> {
  const newest = await ports.journal.teamNotice()
  if (!newest.ok) return newest
  const notice = noticeSchema.safeParse(newest.value).data
  const known = notice?.kind === 'went-back' ? notice.missingOf : []
  const without = notice?.kind === 'gone-on' ? notice.without : []
  const isGoneOnWithout = (deskId: DeskId) => without.some((one) => one.deskId === deskId
    && seen.some((known) => known.deskId === deskId && known.number === one.number))
  const missingOf = [...new Set([...known, ...wentBack.filter((deskId) => !isGoneOnWithout(deskId))])]
  if (missingOf.length === 0 || (known.length > 0 && from === null)) return success(missingOf)
  const noted = await note(ports, { kind: 'went-back', missingOf, ...from !== null && { from } })
  return noted.ok ? success(missingOf) : noted
}

/** Records that people know that events of these desks are missing. */
export async function continueWithout(ports: Ports, missingOf: readonly string[]): Promise<Result<null, Failure>> {
  const delivery = await ports.journal.teamDelivery()
  if (!delivery.ok) return delivery
  const without = (delivery.value?.seen ?? []).filter(({ deskId }) => missingOf.includes(deskId))
    .map(({ deskId, number }) => ({ deskId, number }))
  return await note(ports, { kind: 'gone-on', without })
}

function note({ journal, system }: Ports, { kind, ...record }: Notice): Promise<Result<null, Failure>> {
  return journal.teamAppend({
    eventId: system.randomHex(16) as TeamEventId, entryId: null, kind, at: utcTime(system.now()), facts: { record },
  })
}
