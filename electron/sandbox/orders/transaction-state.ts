/** The state of an order or a later transaction at a moment (§2.9, §3, addendum 7). */
import { wayOf, type OrderRecord, type Transaction } from './orders.ts'
import { results, type OrderResult } from './results.ts'
import { progressOf, type Wait } from './ways.ts'

export interface TransactionState extends Omit<OrderResult, 'suffix'> {
  readonly stage: string
  /** True once the result is visible; its status may still not be final. */
  readonly final: boolean
  /** When the result becomes visible, as far as that is known. ISO 8601, UTC. */
  readonly settledAt: string
  /** The cardholder's next step; null if there is none. */
  readonly waitsFor: Wait | null
  /** The result of the authentication; null before it ends, and without one. */
  readonly authenticated: boolean | null
}

/**
 * The state at `now` (milliseconds since 1970), computed for each query, so that nothing has to run in between. An
 * order is in its filters for half of the time, then at the acquirer, then its result is visible. If the cardholder has
 * to authenticate, the order waits after the filters, and is at the acquirer after the authentication.
 */
export function orderStateOf({ order, steps }: Omit<OrderRecord, 'transactions'>, now: number): TransactionState {
  const family = order.transactionType
  const progress = progressOf(wayOf(order), steps)
  const submitted = Date.parse(order.submittedAt)
  const finalFrom = Date.parse(order.settledAt)
  if (progress.kind === 'not-needed') {
    if (now >= finalFrom) return resultState(family, results[order.result], order.settledAt, null)
    return underWay(family, now < submitted + (finalFrom - submitted) / 2 ? 'filtering' : 'processing', order.settledAt)
  }
  if (progress.kind === 'waits') {
    if (now < finalFrom) return underWay(family, 'filtering', order.settledAt)
    return { ...underWay(family, '3d_validating', order.settledAt), waitsFor: progress.for }
  }
  if (now < Date.parse(progress.settledAt)) return underWay(family, 'processing', progress.settledAt)
  const result = progress.passed ? results[order.result] : results['not-authenticated']
  return resultState(family, result, progress.settledAt, progress.passed)
}

/** As `orderStateOf`, for a refund, void or capture: in progress until its result is visible. */
export function transactionState({ transactionType, result, settledAt }: Transaction, now: number): TransactionState {
  return now < Date.parse(settledAt)
    ? underWay(transactionType, 'processing', settledAt)
    : resultState(transactionType, results[result], settledAt, null)
}

/** True if the order itself is approved: a card can be registered from it, and it can be refunded. */
export function isApproved(record: OrderRecord, now: number): boolean {
  return orderStateOf(record, now).status === 'approved'
}

function underWay(family: string, suffix: string, settledAt: string): TransactionState {
  const stage = `${family}_${suffix}`
  return { status: 'processing', stage, final: false, settledAt, waitsFor: null, authenticated: null }
}

function resultState(
  family: string, { suffix, ...result }: OrderResult, settledAt: string, authenticated: boolean | null,
): TransactionState {
  return { ...result, stage: `${family}_${suffix}`, final: true, settledAt, waitsFor: null, authenticated }
}
