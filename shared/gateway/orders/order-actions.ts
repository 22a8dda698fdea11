/**
 * The rules for actions on an order: refund, void, capture (addendum 8). The page offers actions and main permits them
 * by the same rules.
 */
import type { MinorUnits } from '../../brands.ts'
import { minorUnitDigits } from '../numbers/currencies.ts'
import { toMinorUnits, withoutSurplusZeros } from '../numbers/money.ts'
import {
  carries, createsOrder, directionOf, effectOf, operationIds, operations, touchesMoney, type OperationId,
  type OrderActionId,
} from '../operations/operations.ts'
import { isFinalStatus } from '../replies/order-status.ts'
import type { ReplyFieldName } from '../fields/reply-fields.ts'
import type { Switches } from '../operations/switches.ts'
import { transactionTypeOf } from '../operations/made-transactions.ts'

export type OrderAction = OrderActionId

/** The operations that act on the money of an existing order. */
export const orderActions: readonly OrderAction[] = operationIds.filter((id): id is OrderAction =>
  touchesMoney(operations[id]) && !createsOrder(operations[id]))

/** The reasons why an action is not possible, in the order of the checks. */
export const orderObstacles = [
  'status-not-known', 'not-final', 'not-successful', 'not-collected', 'not-a-preauth', 'already-captured', 'later-transaction', 'other-currency',
  'whole-only', 'amount-not-known', 'nothing-left', 'part-not-supported', 'above-amount', 'order-changed',
  'not-as-sent',
] as const
export type OrderObstacle = (typeof orderObstacles)[number]

/** The facts of a status reply that decide which actions are possible. */
export interface OrderFacts {
  readonly status: string | null
  /** `sale`, `reversal`, `capture` or `preauth` (§2.9); null if the reply has none. */
  readonly transactionType: string | null
  /** Minor units; null if the reply has no readable amount. */
  readonly initialAmount: MinorUnits | null
  readonly currency: string | null
  readonly partialReversal: boolean
  readonly partialCapture: boolean
}

/** The requested action. Minor units; null sends no amount, which means the whole. */
export interface WantedAction {
  readonly action: OrderAction
  readonly minorAmount: MinorUnits | null
  /** Null if no currency is sent. */
  readonly currency: string | null
  /** Minor units refunded or voided according to this desk's history; other desks refund too. */
  readonly refundedKnownHere: MinorUnits
}

/** Reads the facts from a status reply; `find` returns a field's value or null. */
export function orderFacts(
  find: (name: ReplyFieldName) => string | null, switches: Pick<Switches, 'minorUnitDigits'>,
): OrderFacts {
  const currency = find('currency')
  const digits = currency === null ? null : minorUnitDigits(currency, switches.minorUnitDigits)
  const text = find('initial-amount') ?? find('amount')
  const amount = digits === null || text === null ? null : toMinorUnits(withoutSurplusZeros(text, digits), digits)
  return {
    status: find('status'),
    transactionType: find('transaction-type'),
    initialAmount: amount?.ok === true ? amount.value : null,
    currency,
    partialReversal: find('gate-partial-reversal') === 'enabled',
    partialCapture: find('gate-partial-capture') === 'enabled',
  }
}

/** True for the id of an action on an existing order. */
export function isOrderAction(text: string): text is OrderAction {
  return (orderActions as readonly string[]).includes(text)
}

/** True for an operation that refunds the whole or a part and can be repeated; false for a void. */
export function isRefund(id: OperationId): boolean {
  return transactionTypeOf(id) === 'reversal' && takesAmount(id)
}

/** True for an operation that captures money held by an order. */
export function isCapture(id: OperationId): boolean {
  return transactionTypeOf(id) === 'capture'
}

function takesAmount(id: OperationId): boolean {
  return carries(operations[id], 'amount')
}

/**
 * True for an operation whose order paid money out or moved it between third parties: such an order cannot be refunded,
 * voided or captured (addendum 8 names only sales, captures and preauthorisations).
 */
export function collectsNothing(id: OperationId): boolean {
  return effectOf(operations[id]) === 'moves-money' && createsOrder(operations[id]) && directionOf(operations[id]) !== 'in'
}

