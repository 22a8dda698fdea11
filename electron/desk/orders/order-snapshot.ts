/** The present state of an order, queried at the gateway, and whether a refund, void or capture of it may be sent. */
import type { MerchantOrderId, MinorUnits, OrderId } from '#shared/brands.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import {
  collectsNothing, concernsEarlierTransaction, obstacleNow, orderFacts,
  type OrderAction, type OrderFacts, type OrderObstacle,
} from '#shared/gateway/orders/order-actions.ts'
import { transactionTypeOf } from '#shared/gateway/operations/made-transactions.ts'
import type { ReplyFieldName } from '#shared/gateway/fields/reply-fields.ts'
import { filledReplyField, type Reply } from '#shared/gateway/replies/reply.ts'
import { reportsNotFound } from '#shared/gateway/orders/resolution.ts'
import { statusOperation } from '#shared/gateway/operations/status-operation.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { RefundSource } from '#shared/model/payments/payment.ts'
import { captureIfProven, sumOfRefunds } from '#shared/model/payments/refunds.ts'
import { checksOf } from '#shared/model/payments/order-checks.ts'
import { reportedOtherwise } from '#shared/model/payments/reported-otherwise.ts'
import { reportedAmount } from '#shared/model/payments/tried-amounts.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import { merchantOfTarget, type OperationSender, type Target } from '../requests/index.ts'
import { reportedIn } from '../resolution/index.ts'
import { keptBefore } from './kept-before.ts'
import { actionInFlight, approvedCapture } from './refunds.ts'
import type { Services } from '../services.ts'
import { refundsKnown } from './refunds-known.ts'

/** An order by both its ids, with its own entry point. */
export interface OrderAt {
  readonly target: Target
  readonly orderId: OrderId
  readonly merchantOrderId: MerchantOrderId
}

export interface OrderSnapshot {
  /** The order's status as it was answered. */
  readonly answer: Answer
  readonly newest: OrderFacts
  /**
   * The transaction that an action is about, where the newest is a later one: asked by its serial number, or after one
   * that failed as the history has it. Null where neither is known here.
   */
  readonly own: OrderFacts | null
  /** True where `own` is as the history has it: the gateway did not confirm it now. */
  readonly isOwnKept: boolean
  /**
   * The whole amount of the order: its initial amount, the approved one of several, or the part of it that was captured
   * from here.
   */
  readonly whole: MinorUnits | null
  /**
   * False where it is not known which amount a whole refund moves: the gateway names two, or another than was sent, or
   * a hold was captured elsewhere by a gate that captures parts, while each status reports the initial amount (§2.9).
   */
  readonly wholeIsCertain: boolean
  /** False where the gateway reports the payment otherwise than it was sent from here. */
  readonly isAsSent: boolean
  /** True for a payout or transfer that was sent from here. */
  readonly collectedNothing: boolean
  /** Refunds, voids and captures sent from this computer, newest first. */
  readonly actions: readonly HistoryRow[]
  /** Minor units; null when not known. */
  readonly refunded: MinorUnits | null
  /** The desks whose refunds are counted. */
  readonly refundsKnownTo: RefundSource
}

/**
 * Queries the order's status and records the query in the journal. Refuses with `order-busy` before the query while
 * another action on the order is in progress, with `team-taken` while another desk has claimed the order, with
 * `order-not-found` when the gateway does not know the order, and with `not-possible-now` when the reply cannot be
 * read.
 */
export async function askOrderSnapshot(
  desk: DeskContext, order: OrderAt,
): Promise<Result<OrderSnapshot, Failure>> {
  const { services, sender, resolution } = desk
  const before = await idleActions(services, order)
  if (!before.ok) return before
  const maker = await makerOf(services, order)
  if (!maker.ok) return maker
  const asked = await askOrder(sender, order, maker.value, {})
  if (!asked.ok) return asked
  void resolution.checkReported(reportedIn(asked.value.answer))
  const switches = order.target.profile.switches
  const newest = factsIn(asked.value.reply, order, maker.value)
  const serialNumber = ownSerialNumber(newest, before.value, maker.value)
  const askedOwn = serialNumber === null ? null : await askOrder(sender, order, maker.value, { serialNumber })
  if (askedOwn?.ok === false) return askedOwn
  // The query took time: actions that another window of this computer sent meanwhile count.
  const actions = await idleActions(services, order)
  if (!actions.ok) return actions
  const refunds = await refundsKnown(desk, { ...order, profileId: order.target.profile.id }, actions.value)
  if (!refunds.ok) return refunds
  const capture = approvedCapture(actions.value)
  const captured = capture?.minorAmount ?? null
  const kept = askedOwn === null && concernsEarlierTransaction(newest) && newest.status !== 'approved'
    ? await keptBefore(services, placeOf(order), isOf(newest, actions.value[0])) : success(null)
  if (!kept.ok) return kept
  const ownReply = askedOwn?.value.reply ?? kept.value
  const own = ownReply === null
    ? null
    : captureIfProven(withWhole(factsIn(ownReply, order, maker.value), captured), refunds.value.requests)
  const judged = withWhole(newest, captured)
  const { initialAmount: whole, transactionType } = own ?? judged
  const mayBePart = transactionType === 'capture' && capture === null && newest.partialCapture
  const find = (name: ReplyFieldName) => filledReplyField(asked.value.reply, name)
  const isAsSent = await isReportedAsSent(services, order, maker.value, ownReply ?? asked.value.reply)
  if (!isAsSent.ok) return isAsSent
  const reported = reportedAmount(find, switches)
  return success({
    answer: asked.value.answer,
    newest: judged,
    own,
    isOwnKept: kept.value !== null,
    whole,
    wholeIsCertain: captured !== null
      || (isAsSent.value && !mayBePart && (reported === null || reported === orderFacts(find, switches).initialAmount)),
    isAsSent: isAsSent.value,
    collectedNothing: maker.value !== null && collectsNothing(maker.value.operation),
    actions: actions.value,
    refunded: sumOfRefunds(refunds.value.refunds, whole),
    refundsKnownTo: refunds.value.knownTo,
  })
}

