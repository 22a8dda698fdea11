/** When an open outcome is asked about, and when a person may close it (addendum 7, 10). */
import { isOrderAction } from '#shared/gateway/order-actions.ts'
import { createsOrder, operations } from '#shared/gateway/operations.ts'
import type { ClosingKind, HistoryRow } from '#shared/model/history.ts'
import type { OpenOutcome } from '#shared/model/resolution.ts'

const minute = 60_000

/** At most so many status queries about unknown entries at once, and no two sooner than this after each other. */
export const askingPace = { atOnce: 3, apartMs: 500 }

/** How far into the polling plan a plan that was interrupted may have come: where it asks every 10 minutes. */
const interruptedAtMs = 30 * minute

/**
 * For how long an entry counts as followed when its plan is taken up at a start, an unlock or a wake: since it was
 * sent, so that nothing begins again, but never so long that it would not be asked about for half an hour. What ended
 * in error changes seldom and late: it begins with the slow part. Milliseconds; `age` too.
 */
export function followedFor({ state }: Pick<HistoryRow, 'state'>, age: number): number {
  return state !== 'error' ? Math.min(Math.max(age, 0), interruptedAtMs) : interruptedAtMs
}

/** How an open outcome may be closed by hand; null when it never may. */
export function closingOf(row: Pick<HistoryRow, 'operation' | 'state' | 'collision'>): ClosingKind | null {
  if (row.state === 'unknown' && canBeNotFound(row)) return 'not-found'
  // The order is there in any case; what became of the request, its status may never show.
  if (row.state === 'unknown' && isOrderAction(row.operation)) return 'unknown'
  if (row.state === 'error') return 'error'
  return row.collision === 'open' && row.state !== 'unknown' ? 'collision' : null
}

/**
 * True for what could have made an order of its own. A refund, void, capture or upload is about an order that is found
 * in any case: that it is not found says nothing about it.
 */
function canBeNotFound({ operation }: Pick<HistoryRow, 'operation'>): boolean {
  return createsOrder(operations[operation])
}

/** The last time the gateway was asked: when, and what its answer left open. */
export interface LastAsked {
  /** By this computer's clock, to be shown. */
  readonly at: number
  /** By the clock that nobody can set. */
  readonly mark: number
  readonly mismatches: OpenOutcome['mismatches']
}

/** How old an entry is now and how long it must wait; milliseconds. `mark` is now, by the clock of `LastAsked`. */
export interface Waited {
  readonly age: number
  readonly waitMs: number
  readonly mark: number
}

/**
 * True when the gateway was asked after the waiting time had passed and its answer lets a person close the entry. Two
 * entries that collide are compared at the gateway by the person: no answer and no waiting time decides that.
 */
export function mayClose(closes: ClosingKind, last: LastAsked | null, { age, waitMs, mark }: Waited): boolean {
  if (closes === 'collision') return true
  return last !== null && age - (mark - last.mark) >= waitMs && lets(closes, last.mismatches)
}

/**
 * True when an answer lets a person close: "not found" alone, for an error anything that the gateway answered, and for
 * what stays unknown a status of the order that does not fit the request.
 */
export function lets(closes: ClosingKind, mismatches: OpenOutcome['mismatches']): boolean {
  if (closes === 'unknown') return mismatches.length > 0 && !mismatches.some((one) => tellsNothing.includes(one))
  return saysNotFound(mismatches) || (closes === 'error' && mismatches.length === 0)
}

const tellsNothing: OpenOutcome['mismatches'] = ['not-answered', 'not-found', 'elsewhere']

/** True when an answer says "not found" and nothing else. */
function saysNotFound(mismatches: OpenOutcome['mismatches']): boolean {
  return mismatches.length === 1 && mismatches[0] === 'not-found'
}
