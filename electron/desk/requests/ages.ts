/**
 * The time since a request was sent, even if this computer's clock was changed. Waiting times and duplicate warnings
 * use it: correcting a wrong clock must not end them, and a clock that was ahead must not block for years.
 */
import type { EntryId, MerchantKey, UtcTime } from '#shared/brands.ts'
import type { Environment } from '#shared/model/values/environment.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { builtInMerchantKey, originOf } from '#shared/model/profiles/merchant.ts'
import type { SendReport } from '../../gateway/port.ts'
import type { Services } from '../services.ts'
import { utcTime } from '../../common/processes/time.ts'

/** A gateway, named by its merchant and one of its addresses. */
interface GatewayAt {
  readonly merchantKey?: MerchantKey | null | undefined
  readonly url: string
}

export interface Ages {
  /** Call right before the entry's request is sent in this run. */
  sending(entryId: EntryId): void
  /** Records the gateway's time from its reply. */
  recordReply(
    gateway: GatewayAt & { readonly environment?: Environment }, report: Pick<SendReport, 'clockOffsetSeconds'>,
  ): void
  /** The current time by a gateway's clock; null if this run has received no date from it. */
  gatewayTime(gateway: GatewayAt): UtcTime | null
  /** The current times by the clocks of gateways outside the sandbox, in milliseconds since 1970. */
  gatewayTimes(): readonly number[]
  /**
   * Milliseconds since an entry was sent. Measured by the monotonic clock within this run, else between two dates of
   * the same gateway, else by this computer's clock. Never negative.
   */
  of(row: Pick<HistoryRow, 'entryId' | 'at'>): Promise<number>
}

/**
 * Tolerance for a gateway's dates: they are whole seconds and are read later than written. If its clock ran backwards
 * by more, it is not used.
 */
const dateErrorMs = 60_000

/** Creates the service without any gateway time. */
export function ages({ system, journal }: Pick<Services, 'system' | 'journal'>): Ages {
  const sentHere = new Map<EntryId, number>()
  const firstSeen = new Map<EntryId, number>()
  /** Gateway's clock minus monotonic clock, in milliseconds. */
  const gateways = new Map<string, number>()
  const real = new Set<string>()

  function gatewayNow(gateway: GatewayAt): number | null {
    const ahead = gateways.get(gatewayName(gateway))
    return ahead === undefined ? null : system.monotonic() + ahead
  }

  /** This computer's clock was ahead at the send. Returns the minimum age by this run and by rows written since. */
  async function minimumAgeOf(entryId: EntryId, now: number): Promise<number> {
    const seen = firstSeen.get(entryId) ?? system.monotonic()
    firstSeen.set(entryId, seen)
    const later = await journal.writtenAfter({ entryId, now })
    const moment = later.ok ? later.value : null
    return Math.max(system.monotonic() - seen, moment === null ? 0 : now - moment)
  }

  async function byGateway(entryId: EntryId): Promise<number | null> {
    const found = await journal.entry({ entryId })
    const detail = found.ok ? found.value : null
    if (detail?.gatewayAt == null) return null
    const now = gatewayNow({ merchantKey: detail.row.merchantKey, url: detail.url })
    return now === null ? null : now - Date.parse(detail.gatewayAt)
  }

  return {
    sending(entryId) {
      sentHere.set(entryId, system.monotonic())
    },
    recordReply(gateway, { clockOffsetSeconds }) {
      if (clockOffsetSeconds === null) return
      if (gateway.environment !== undefined && gateway.environment !== 'sandbox') real.add(gatewayName(gateway))
      gateways.set(gatewayName(gateway), system.now() + clockOffsetSeconds * 1_000 - system.monotonic())
    },
    gatewayTime(gateway) {
      const now = gatewayNow(gateway)
      return now === null ? null : utcTime(now)
    },
    gatewayTimes: () => [...gateways].flatMap(([name, ahead]) => real.has(name) ? [system.monotonic() + ahead] : []),
    async of({ entryId, at }) {
      const sent = sentHere.get(entryId)
      if (sent !== undefined) return system.monotonic() - sent
      const measured = await byGateway(entryId)
      if (measured !== null && measured > -dateErrorMs) return Math.max(0, measured)
      const now = system.now()
      const age = now - Date.parse(at)
      return age >= 0 ? age : await minimumAgeOf(entryId, now)
    },
  }
}

/** The name of a gateway: its origin. The built-in gateway uses another port in every run. */
export function gatewayName({ merchantKey, url }: GatewayAt): string {
  return merchantKey === builtInMerchantKey ? builtInMerchantKey : originOf(url) ?? url
}
