import type { Translate } from '../../../i18n/index.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** A duration in at most two units: "0.4 s", "4 min 5 s", "3 h 20 min", "2 d 4 h". `ms`: milliseconds. */
export function durationText(ms: number, t: Translate): string {
  const span = Math.max(0, ms)
  if (span < minute) return t('order.duration.seconds', { seconds: (span / second).toFixed(1) })
  if (span < hour) {
    return t('order.duration.minutes', { minutes: Math.floor(span / minute), seconds: Math.floor(span % minute / second) })
  }
  if (span < day) return t('order.duration.hours', { hours: Math.floor(span / hour), minutes: Math.floor(span % hour / minute) })
  return t('order.duration.days', { days: Math.floor(span / day), hours: Math.floor(span % day / hour) })
}