/**
 * True if the order's newest transaction is a final refund or void, or a capture that failed: an action then concerns
 * an earlier transaction. An approved capture can itself be refunded. A transaction that is not final blocks every
 * action.
 */
export function concernsEarlierTransaction({ status, transactionType }: OrderFacts): boolean {
  if (status === null || !isFinalStatus(status)) return false
  return transactionType === 'reversal' || (transactionType === 'capture' && status !== 'approved')
}

/**
 * The present obstacle to an action; null if there is none. `newest` is the order's status, which reports its newest
 * transaction. If that is a refund or capture, `own` is the status of the action's own transaction, queried by its
 * serial number, so that a declined refund does not make its sale look unsuccessful. `own` is null if its serial number
 * is not known here.
 */
export function obstacleNow(wanted: WantedAction, newest: OrderFacts, own: OrderFacts | null): OrderObstacle | null {
  if (own === null) return obstacleTo(wanted, newest)
  if (newest.status === null) return 'status-not-known'
  if (!isFinalStatus(newest.status)) return 'not-final'
  if (newest.status === 'approved' && newest.transactionType === 'reversal') {
    if (isCapture(wanted.action) && own.transactionType !== 'preauth') return nothingHeld(own)
    if (!isRefund(wanted.action)) return 'later-transaction'
    if (own.transactionType === 'preauth') return 'nothing-left'
  }
  return obstacleTo(wanted, own)
}

/** The obstacle to an action; null if it may be reviewed and sent. */
export function obstacleTo(wanted: WantedAction, facts: OrderFacts): OrderObstacle | null {
  return stateObstacle(wanted, facts) ?? amountObstacle(wanted, facts)
}

function stateObstacle({ action, currency, refundedKnownHere }: WantedAction, facts: OrderFacts): OrderObstacle | null {
  if (facts.status === null) return 'status-not-known'
  if (!isFinalStatus(facts.status)) return 'not-final'
  if (facts.status !== 'approved') return 'not-successful'
  if (isCapture(action) && facts.transactionType !== 'preauth') return nothingHeld(facts)
  // A void cancels the whole transaction, which is no longer possible after a refund.
  const refunded = facts.transactionType === 'reversal' || BigInt(refundedKnownHere) > 0n
  if (!takesAmount(action) && refunded) return 'later-transaction'
  return currency !== null && currency !== facts.currency ? 'other-currency' : null
}

/** Why there is nothing to capture: it was captured already, or never held. */
function nothingHeld({ transactionType }: OrderFacts): OrderObstacle {
  return transactionType === 'capture' ? 'already-captured' : 'not-a-preauth'
}

/**
 * The largest amount that an action may move, in minor units, by this desk's history: the rest of the order for a
 * refund, otherwise the whole. Null if the order's amount is not known.
 */
export function mostPossible(
  { action, refundedKnownHere }: Pick<WantedAction, 'action' | 'refundedKnownHere'>, { initialAmount }: OrderFacts,
): MinorUnits | null {
  if (initialAmount === null || !isRefund(action)) return initialAmount
  const left = BigInt(initialAmount) - BigInt(refundedKnownHere)
  return String(left > 0n ? left : 0n) as MinorUnits
}

function amountObstacle(wanted: WantedAction, facts: OrderFacts): OrderObstacle | null {
  const { action, minorAmount } = wanted
  if (!takesAmount(action)) return null
  // Addendum 8: a refund of a preauthorisation cancels it.
  if (isRefund(action) && facts.transactionType === 'preauth' && minorAmount !== null) return 'whole-only'
  const refunded = isRefund(action) ? BigInt(wanted.refundedKnownHere) : 0n
  if (facts.initialAmount === null) return minorAmount === null && refunded === 0n ? null : 'amount-not-known'
  const initial = BigInt(facts.initialAmount)
  if (refunded >= initial) return 'nothing-left'
  const requested = minorAmount === null ? initial : BigInt(minorAmount)
  const isPart = requested !== initial
  const supported = isRefund(action) ? facts.partialReversal : facts.partialCapture
  if (isPart && !supported) return 'part-not-supported'
  return requested + refunded > initial ? 'above-amount' : null
}
