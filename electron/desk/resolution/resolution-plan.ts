/** When an open outcome is checked, and when a person may close it (addendum 7, 10). */
import { isOrderAction } from '#shared/gateway/orders/order-actions.ts'
import { createsOrder, operations } from '#shared/gateway/operations/operations.ts'
import type { ClosingKind, HistoryRow } from '#shared/model/history/history.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'

const minute = 60_000

/** At most so many status queries about unknown entries at once, and no two sooner than this after each other. */
export const askingPace = { atOnce: 3, apartMs: 500 }

/** The latest point of the polling plan at which an interrupted plan resumes: where it polls every 10 minutes. */
const interruptedAtMs = 30 * minute

/**
 * How long an entry counts as followed when its plan resumes at a start, an unlock or a wake. It counts from the send,
 * so that plans do not restart, but never so long that the next check would be half an hour away. Errors change rarely
 * and late: they begin with the slow part. Milliseconds; `age` too.
 */
export function followedFor({ state }: Pick<HistoryRow, 'state'>, age: number): number {
  return state !== 'error' ? Math.min(Math.max(age, 0), interruptedAtMs) : interruptedAtMs
}

/** How an open outcome may be closed by hand; null when it never may. */
export function closingOf(row: Pick<HistoryRow, 'operation' | 'state' | 'collision'>): ClosingKind | null {
  if (row.state === 'unknown' && canBeNotFound(row)) return 'not-found'
  // The order exists in any case, but its status may never show the outcome of this request.
  if (row.state === 'unknown' && isOrderAction(row.operation)) return 'unknown'
  if (row.state === 'error') return 'error'
  return row.collision === 'open' && row.state !== 'unknown' ? 'collision' : null
}

/**
 * True for operations that could have created an order. A refund, void, capture or upload is about an existing order:
 * "not found" proves nothing about it.
 */
function canBeNotFound({ operation }: Pick<HistoryRow, 'operation'>): boolean {
  return createsOrder(operations[operation])
}

/** The last query to the gateway: its time, and the mismatches of its reply. */
export interface LastAsked {
  /** By this computer's clock, for display. */
  readonly at: number
  /** By the monotonic clock. */
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
 * True when the gateway was queried after the waiting time and its reply permits closing. A person compares two
 * colliding entries at the gateway: no reply and no waiting time decides that.
 */
export function mayClose(closes: ClosingKind, last: LastAsked | null, { age, waitMs, mark }: Waited): boolean {
  if (closes === 'collision') return true
  return last !== null && age - (mark - last.mark) >= waitMs && permitsClosing(closes, last.mismatches)
}

/**
 * True when a reply permits closing: "not found" alone; for an error any reply of the gateway; for an unknown outcome
 * a status of the order that does not match the request.
 */
export function permitsClosing(closes: ClosingKind, mismatches: OpenOutcome['mismatches']): boolean {
  if (closes === 'unknown') return mismatches.length > 0 && !mismatches.some((one) => inconclusive.includes(one))
  return isNotFound(mismatches) || (closes === 'error' && mismatches.length === 0)
}

const inconclusive: OpenOutcome['mismatches'] = ['not-answered', 'not-found', 'elsewhere']

/** True when a reply means "not found" and nothing else. */
function isNotFound(mismatches: OpenOutcome['mismatches']): boolean {
  return mismatches.length === 1 && mismatches[0] === 'not-found'
}
