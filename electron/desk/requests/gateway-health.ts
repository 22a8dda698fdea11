/** The latest requests to each gateway in this run, and its certificate, for alerts and the health line. */
import type { MerchantKey, UtcTime } from '#shared/brands.ts'
import {
  certificateAlertSince, clockErrorOf, silenceOf, slownessOf, type SentRequest,
} from '#shared/model/application/alert-rules.ts'
import type { Alert, Alerts } from '#shared/model/application/alerts.ts'
import type { Environment } from '#shared/model/values/environment.ts'
import type { SendReport } from '../../gateway/port.ts'
import { utcTime } from '../../common/processes/time.ts'
import type { Services } from '../services.ts'
import { gatewayName } from './ages.ts'

/** Number of requests kept for a gateway. */
const mostRequests = 200

/** A gateway of an environment: staging and sandbox are never mixed with production. */
interface GatewayOf {
  readonly merchantKey: MerchantKey
  readonly url: string
  readonly environment: Environment
}

interface Known {
  /** The newest first. */
  readonly requests: readonly SentRequest[]
  readonly certificateEndsAt: UtcTime | null
}

export interface GatewayHealth {
  /** Records the result of a request. */
  recordReply(gateway: GatewayOf, report: SendReport): void
  alertsOf(gateway: GatewayOf): readonly Alert[]
  /** The gateway's last reply and clock offset in this run. */
  lastOf(gateway: GatewayOf): Alerts['gateway']
}

/** Creates the service without any request. */
export function gatewayHealth({ system }: Pick<Services, 'system'>): GatewayHealth {
  const gateways = new Map<string, Known>()
  const nameOf = (gateway: GatewayOf): string => `${gateway.environment} ${gatewayName(gateway)}`
  const known = (gateway: GatewayOf): Known =>
    gateways.get(nameOf(gateway)) ?? { requests: [], certificateEndsAt: null }

  return {
    recordReply(gateway, { outcome, durationMs, clockOffsetSeconds, certificateEndsAt }) {
      // Such faults come from this desk (locked, not permitted by the team) and show nothing about the gateway.
      if (outcome.kind === 'not-sent' && ownFaults.includes(outcome.fault)) return
      const answered = outcome.kind !== 'not-sent' && outcome.kind !== 'unknown'
      const { requests, certificateEndsAt: before } = known(gateway)
      const request = { at: system.now(), durationMs, answered, clockOffsetSeconds }
      gateways.set(nameOf(gateway), {
        requests: [request, ...requests].slice(0, mostRequests), certificateEndsAt: certificateEndsAt ?? before,
      })
    },
    alertsOf(gateway) {
      const { requests, certificateEndsAt } = known(gateway)
      const now = system.now()
      const silence = silenceOf(requests)
      const slowness = slownessOf(requests, now)
      const clock = clockErrorOf(requests)
      const certificate = certificateEndsAt === null ? null : certificateAlertSince(Date.parse(certificateEndsAt), now)
      return [
        ...silence === null ? [] : [{ ...silence, kind: 'no-answer' as const, since: utcTime(silence.since) }],
        ...slowness === null ? [] : [{ ...slowness, kind: 'slow' as const, since: utcTime(slowness.since) }],
        ...certificate === null || certificateEndsAt === null ? []
          : [{ kind: 'certificate' as const, since: utcTime(certificate), endsAt: certificateEndsAt }],
        ...clock === null ? [] : [{ ...clock, kind: 'clock' as const, since: utcTime(clock.since) }],
      ]
    },
    lastOf(gateway) {
      const { requests } = known(gateway)
      const answered = requests.find((request) => request.answered)
      const dated = requests.find(({ clockOffsetSeconds }) => clockOffsetSeconds !== null)
      return {
        answeredAt: answered === undefined ? null : utcTime(answered.at),
        clockOffsetSeconds: dated?.clockOffsetSeconds ?? null,
      }
    },
  }
}

/** Faults of this desk, before any connection. */
const ownFaults: readonly string[] = ['cancelled-before-sending', 'not-claimed', 'authorities-unreadable']
