/**
 * The time since something was sent, independent of changes of this computer's clock. Waiting times and warnings about
 * a possible duplicate use it: correcting a wrong clock must not end them, and a clock that was ahead must not block
 * for years.
 */
import type { EntryId, MerchantKey, UtcTime } from '#shared/brands.ts'
import type { Environment } from '#shared/model/values/environment.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { builtInMerchantKey, originOf } from '#shared/model/profiles/merchant.ts'
import type { SendReport } from '../../gateway/port.ts'
import type { Services } from '../services.ts'
import { utcTime } from '../../common/processes/time.ts'

/** A gateway, by its merchant and an address below it. */
interface GatewayAt {
  readonly merchantKey?: MerchantKey | null | undefined
  readonly url: string
}

export interface Ages {
  /** The entry's request is about to be sent, in this run. */
  sending(entryId: EntryId): void
  /** Reads a gateway's clock from its reply. */
  heard(gateway: GatewayAt & { readonly environment?: Environment }, report: Pick<SendReport, 'clockOffsetSeconds'>): void
  /** The present time of a gateway's clock; null while this run has received no date of it. */
  gatewayTime(gateway: GatewayAt): UtcTime | null
  /** The present time by the clocks of gateways outside the sandbox, in milliseconds since 1970. */
  gatewayTimes(): readonly number[]
  /**
   * Milliseconds since an entry was sent: within this run by the monotonic clock; else between two dates of the same
   * gateway; else by this computer's clock. Never negative.
   */
  of(row: Pick<HistoryRow, 'entryId' | 'at'>): Promise<number>
}

/**
 * A gateway's dates are whole seconds, written some time before they are read. A clock that ran backwards is not used.
 */
const dateErrorMs = 60_000

/** Creates it without any known gateway time. */
export function ages({ system, journal }: Pick<Services, 'system' | 'journal'>): Ages {
  const sentHere = new Map<EntryId, number>()
  const firstSeen = new Map<EntryId, number>()
  /** The difference between a gateway's clock and the monotonic clock. */
  const gateways = new Map<string, number>()
  const real = new Set<string>()

  function gatewayNow(gateway: GatewayAt): number | null {
    const ahead = gateways.get(gatewayName(gateway))
    return ahead === undefined ? null : system.monotonic() + ahead
  }

  /** This computer's clock was ahead at the send: rows written since, or this run, give its minimum age. */
  async function sinceClockWasPutRight(entryId: EntryId, now: number): Promise<number> {
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
    heard(gateway, { clockOffsetSeconds }) {
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
      return age >= 0 ? age : await sinceClockWasPutRight(entryId, now)
    },
  }
}

/** The name of a gateway: its origin. The built-in gateway uses another port in every run. */
export function gatewayName({ merchantKey, url }: GatewayAt): string {
  return merchantKey === builtInMerchantKey ? builtInMerchantKey : originOf(url) ?? url
}
