/**
 * A database that went back in time, and people who continue from there. Both are events of this desk's own chain, so
 * that neither a lost connection nor a restart loses them, and every desk reads who noticed and who continued.
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
  /** `from`: the last of this desk's own events that the database still had, if it lacked some of them. */
  z.object({ kind: z.literal('went-back'), missingOf: z.array(deskIdSchema), from: z.int().optional() }),
  /** Desks whose events people continued without, each with the last number read by then. */
  z.object({ kind: z.literal('gone-on'), without: z.array(z.object({ deskId: deskIdSchema, number: z.int() })) }),
])
type Notice = z.infer<typeof noticeSchema>

type Ports = Pick<Services, 'journal' | 'system'>

/**
 * The desks whose events the database lacks, until people have continued; empty where it has all known events.
 * `wentBack` is the present finding, and is recorded where it is new. `from` is as in the notice: each time that own
 * events are delivered again must be recorded, as the database notes other times of receipt.
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

/** Notes that people have seen that events of these desks are missing. */
export async function goOnWithout(ports: Ports, missingOf: readonly string[]): Promise<Result<null, Failure>> {
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
