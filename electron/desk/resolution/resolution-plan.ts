/** When an open outcome is checked, and when a person may close it (addendum 7, 10). */
import { isOrderAction } from '#shared/gateway/orders/order-actions.ts'
import { createsOrder, operations } from '#shared/gateway/operations/operations.ts'
import type { ClosingKind, HistoryRow } from '#shared/model/history/history.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'

const minute = 60_000

/** At most three status queries about unknown entries run at once, and starts are 0.5 s apart. */
export const queryPace = { atOnce: 3, apartMs: 500 }

/** The latest point at which an interrupted polling plan resumes; there it polls every 10 minutes. */
const interruptedAtMs = 30 * minute

/**
 * How long an entry counts as followed when its plan resumes after a start, an unlock or a wake. It counts from the
 * send, so that plans do not restart; but it is limited, as the next check would otherwise be half an hour away. Errors
 * change rarely and late, so they start at the limit. In milliseconds, as `age`.
 */
export function followedFor({ state }: Pick<HistoryRow, 'state'>, age: number): number {
  return state !== 'error' ? Math.min(Math.max(age, 0), interruptedAtMs) : interruptedAtMs
}

/** How an open outcome may be closed by hand; null if never. */
export function closingOf(row: Pick<HistoryRow, 'operation' | 'state' | 'collision'>): ClosingKind | null {
  if (row.state === 'unknown' && canBeNotFound(row)) return 'not-found'
  // The order exists, but its status may never show the outcome of this request.
  if (row.state === 'unknown' && isOrderAction(row.operation)) return 'unknown'
  if (row.state === 'error') return 'error'
  return row.collision === 'open' && row.state !== 'unknown' ? 'collision' : null
}

/**
 * True for operations that could have created an order. A refund, void, capture or upload is about an existing order,
 * so "not found" proves nothing about it.
 */
function canBeNotFound({ operation }: Pick<HistoryRow, 'operation'>): boolean {
  return createsOrder(operations[operation])
}

/** The last query of the gateway: its time, and the mismatches in its reply. */
export interface LastQuery {
  /** By this computer's clock, for display. */
  readonly at: number
  /** By the monotonic clock. */
  readonly mark: number
  readonly mismatches: OpenOutcome['mismatches']
}

/** The age of an entry and its waiting time in milliseconds. `mark`: now, by the clock of `LastQuery.mark`. */
export interface Waited {
  readonly age: number
  readonly waitMs: number
  readonly mark: number
}

/**
 * True if the gateway was queried after the waiting time and its reply permits closing. Two colliding entries are
 * compared by a person at the gateway, so neither reply nor waiting time is needed.
 */
export function mayClose(closes: ClosingKind, last: LastQuery | null, { age, waitMs, mark }: Waited): boolean {
  if (closes === 'collision') return true
  return last !== null && age - (mark - last.mark) >= waitMs && permitsClosing(closes, last.mismatches)
}

/**
 * True if a reply permits closing. Not found: the reply means only "not found". Error: that, or a status without
 * mismatches. Unknown: a status of the order that does not match the request.
 */
export function permitsClosing(closes: ClosingKind, mismatches: OpenOutcome['mismatches']): boolean {
  if (closes === 'unknown') return mismatches.length > 0 && !mismatches.some((one) => inconclusive.includes(one))
  return isNotFound(mismatches) || (closes === 'error' && mismatches.length === 0)
}

const inconclusive: OpenOutcome['mismatches'] = ['not-answered', 'not-found', 'elsewhere']

/** True if a reply means "not found" and nothing else. */
function isNotFound(mismatches: OpenOutcome['mismatches']): boolean {
  return mismatches.length === 1 && mismatches[0] === 'not-found'
}
