/** When an unknown entry is asked about, and since when "not found" may be taken as "not charged" (addendum 7, 10). */
import { operations } from '#shared/gateway/operations.ts'
import type { HistoryRow } from '#shared/model/history.ts'
import type { Unsettled } from '#shared/model/settling.ts'

const minute = 60_000

/** At most so many status queries about unknown entries at once, and no two sooner than this after each other. */
export const askingPace = { atOnce: 3, apartMs: 500 }

/** How far into the polling plan a plan that was interrupted may have come: where it asks every 10 minutes. */
const interruptedAtMs = 30 * minute

/**
 * Since when an entry counts as followed when its plan is taken up at a start, an unlock or a wake: since it was sent,
 * so that nothing begins anew, but never so long that it would not be asked about for half an hour. Milliseconds.
 */
export function takenUpSince(sentAt: number, now: number): number {
  return Math.min(now, Math.max(sentAt, now - interruptedAtMs))
}

/** From when on "not found" counts, in milliseconds since 1970. `sentAt` is when the intent was written. */
export function notFoundCountsFrom(sentAt: number, afterMinutes: number): number {
  return sentAt + afterMinutes * minute
}

/**
 * True for what could have made an order of its own. A refund, void, capture or upload is about an order that is found
 * in any case: that it is not found says nothing about it.
 */
export function canBeNotFound({ operation }: Pick<HistoryRow, 'operation'>): boolean {
  return operations[operation].createsOrder
}

/** The last time the gateway was asked: when, and what its answer left open. */
export interface LastAsked {
  readonly at: number
  readonly doubts: Unsettled['doubts']
}

/** True when the gateway was asked after the waiting time had passed and said nothing but "not found". */
export function saysNotFoundLongEnough(last: LastAsked | null, countsFrom: number, now: number): boolean {
  return last !== null && now >= countsFrom && last.at >= countsFrom && saysNotFound(last.doubts)
}

/** True when an answer says "not found" and nothing else. */
export function saysNotFound(doubts: Unsettled['doubts']): boolean {
  return doubts.length === 1 && doubts[0] === 'not-found'
}