/** Whether a reply reports the payment as it was sent from here, and as the gateway reported it before. */
async function isReportedAsSent(
  { journal }: Services, order: OrderAt, maker: HistoryRow | null, reply: Pick<Reply, 'fields'>,
): Promise<Result<boolean, Failure>> {
  if (maker === null) return success(true)
  const found = await journal.entry({ entryId: maker.entryId })
  if (!found.ok) return found
  const earlier = found.value === null ? [] : checksOf(found.value)
  const find = (name: ReplyFieldName) => filledReplyField(reply, name)
  return success(reportedOtherwise(maker, find, order.target.profile.switches, earlier).length === 0)
}

/** The obstacle to an action on an order in this state; null when it may be sent. */
export function obstacleAt(
  snapshot: OrderSnapshot, action: OrderAction, minorAmount: MinorUnits | null, currency: string | null,
): OrderObstacle | null {
  if (snapshot.collectedNothing) return 'not-collected'
  if (snapshot.refunded === null) return 'amount-not-known'
  const wanted = { action, minorAmount, currency, refundedKnownHere: snapshot.refunded }
  return obstacleNow(wanted, snapshot.newest, snapshot.own)
}

async function idleActions(
  services: Services, { target, orderId }: OrderAt,
): Promise<Result<readonly HistoryRow[], Failure>> {
  const actions = await services.journal.orderActions({ ...merchantOfTarget(target), orderId })
  if (!actions.ok) return actions
  const inFlight = actionInFlight(actions.value)
  return inFlight === null ? actions : failed({ code: 'order-busy', entryId: inFlight.entryId })
}

/** The entry that created the order, where it was sent from here. */
async function makerOf(
  services: Services, { target, orderId, merchantOrderId }: OrderAt,
): Promise<Result<HistoryRow | null, Failure>> {
  const maker = await services.journal.findMerchantOrderId({ ...merchantOfTarget(target), merchantOrderId })
  if (!maker.ok) return maker
  // A merchant order id may repeat at the gateway: only the order id proves that it is this order.
  return success(maker.value?.orderId === orderId ? maker.value : null)
}

/**
 * Asks the status of an order, or of the transaction with a serial number. Fails with `order-not-found` where the
 * gateway does not know the order, and with `not-possible-now` where the reply cannot be read.
 */
export async function askOrder(
  sender: OperationSender, { target, orderId, merchantOrderId }: OrderAt, maker: HistoryRow | null,
  more: Pick<FieldValues, 'serialNumber'>,
): Promise<Result<{ readonly answer: Answer; readonly reply: Reply }, Failure>> {
  const operation = statusOperation(maker === null ? null : operations[maker.operation], target.profile.switches)
  const values = { merchantOrderId, orderId, ...more }
  const done = await sender.sendOperation({ operation, target, values, reason: null })
  if (!done.ok) return done
  const { answer, report: { outcome } } = done.value
  if (outcome.kind === 'answered') return success({ answer, reply: outcome.reply })
  // A refused serial number may be that of one transaction, of an order that the gateway knows.
  const isNotFound = more.serialNumber === undefined && outcome.kind === 'refused' && reportsNotFound(outcome.reply)
  return failed(isNotFound
    ? { code: 'order-not-found', answered: answer.errorText }
    : { code: 'not-possible-now', why: 'status-not-known' })
}

/**
 * The request whose transaction an action would be about, when the newest is a later one: after a refund the newest
 * capture, else the request that created the order.
 */
function ownSerialNumber(
  newest: OrderFacts, actions: readonly HistoryRow[], maker: HistoryRow | null,
): HistoryRow['serialNumber'] {
  if (!concernsEarlierTransaction(newest)) return null
  const captured = newest.transactionType === 'reversal' ? approvedCapture(actions) : null
  return captured?.serialNumber ?? maker?.serialNumber ?? null
}

/** The facts of a status reply; where several amounts were tried in turn, the order's is the approved one (§2.6). */
function factsIn(reply: Pick<Reply, 'fields'>, { target: { profile: { switches } } }: OrderAt, maker: HistoryRow | null): OrderFacts {
  const find = (name: ReplyFieldName) => filledReplyField(reply, name)
  const facts = orderFacts(find, switches)
  const tried = maker?.enumeratedMinorAmounts ?? []
  if (maker === null || tried.length === 0) return facts
  const [approved = null] = [maker.netMinorAmount, reportedAmount(find, switches)]
    .flatMap((named) => tried.filter((amount) => amount === named))
  return { ...facts, initialAmount: approved }
}

function placeOf({ target, orderId, merchantOrderId }: OrderAt) {
  return { ...merchantOfTarget(target), orderId, merchantOrderId }
}

/** Whether the newest transaction of an order is this action. */
function isOf({ status, transactionType }: OrderFacts, action: HistoryRow | undefined): boolean {
  return action?.state === status && transactionTypeOf(action.operation) === transactionType
}

function withWhole(facts: OrderFacts, captured: MinorUnits | null): OrderFacts {
  return captured === null ? facts : { ...facts, initialAmount: captured }
}
