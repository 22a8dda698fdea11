/** The current state of an order, queried at the gateway, and whether a refund, void or capture of it may be sent. */
import type { MerchantOrderId, MinorUnits, OrderId } from '#shared/brands.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { isCurrencyCode } from '#shared/gateway/numbers/currencies.ts'
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
import { journaledBefore } from './journaled-before.ts'
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
  /** The reply about the order's status. */
  readonly answer: Answer
  readonly newest: OrderFacts
  /**
   * The transaction that an action is about, if a later one is the newest: queried by its serial number, or from the
   * history if the newest failed. Null if neither is known here.
   */
  readonly own: OrderFacts | null
  /** True if `own` comes from the history and the gateway did not confirm it now. */
  readonly isOwnKept: boolean
  /**
   * The whole amount of the order: its initial amount, the approved one of several, or the part that this desk
   * captured.
   */
  readonly whole: MinorUnits | null
  /**
   * False if it is not known which amount a whole refund moves: the gateway reports two amounts, or another one than
   * was sent; or a hold was captured elsewhere by a gate that captures parts, while every status reports the
   * initial amount (§2.9).
   */
  readonly wholeIsCertain: boolean
  /** The order's currency; null if it is not known, or if the gateway reports another one than was sent. */
  readonly currency: string | null
  /** False if the gateway reports the payment differently from what this desk sent. */
  readonly isAsSent: boolean
  /** True for a payout or transfer that this desk sent. */
  readonly collectedNothing: boolean
  /** Refunds, voids and captures sent from this computer, newest first. */
  readonly actions: readonly HistoryRow[]
  /** In minor units; null if not known. */
  readonly refunded: MinorUnits | null
  /** The desks whose refunds are counted. */
  readonly refundsKnownTo: RefundSource
}

/**
 * Queries the order's status and journals the query. Fails before the query with `order-busy` while another action on
 * the order is in progress, and with `team-taken` while another desk has claimed the order. Fails with
 * `order-not-found` if the gateway does not know the order, and with `not-possible-now` if the reply cannot be read.
 */
export async function queryOrderSnapshot(
  desk: DeskContext, order: OrderAt,
): Promise<Result<OrderSnapshot, Failure>> {
  const { services, sender, resolution } = desk
  const before = await idleActions(services, order)
  if (!before.ok) return before
  const creator = await creatorOf(services, order)
  if (!creator.ok) return creator
  const queried = await queryOrder(sender, order, creator.value, {})
  if (!queried.ok) return queried
  void resolution.checkReported(reportedIn(queried.value.answer))
  const switches = order.target.profile.switches
  const newest = factsIn(queried.value.reply, order, creator.value)
  const serialNumber = ownSerialNumber(newest, before.value, creator.value)
  const queriedOwn = serialNumber === null ? null : await queryOrder(sender, order, creator.value, { serialNumber })
  if (queriedOwn?.ok === false) return queriedOwn
  // The query took time, so actions that this desk sent meanwhile are read too.
  const actions = await idleActions(services, order)
  if (!actions.ok) return actions
  const refunds = await refundsKnown(desk, { ...order, profileId: order.target.profile.id }, actions.value)
  if (!refunds.ok) return refunds
  const capture = approvedCapture(actions.value)
  const captured = capture?.minorAmount ?? null
  const kept = queriedOwn === null && concernsEarlierTransaction(newest) && newest.status !== 'approved'
    ? await journaledBefore(services, placeOf(order), isTransactionOf(newest, actions.value[0])) : success(null)
  if (!kept.ok) return kept
  const ownReply = queriedOwn?.value.reply ?? kept.value
  const own = ownReply === null
    ? null
    : captureIfProven(withWhole(factsIn(ownReply, order, creator.value), captured), refunds.value.requests)
  const judged = withWhole(newest, captured)
  const { initialAmount: whole, transactionType } = own ?? judged
  const mayBePart = transactionType === 'capture' && capture === null && newest.partialCapture
  const find = (name: ReplyFieldName) => filledReplyField(queried.value.reply, name)
  const isAsSent = await isReportedAsSent(services, order, creator.value, ownReply ?? queried.value.reply)
  if (!isAsSent.ok) return isAsSent
  const reported = reportedAmount(find, switches)
  return success({
    answer: queried.value.answer,
    newest: judged,
    own,
    isOwnKept: kept.value !== null,
    whole,
    wholeIsCertain: captured !== null
      || (isAsSent.value && !mayBePart && (reported === null || reported === orderFacts(find, switches).initialAmount)),
    currency: currencyOf(creator.value, newest),
    isAsSent: isAsSent.value,
    collectedNothing: creator.value !== null && collectsNothing(creator.value.operation),
    actions: actions.value,
    refunded: sumOfRefunds(refunds.value.refunds, whole),
    refundsKnownTo: refunds.value.knownTo,
  })
}

