/**
 * Merchants that an administrator permits to work alone for a limited time, here and, as far as known, at other desks.
 */
import type { DeskId, MerchantKey, TeamEventId, UtcTime } from '#shared/brands.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import { merchantKeySchema, utcTimeSchema } from '#shared/model/values/branded.ts'
import type { WorkingAlone } from '#shared/model/team/team-state.ts'
import { z } from '#shared/model/values/zod.ts'
import { success, type Result } from '#shared/result.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { TeamEvent, TeamJournalPort } from '../../../team/port.ts'
import { whoActs } from '../../maintenance/index.ts'
import type { Services } from '../../services.ts'
import { recordIn } from '../../../common/signatures/team-head.ts'
import { utcTime } from '../../../common/processes/time.ts'

const recordSchema = z.object({
  merchantKey: merchantKeySchema, until: utcTimeSchema, who: z.string().max(200), reason: z.string().max(500),
  label: z.string().max(60),
})
type AloneRecord = z.infer<typeof recordSchema>

/** Time until the permissions are read again after a failure. */
const retryMs = 60_000

/** Creates the service without any permission. */
export function alone(services: Pick<Services, 'system' | 'journal' | 'users'>) {
  const { system, journal } = services
  const here = new Map<MerchantKey, AloneRecord & { readonly endsAt: number }>()
  const elsewhere = new Map<string, AloneRecord>()
  const isOver = ({ until }: AloneRecord) => Date.parse(until) <= system.now()
  /** The server's time at the last contact, with the monotonic clock; null before the first. */
  let server: { readonly time: number; readonly mark: number } | null = null
  // By the server's clock: with this computer's clock ahead, no permission of another desk would be shown.
  const isOverElsewhere = ({ until }: AloneRecord) =>
    Date.parse(until) <= (server === null ? system.now() : server.time + system.monotonic() - server.mark)
  let catchUpAt = 0

  const append = (record: AloneRecord): Promise<Result<null, Failure>> => journal.teamAppend({
    eventId: system.randomHex(16) as TeamEventId, entryId: null, kind: 'alone', at: utcTime(system.now()), facts: { record },
  })

  function readElsewhere(events: readonly TeamEvent[]): void {
    for (const [key, one] of elsewhere) if (isOverElsewhere(one)) elsewhere.delete(key)
    for (const event of events) {
      const record = recordOf(event)
      if (record === null) continue
      const key = `${event.deskId} ${record.merchantKey}`
      // Both times come from the other desk's clock: an end counts at once, even if the clock here is behind.
      if (Date.parse(record.until) <= Date.parse(event.at)) elsewhere.delete(key)
      else elsewhere.set(key, record)
    }
  }

  /** Ends permissions of an earlier run, which ended with that run: other desks would show them until their time. */
  async function endEarlierPermissions(events: readonly TeamEvent[]): Promise<Result<null, Failure>> {
    const newest = new Map(events.flatMap((event) => {
      const record = recordOf(event)
      return record === null ? [] : [[record.merchantKey, record] as const]
    }))
    for (const [merchantKey, record] of newest) {
      if (isOver(record) || here.has(merchantKey)) continue
      const noted = await append({ ...record, until: utcTime(system.now()) })
      if (!noted.ok) return noted
    }
    return success(null)
  }

  return {
    /**
     * True while an administrator of this desk permits the merchant to work alone. The permission ends with its time by
     * either clock, and with this run of the application.
     */
    isAlone(merchantKey: MerchantKey | null): boolean {
      const allowed = merchantKey === null ? undefined : here.get(merchantKey)
      // SECURITY: setting the clock back must not extend the permission.
      return allowed !== undefined && !isOver(allowed) && system.monotonic() < allowed.endsAt
    },
    /** Permits it for a number of minutes; 0 ends it. The other desks receive it when the team can be reached. */
    async allow({ merchantKey, minutes, reason: typed, label }: {
      merchantKey: MerchantKey; minutes: number; reason: string; label: string
    }): Promise<Result<null, Failure>> {
      // SECURITY: masked, as it leaves this computer and people paste whole mails.
      const reason = maskFreeText(typed)
      const until = utcTime(system.now() + minutes * 60_000)
      const record = { merchantKey, until, who: whoActs(services), reason, label }
      const noted = await append(record)
      if (!noted.ok) return noted
      if (minutes === 0) here.delete(merchantKey)
      else here.set(merchantKey, { ...record, endsAt: system.monotonic() + minutes * 60_000 })
      return noted
    },
    /** Reads the permissions of other desks. `now` is the server's time; null if it was not read. */
    learn(events: readonly TeamEvent[], now: UtcTime | null): void {
      if (now !== null) server = { time: Date.parse(now), mark: system.monotonic() }
      readElsewhere(events)
    },
    /**
     * Reads permissions that an earlier run of the application had read, once per run, and ends this desk's own that
     * are left. Call it when everything is delivered. After a failure, a call at least a minute later tries again.
     */
    async catchUp(team: Pick<TeamJournalPort, 'aloneEvents'>, own: DeskId): Promise<void> {
      if (system.monotonic() < catchUpAt) return
      catchUpAt = system.monotonic() + retryMs
      const found = await team.aloneEvents()
      if (!found.ok) return
      readElsewhere(found.value.filter(({ deskId }) => deskId !== own))
      const ended = await endEarlierPermissions(found.value.filter(({ deskId }) => deskId === own))
      if (ended.ok) catchUpAt = Infinity
    },
    /** The merchants and desks that work alone now. */
    now(label: string): readonly WorkingAlone[] {
      const own = [...here.values()].filter((one) => !isOver(one) && system.monotonic() < one.endsAt)
        .map(({ endsAt: _ends, label: _own, ...one }) => ({ ...one, deskLabel: label, isThisDesk: true }))
      const others = [...elsewhere.values()].filter((one) => !isOverElsewhere(one))
        .map(({ label: deskLabel, ...one }) => ({ ...one, deskLabel, isThisDesk: false }))
      return [...own, ...others]
    },
    clear() {
      here.clear()
      elsewhere.clear()
      catchUpAt = 0
    },
  }
}

export type Alone = ReturnType<typeof alone>

/** SECURITY: another desk's record is used only if it matches its schema. */
function recordOf({ kind, facts }: Pick<TeamEvent, 'kind' | 'facts'>): AloneRecord | null {
  return kind === 'alone' ? recordSchema.safeParse(recordIn(facts)).data ?? null : null
}
