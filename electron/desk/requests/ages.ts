/**
 * How long ago something was sent, whatever this computer's clock did in between. Waiting times and warnings about a
 * possible duplicate go by it: a wrong clock that is put right must not end them, and one that was ahead must not block
 * for years.
 */
import type { EntryId, MerchantKey, UtcTime } from '#shared/brands.ts'
import type { Environment } from '#shared/model/environment.ts'
import type { HistoryRow } from '#shared/model/history.ts'
import { builtInMerchantKey, originOf } from '#shared/model/merchant.ts'
import type { SendReport } from '../../gateway/port.ts'
import type { Services } from '../services.ts'
import { utcTime } from '../../common/time.ts'

/** A gateway by the merchant who asks it and an address below it. */
interface GatewayAt {
  readonly merchantKey?: MerchantKey | null | undefined
  readonly url: string
}

export interface Ages {
  /** The entry's request is about to be sent, in this run. */
  sending(entryId: EntryId): void
  /** Learns a gateway's clock from its reply. */
  heard(gateway: GatewayAt & { readonly environment?: Environment }, report: Pick<SendReport, 'clockOffsetSeconds'>): void
  /** What a gateway's clock shows now; null while nothing was heard of it in this run. */
  gatewayTime(gateway: GatewayAt): UtcTime | null
  /** What the clocks of gateways outside the sandbox show now, in milliseconds since 1970. */
  gatewayTimes(): readonly number[]
  /**
   * Milliseconds since an entry was sent: within this run by a clock that nobody can set; else between two dates of the
   * same gateway; else by this computer's clock. Never negative.
   */
  of(row: Pick<HistoryRow, 'entryId' | 'at'>): Promise<number>
}

/** Dates of a gateway are whole seconds, told some time before they are read; a clock that ran back is no measure. */
const dateErrorMs = 60_000

/** Makes it, with nothing known but the time. */
export function ages({ system, journal }: Pick<Services, 'system' | 'journal'>): Ages {
  const sentHere = new Map<EntryId, number>()
  const firstSeen = new Map<EntryId, number>()
  /** How far a gateway's clock is ahead of the one that nobody can set. */
  const gateways = new Map<string, number>()
  const real = new Set<string>()

  function gatewayNow(gateway: GatewayAt): number | null {
    const ahead = gateways.get(nameOf(gateway))
    return ahead === undefined ? null : system.monotonic() + ahead
  }

  /** This computer's clock was ahead when it was sent: what was written since, or this run, tells its least age. */
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
      if (gateway.environment !== undefined && gateway.environment !== 'sandbox') real.add(nameOf(gateway))
      gateways.set(nameOf(gateway), system.now() + clockOffsetSeconds * 1_000 - system.monotonic())
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

/** The built-in gateway listens at another port every time. */
function nameOf({ merchantKey, url }: GatewayAt): string {
  return merchantKey === builtInMerchantKey ? builtInMerchantKey : originOf(url) ?? url
}
