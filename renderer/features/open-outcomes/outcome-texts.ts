/** Texts about an open outcome: what is known, the next check, whether it may be closed by hand. */
import { createsOrder, effectOf, operations } from '#shared/gateway/operations/operations.ts'
import { isOrderAction } from '#shared/gateway/orders/order-actions.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import { outcomeGroupOf } from '#shared/model/payments/outcome-groups.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'
import type { Translate } from '../../i18n/index.ts'
import { localTime } from '../../ui/values/time.ts'
import { sentOrReviewedText } from '../shared/entry/amounts.ts'
import { rowName } from '../shared/entry/row-texts.ts'

const minute = 60_000

/** The operation, with the amount that was sent, else the one that was reviewed. */
export function requestText(row: HistoryRow, reading: Switches['minorUnitDigits'] | undefined, t: Translate): string {
  const operation = rowName(row, t)
  const amount = sentOrReviewedText(row, reading)
  return amount === '' ? operation : t('openOutcomes.what', { operation, amount })
}

/** The text of a time (ISO 8601): only the clock time if it is today, else with its day. `now` in milliseconds. */
function momentText(at: string, now: number): string {
  return localTime(at, 'day') === localTime(new Date(now).toISOString(), 'day') ? localTime(at, 'clock') : localTime(at)
}

/** What is known before any check. */
export function knownText({ row, cardholder }: OpenOutcome, t: Translate): string {
  if (row.state === 'sending') return t('openOutcomes.known.sending')
  if (cardholder !== null) return t('openOutcomes.known.cardholder')
  const known = t(`openOutcomes.known.${outcomeGroupOf(row)}`)
  return isOrderAction(row.operation) ? `${known} ${t('openOutcomes.blocks')}` : known
}

/** The number of checks, and the time of the last one. */
export function checkedText({ timesAsked, lastAskedAt }: OpenOutcome, now: number, t: Translate): string {
  if (lastAskedAt === null) return t('openOutcomes.checked.never')
  return t('openOutcomes.checked.often', { count: timesAsked, time: momentText(lastAskedAt, now) })
}

/** The next automatic check and its time; if there is none, what a person must do. */
export function nextText(openOutcome: OpenOutcome, now: number, t: Translate): string {
  const { phase, nextAskAt, thenEveryMs, cannotAsk } = openOutcome
  if (cannotAsk?.code === 'vault-locked') return t('openOutcomes.next.waits')
  if (phase === 'asking') return t('openOutcomes.next.asking')
  if (phase === 'by-hand') {
    return cannotAsk === null ? `${t('openOutcomes.next.stopped')} ${supportText(openOutcome, t)}` : t('openOutcomes.next.stuck')
  }
  if (nextAskAt === null || Date.parse(nextAskAt) <= now + soonMs) return t('openOutcomes.next.soon')
  const time = momentText(nextAskAt, now)
  return thenEveryMs === null
    ? t('openOutcomes.next.plannedLast', { time })
    : t('openOutcomes.next.plannedThen', { time, every: everyText(thenEveryMs, t) })
}

/** The text of an interval in whole minutes; in seconds if it is shorter than two minutes. */
function everyText(ms: number, t: Translate): string {
  return ms < 2 * minute
    ? t('openOutcomes.next.seconds', { count: Math.max(1, Math.round(ms / 1_000)) })
    : t('openOutcomes.next.minutes', { count: Math.round(ms / minute) })
}

/** A check due within this time is shown as "soon", without its clock time. */
const soonMs = 10_000

/** The request to contact gateway support, with the best known id. */
function supportText({ row }: OpenOutcome, t: Translate): string {
  const id = row.serialNumber !== null ? 'serialNumber' : row.orderId !== null ? 'orderId' : 'merchantOrderId'
  return t('openOutcomes.next.support', { id: t(`openOutcomes.next.supportIds.${id}`) })
}

/** Whether an entry may be closed by hand, and the sentence that explains it. */
export type ClosingOffer = {
  readonly kind: 'never' | 'not-now' | 'now'
  readonly text: string
}

/** Whether an entry may be closed by hand at the time `now` (milliseconds). Main checks again. */
export function closingOffer(openOutcome: OpenOutcome, now: number, t: Translate): ClosingOffer {
  const { row, closes } = openOutcome
  const operation = operations[row.operation]
  switch (closes) {
    case null:
      if (outcomeGroupOf(row) === 'processing') return { kind: 'never', text: '' }
      return { kind: 'never', text: t(effectOf(operation) === 'continues-order' ? 'openOutcomes.notFound.neverUpload' : 'openOutcomes.notFound.never') }
    case 'collision': return { kind: 'now', text: t(`openOutcomes.collision.${createsOrder(operation) ? 'order' : 'action'}`) }
    case 'error': return closingAfterWait(openOutcome, now, 'error', [], t)
    case 'unknown': return closingAfterWait(openOutcome, now, 'unknown', ['amount', 'currency', 'time', 'card', 'order-id'], t)
    case 'not-found': return closingAfterWait(openOutcome, now, 'notFound', ['not-found'], t)
  }
}

/** `answers`: mismatches that a checked answer may have without preventing the closing. */
function closingAfterWait(
  { mismatches, mayBeClosed, closesFrom, lastAskedAt }: OpenOutcome, now: number, texts: 'error' | 'notFound' | 'unknown',
  answers: OpenOutcome['mismatches'], t: Translate,
): ClosingOffer {
  const time = momentText(closesFrom, now)
  if (mayBeClosed) return { kind: 'now', text: t(`openOutcomes.${texts}.may`, { time }) }
  if (lastAskedAt !== null && mismatches.length > 0 && !mismatches.some((mismatch) => answers.includes(mismatch))) {
    return { kind: 'not-now', text: t(`openOutcomes.${texts}.otherMismatch`) }
  }
  return now < Date.parse(closesFrom)
    ? { kind: 'not-now', text: t(`openOutcomes.${texts}.tooEarly`, { time }) }
    : { kind: 'not-now', text: t(`openOutcomes.${texts}.askOnce`) }
}
