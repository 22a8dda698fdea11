import type { Translate } from '../../../i18n/index.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A duration in whole minutes: "less than a minute", "4 min", "3 h 20 min", "2 d 4 h". `ms`: milliseconds. */
export function spanText(ms: number, t: Translate): string {
  if (ms < minute) return t('openOutcomes.span.moments')
  if (ms < hour) return t('openOutcomes.span.minutes', { minutes: Math.floor(ms / minute) })
  if (ms < day) return t('openOutcomes.span.hours', { hours: Math.floor(ms / hour), minutes: Math.floor(ms % hour / minute) })
  return t('openOutcomes.span.days', { days: Math.floor(ms / day), hours: Math.floor(ms % day / hour) })
}
