/** Alerts of a profile's merchant from the stored sums, and alerts of its gateway. The gateway is not queried. */
import { added, waveIn, waveSpans, type Share } from '#shared/model/application/alert-rules.ts'
import type { Alert, Alerts } from '#shared/model/application/alerts.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import { failedFigures, failedPayments, paymentFigures, uncertainFigures, type FigureName } from '#shared/model/figures/today-numbers.ts'
import { failed, success } from '#shared/result.ts'
import { spanTimes, utcTime } from '../../common/processes/time.ts'
import type { CallsOf } from '../calls.ts'
import type { GatewayHealth } from '../requests/index.ts'
import type { Services } from '../services.ts'
import { bothSums } from './both-sums.ts'
import type { History } from './merged.ts'
import { countsIn, reasonsOf, type FailedSum, type FinalSum } from './today-figures.ts'

/** Number of reasons that an alert names as examples. */
const mostExamples = 3

/** The figures that count as failed for each kind of wave. */
const waves = { declines: failedFigures, uncertain: uncertainFigures } as const

/** The call that reads the alerts. */
export function alertCalls(
  services: Pick<Services, 'journal' | 'profiles' | 'system'>,
  history: Pick<History, 'others' | 'profileHere'>,
  health: Pick<GatewayHealth, 'alertsOf' | 'lastOf'>,
): CallsOf<'alerts'> {
  const { profiles, system } = services
  const sumsOf = bothSums(services, history)

  return {
    async 'alerts.read'({ profileId }) {
      const profile = profiles.get(profileId)
      const merchantKey = profile === null ? null : merchantKeyOf(profile)
      if (profile === null || merchantKey === null) return failed({ code: 'no-such-profile' })
      const owner = { merchantKey, environment: profile.environment }
      const url = profile.gateway.kind === 'address' ? profile.gateway.baseUrl : ''
      const spans = waveSpans(system.now())
      const sums = await sumsOf.read({
        ...owner, spans: [spans.before, ...spans.quarters], failed: { span: spans.now, ...failedPayments },
      })
      if (!sums.ok) return sums
      const gateway = { ...owner, url }
      return success<Alerts>({
        ...owner,
        alerts: [...wavesIn(spans, sums.value.finals, sums.value.failed), ...health.alertsOf(gateway)],
        gateway: health.lastOf(gateway),
      })
    },
  }
}

function wavesIn(
  { now, quarters }: ReturnType<typeof waveSpans>, finals: readonly FinalSum[], failedOnes: readonly FailedSum[],
): Alert[] {
  const ofSpan = Map.groupBy(finals, ({ span }) => span)
  const period = spanTimes(now)
  return (['declines', 'uncertain'] as const).flatMap((kind) => {
    const [before, ...shares] = [-1, ...quarters.keys()].map((index) =>
      shareOf(ofSpan.get(index + 1) ?? [], waves[kind]))
    const wave = before === undefined ? null : waveIn(shares, before)
    const began = wave === null ? undefined : quarters[wave.beganWith]
    if (wave === null || before === undefined || began === undefined) return []
    const reasons = kind === 'declines' ? reasonsOf(failedOnes, mostExamples, () => 'iso-4217').reasons : []
    return {
      kind, since: utcTime(began.from), period, share: wave.share, before,
      reasons: reasons.map(({ errorCode, errorText, payments }) => ({ errorCode, errorText, payments })),
    }
  })
}

function shareOf(sums: readonly FinalSum[], failing: readonly FigureName[]): Share {
  const counts = countsIn(sums)
  return added(paymentFigures.map((name) =>
    ({ failed: failing.includes(name) ? counts[name] : 0, payments: counts[name] })))
}