function currencyOf(creator: HistoryRow | null, { currency: reported }: OrderFacts): string | null {
  const sent = creator?.currency ?? null
  if (reported === null || reported.toUpperCase() === sent) return sent
  return sent === null && isCurrencyCode(reported) ? reported : null
}

/** Whether a reply reports the payment as this desk sent it, and as the gateway reported it before. */
async function isReportedAsSent(
  { journal }: Services, order: OrderAt, creator: HistoryRow | null, reply: Pick<Reply, 'fields'>,
): Promise<Result<boolean, Failure>> {
  if (creator === null) return success(true)
  const found = await journal.entry({ entryId: creator.entryId })
  if (!found.ok) return found
  const earlier = found.value === null ? [] : checksOf(found.value)
  const find = (name: ReplyFieldName) => filledReplyField(reply, name)
  return success(reportedOtherwise(creator, find, order.target.profile.switches, earlier).length === 0)
}

/** Why an action on an order in this state cannot be sent; null if it can. */
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

/** The entry that created the order, if this desk sent it. */
async function creatorOf(
  services: Services, { target, orderId, merchantOrderId }: OrderAt,
): Promise<Result<HistoryRow | null, Failure>> {
  const creator = await services.journal.findMerchantOrderId({ ...merchantOfTarget(target), merchantOrderId })
  if (!creator.ok) return creator
  // A merchant order id may repeat at the gateway; only the order id proves that it is this order.
  return success(creator.value?.orderId === orderId ? creator.value : null)
}

/**
 * Queries the status of an order, or of the transaction with a serial number. Fails with `order-not-found` if the
 * gateway does not know the order, and with `not-possible-now` if the reply cannot be read.
 */
export async function queryOrder(
  sender: OperationSender, { target, orderId, merchantOrderId }: OrderAt, creator: HistoryRow | null,
  more: Pick<FieldValues, 'serialNumber'>,
): Promise<Result<{ readonly answer: Answer; readonly reply: Reply }, Failure>> {
  const operation = statusOperation(creator === null ? null : operations[creator.operation], target.profile.switches)
  const values = { merchantOrderId, orderId, ...more }
  const done = await sender.sendOperation({ operation, target, values, reason: null })
  if (!done.ok) return done
  const { answer, report: { outcome } } = done.value
  if (outcome.kind === 'answered') return success({ answer, reply: outcome.reply })
  // If a serial number was refused, the gateway may still know the order.
  const isNotFound = more.serialNumber === undefined && outcome.kind === 'refused' && reportsNotFound(outcome.reply)
  return failed(isNotFound
    ? { code: 'order-not-found', answered: answer.errorText }
    : { code: 'not-possible-now', why: 'status-not-known' })
}

/**
 * The request whose transaction an action is about, if a later one is the newest: after a refund the newest capture,
 * else the request that created the order.
 */
function ownSerialNumber(
  newest: OrderFacts, actions: readonly HistoryRow[], creator: HistoryRow | null,
): HistoryRow['serialNumber'] {
  if (!concernsEarlierTransaction(newest)) return null
  const captured = newest.transactionType === 'reversal' ? approvedCapture(actions) : null
  return captured?.serialNumber ?? creator?.serialNumber ?? null
}

/** The facts of a status reply. If several amounts were tried, the order's amount is the approved one (§2.6). */
function factsIn(
  reply: Pick<Reply, 'fields'>, { target: { profile: { switches } } }: OrderAt, creator: HistoryRow | null,
): OrderFacts {
  const find = (name: ReplyFieldName) => filledReplyField(reply, name)
  const facts = orderFacts(find, switches)
  const tried = creator?.enumeratedMinorAmounts ?? []
  if (creator === null || tried.length === 0) return facts
  const [approved = null] = [creator.netMinorAmount, reportedAmount(find, switches)]
    .flatMap((named) => tried.filter((amount) => amount === named))
  return { ...facts, initialAmount: approved }
}

function placeOf({ target, orderId, merchantOrderId }: OrderAt) {
  return { ...merchantOfTarget(target), orderId, merchantOrderId }
}

/** Whether the newest transaction of an order is this action. */
function isTransactionOf({ status, transactionType }: OrderFacts, action: HistoryRow | undefined): boolean {
  return action?.state === status && transactionTypeOf(action.operation) === transactionType
}

function withWhole(facts: OrderFacts, captured: MinorUnits | null): OrderFacts {
  return captured === null ? facts : { ...facts, initialAmount: captured }
}
