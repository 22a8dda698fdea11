/** Turns alerts into lines of the screen "Today". This module is loaded with the first alert. */
import type { RouteLocationRaw } from 'vue-router'
import {
  answerLimits, certificateDays, clockLimitSeconds, unansweredRequests, waveLimits, type Share,
} from '#shared/model/application/alert-rules.ts'
import type { Alert, Alerts } from '#shared/model/application/alerts.ts'
import type { Translate } from '../../i18n/index.ts'
import { localTime, momentText } from '../../ui/values/time.ts'
import { emptyFilter, queryOfFilter } from '../shared/history/filter-address.ts'
import { spanText } from '../shared/entry/span-text.ts'
import { listLink } from '../shared/history/list-link.ts'
import type { Need, NeedAlert } from './need.ts'

type Wave = Extract<Alert, { readonly kind: 'declines' | 'uncertain' }>
type Line = Pick<Need, 'title' | 'detail' | 'action'> & NeedAlert

/** The lines of the alerts. `now` in milliseconds since 1970. */
export function alertNeeds({ alerts, ...owner }: Alerts, now: number, t: Translate): readonly Need[] {
  const list = (path: string, label: string): Need['action'] => ({ kind: 'open', to: path, label })
  const profiles = list('/profiles', t('profileChecks.openProfiles'))
  const requests: RouteLocationRaw = {
    path: '/history',
    query: queryOfFilter({ ...emptyFilter, view: 'all', merchant: owner.merchantKey, environment: owner.environment }),
  }

  function lineOf(alert: Alert): Line {
    switch (alert.kind) {
      case 'declines':
      case 'uncertain': return waveLine(alert)
      case 'slow': return {
        title: t('alerts.slow.title'), advice: t('alerts.slow.advice'), examples: [],
        detail: t('alerts.slow.detail', {
          percentile: answerLimits.percentile, answers: alert.answers, slow: alert.slow,
          seconds: Math.ceil(alert.percentileMs / 1_000), limit: answerLimits.slowMs / 1_000,
        }),
        action: { kind: 'open', to: requests, label: t('alerts.requests') },
        rule: t('alerts.slow.rule', {
          percentile: answerLimits.percentile, limit: answerLimits.slowMs / 1_000, least: answerLimits.leastAnswers,
        }),
      }
      case 'no-answer': return {
        title: t('alerts.noAnswer.title'), detail: t('alerts.noAnswer.detail', { count: alert.requests }),
        advice: t('alerts.noAnswer.advice'), rule: t('alerts.noAnswer.rule', { least: unansweredRequests }),
        examples: [{ text: t('alerts.openOutcomes'), to: '/open-outcomes' }, { text: t('alerts.requests'), to: requests }],
        action: profiles,
      }
      case 'certificate': {
        const left = Date.parse(alert.endsAt) - now
        return {
          title: t('alerts.certificate.title', { day: localTime(alert.endsAt, 'day') }),
          detail: left > 0 ? t('alerts.certificate.ends', { span: spanText(left, t) }) : t('alerts.certificate.ended'),
          advice: t('alerts.certificate.advice'), rule: t('alerts.certificate.rule', { days: certificateDays }),
          examples: [], action: profiles,
        }
      }
      case 'clock': {
        const span = clockSpan(Math.abs(alert.offsetSeconds), t)
        return {
          title: t(alert.offsetSeconds > 0 ? 'alerts.clock.behind' : 'alerts.clock.ahead', { span }),
          detail: t('alerts.clock.detail'), advice: t('alerts.clock.advice'),
          rule: t('alerts.clock.rule', { limit: clockLimitSeconds }), examples: [], action: profiles,
        }
      }
    }
  }

  function waveLine({ kind, period, share, before, reasons }: Wave): Line {
    const figure = kind === 'declines' ? 'failed' : 'uncertain'
    const linkOf = (errorCode?: string | null): RouteLocationRaw =>
      listLink(owner, { figure, period, ...(errorCode !== undefined && { errorCode }) })
    return {
      title: t(`alerts.${kind}.title`), advice: t(`alerts.${kind}.advice`),
      detail: t(before.payments === 0 ? 'alerts.waveAlone' : 'alerts.wave', {
        now: shareText(share, t), before: shareText(before, t), days: waveLimits.daysBefore,
      }),
      examples: [
        ...reasons.map(({ errorCode, errorText, payments: count }) => ({
          text: t('alerts.reason', { text: reasonText(errorCode, errorText, t), count }), to: linkOf(errorCode),
        })),
        ...kind === 'uncertain' ? [{ text: t('alerts.openOutcomes'), to: '/open-outcomes' }] : [],
      ],
      action: { kind: 'open', to: linkOf(), label: t('alerts.show', { count: share.failed }) },
      rule: t('alerts.waveRule', {
        least: waveLimits.leastPayments, times: waveLimits.timesBefore, points: waveLimits.pointsAbove,
        days: waveLimits.daysBefore,
      }),
    }
  }

  return alerts.map((alert): Need => {
    const { title, detail, action, examples, advice, rule } = lineOf(alert)
    return {
      id: `alert ${alert.kind}`, kind: 'warning', title, detail, merchantOrderId: '', to: null, atStake: '', action,
      age: t('alerts.since', { at: momentText(alert.since, new Date(now)) }),
      alert: { examples, advice, rule: t('alerts.rule', { rule }) },
    }
  })
}

/** The text of a share; as a percentage only from a minimum number of payments. */
function shareText({ failed, payments }: Share, t: Translate): string {
  return payments < waveLimits.leastPayments
    ? t('alerts.share', { failed, payments })
    : t('alerts.percent', { failed, payments, percent: Math.round(failed / payments * 100) })
}

function reasonText(errorCode: string | null, errorText: string | null, t: Translate): string {
  if (errorCode === null) return t('alerts.noReason')
  return errorText === null ? t('alerts.code', { code: errorCode }) : `${errorText} ${errorCode}`
}

function clockSpan(seconds: number, t: Translate): string {
  return seconds < 120 ? t('alerts.seconds', { count: seconds }) : spanText(seconds * 1_000, t)
}
