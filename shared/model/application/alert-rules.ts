/** The rules of alerts, with the limits that the screen shows. Pure, and without schemas. */
import { quarterMs } from '../../day-hours.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Payments are counted by quarter-hour: the present one and the four before it. */
export const waveQuarters = 5
/** The number of quarter-hours in which the start of a wave is searched. */
const waveSearchQuarters = 96
export const waveLimits = { leastPayments: 20, timesBefore: 2, pointsAbove: 15, daysBefore: 7 } as const

/** The answers of the last 60 minutes count; fewer than `leastAnswers` are not judged. */
export const answerLimits = { slowMs: 10_000, percentile: 95, leastAnswers: 20, withinMs: 60 * minute } as const
/** So many requests in succession without an answer raise an alert. */
export const unansweredRequests = 3
export const certificateDays = 14
export const clockLimitSeconds = 60

/** How many of a number of payments failed. */
export interface Share {
  readonly failed: number
  readonly payments: number
}

/** A request to a gateway. Times in milliseconds since 1970. */
export interface SentRequest {
  readonly at: number
  readonly durationMs: number
  /** False if no valid answer arrived. */
  readonly answered: boolean
  /** The gateway's clock minus this computer's in seconds; null without an answer, or if it had no date. */
  readonly clockOffsetSeconds: number | null
}

/** True if a share is at least twice the share of the days before, and 15 points above it. */
export function isWave({ failed, payments }: Share, before: Share): boolean {
  if (payments < waveLimits.leastPayments) return false
  const usual = before.payments === 0 ? { failed: 0, payments: 1 } : before
  const [now, then] = [failed * usual.payments, usual.failed * payments]
  const { timesBefore, pointsAbove } = waveLimits
  return now >= timesBefore * then && (now - then) * 100 >= pointsAbove * payments * usual.payments
}

/**
 * Finds a wave in quarter-hours, newest first: the share of the last 60 minutes, and the index of the quarter-hour in
 * which the wave began. Null if the rule does not apply now.
 */
export function waveIn(
  quarters: readonly Share[], before: Share,
): { readonly share: Share; readonly beganWith: number } | null {
  const shareFrom = (newest: number): Share => added(quarters.slice(newest, newest + waveQuarters))
  if (!isWave(shareFrom(0), before)) return null
  let beganWith = 0
  while (beganWith + waveQuarters < quarters.length && isWave(shareFrom(beganWith + 1), before)) beganWith += 1
  return { share: shareFrom(0), beganWith }
}

/** The periods in which a wave is counted, in milliseconds since 1970; `quarters` newest first. */
export function waveSpans(now: number) {
  const until = (Math.floor(now / quarterMs) + 1) * quarterMs
  const from = until - waveQuarters * quarterMs
  return {
    now: { from, until },
    before: { from: from - waveLimits.daysBefore * day, until: from },
    quarters: Array.from({ length: waveSearchQuarters }, (_, index) =>
      ({ from: until - (index + 1) * quarterMs, until: until - index * quarterMs })),
  }
}

/** The sum of shares. */
export function added(shares: readonly Share[]): Share {
  return {
    failed: shares.reduce((sum, { failed }) => sum + failed, 0),
    payments: shares.reduce((sum, { payments }) => sum + payments, 0),
  }
}

/** The time within which 95 % of the answers of the last 60 minutes came, if above 10 s. Requests newest first. */
export function slownessOf(
  requests: readonly SentRequest[], now: number,
): { readonly since: number; readonly percentileMs: number; readonly slow: number; readonly answers: number } | null {
  const answers = requests.filter(({ at, answered }) => answered && now - at < answerLimits.withinMs)
  if (answers.length < answerLimits.leastAnswers) return null
  const durations = answers.map(({ durationMs }) => durationMs).toSorted((one, other) => one - other)
  const percentileMs = durations[Math.ceil(durations.length * answerLimits.percentile / 100) - 1] ?? 0
  if (percentileMs <= answerLimits.slowMs) return null
  const slow = answers.filter(({ durationMs }) => durationMs > answerLimits.slowMs)
  return { since: slow.at(-1)?.at ?? now, percentileMs, slow: slow.length, answers: answers.length }
}

/** The newest requests without an answer, if there are at least three in succession. Requests newest first. */
export function silenceOf(
  requests: readonly SentRequest[],
): { readonly since: number; readonly requests: number } | null {
  const firstAnswered = requests.findIndex(({ answered }) => answered)
  const unanswered = firstAnswered === -1 ? requests : requests.slice(0, firstAnswered)
  const oldest = unanswered.at(-1)
  return oldest === undefined || unanswered.length < unansweredRequests
    ? null : { since: oldest.at, requests: unanswered.length }
}

/** The clock's error if the newest dated answer has more than 60 s, since the first such answer. Newest first. */
export function clockErrorOf(
  requests: readonly SentRequest[],
): { readonly since: number; readonly offsetSeconds: number } | null {
  const dated = requests.flatMap(({ at, clockOffsetSeconds }) =>
    (clockOffsetSeconds === null ? [] : [{ at, clockOffsetSeconds }]))
  const firstRight = dated.findIndex(({ clockOffsetSeconds }) => Math.abs(clockOffsetSeconds) <= clockLimitSeconds)
  const [newest] = dated
  const oldest = (firstRight === -1 ? dated : dated.slice(0, firstRight)).at(-1)
  return newest === undefined || oldest === undefined
    ? null : { since: oldest.at, offsetSeconds: newest.clockOffsetSeconds }
}

/** The time from which a certificate ends within 14 days; null if it lasts longer. Milliseconds since 1970. */
export function certificateAlertSince(endsAt: number, now: number): number | null {
  const since = endsAt - certificateDays * day
  return now >= since ? since : null
}
