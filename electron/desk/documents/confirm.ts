/** The facts of a confirmation, which the gateway has confirmed just before. */
import type { EntryId, MinorUnits } from '#shared/brands.ts'
import type { ReadAmount } from '#shared/customer-texts/format.ts'
import { isRefund, orderFacts, type OrderFacts, type OrderObstacle } from '#shared/gateway/orders/order-actions.ts'
import { isFinalStatus } from '#shared/gateway/replies/order-status.ts'
import { createsOrder, operations } from '#shared/gateway/operations/operations.ts'
import { filledReplyField } from '#shared/gateway/replies/reply.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { OrderKey, OrderPage } from '#shared/model/payments/order.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import {
  approvedCapture, queryOrder, queryOrderSnapshot, orderPage, type OrderAt, type OrderSnapshot,
} from '../orders/index.ts'
import type { ConfirmationFacts } from './facts.ts'

const teamNotQueried: Failure = {
  code: 'team-unavailable', why: 'unreachable',
  detail: 'The order has a refund or void. Other desks may have refunded more, which the confirmation would not name.',
}

/** Confirms a payment: approved by the gateway now, not completely refunded, and by card. */
export async function confirmPayment(desk: DeskContext, key: OrderKey): Promise<Result<ConfirmationFacts, Failure>> {
  const known = await knownOrder(desk, key)
  if (!known.ok) return known
  const { order, creator } = known.value
  const queried = await queryOrderSnapshot(desk, order)
  if (!queried.ok) return queried
  const { answer, newest, own, isOwnKept, isAsSent, whole, refunded, refundsKnownTo, actions } = queried.value
  const facts = isOwnKept ? newest : own ?? newest
  const obstacle = obstacleToPayment(facts, creator)
  if (obstacle !== null) return notNow(obstacle)
  if (!isAsSent) return notNow('not-as-sent')
  if (whole === null || refunded === null || !isCertain(queried.value, creator)) return notNow('amount-not-known')
  if (BigInt(refunded) >= BigInt(whole)) return notNow('nothing-left')
  // The order shows only its newest refund or void, so other desks may have sent more than this one knows.
  if (refundsKnownTo === 'here-alone' && newest.transactionType === 'reversal') return failed(teamNotQueried)
  // A refund or void from elsewhere: the remaining amount is not known.
  if (BigInt(refunded) === 0n && isReturned(newest)) return notNow('later-transaction')
  const amount = amountOf(order, whole, facts.currency)
  return success({
    ...sharedFacts(order, answer, creator),
    // The money of a hold moved with its capture.
    kind: 'payment', amount, at: timeOf(facts.transactionType === 'capture' ? approvedCapture(actions) : creator),
    other: BigInt(refunded) === 0n ? null : { ...amount, minorAmount: refunded },
    bankReference: null,
  })
}

/** Confirms a refund that this desk sent: approved by the gateway now. */
export async function confirmRefund(
  desk: DeskContext, key: OrderKey, entryId: EntryId,
): Promise<Result<ConfirmationFacts, Failure>> {
  const known = await knownOrder(desk, key)
  if (!known.ok) return known
  const { order, creator, page } = known.value
  const row = page.entries.find((entry) => entry.row.entryId === entryId)?.row
  if (row === undefined) return failed({ code: 'no-such-entry' })
  const isReturn = isRefund(row.operation) && row.releasesHold !== true && row.orderId === order.orderId
  if (!isReturn || row.state !== 'approved') return notNow('not-successful')
  if (row.serialNumber === null) return notNow('status-not-known')
  const queried = await queryOrder(desk.sender, order, creator, { serialNumber: row.serialNumber })
  if (!queried.ok) return queried
  const { answer, reply } = queried.value
  const facts = orderFacts((name) => filledReplyField(reply, name), order.target.profile.switches)
  if (facts.transactionType !== 'reversal') return notNow('status-not-known')
  const obstacle = obstacleOf(facts)
  if (obstacle !== null) return notNow(obstacle)
  const moved = row.minorAmount ?? row.reviewed?.minorAmount ?? null
  if (moved === null) return notNow('amount-not-known')
  const currency = row.currency ?? row.reviewed?.currency ?? facts.currency
  const paid = creator === null ? null : paidBy(creator)
  return success({
    ...sharedFacts(order, answer, creator),
    kind: 'refund', amount: amountOf(order, moved, currency), at: timeOf(row),
    other: paid === null ? null : amountOf(order, paid, creator?.currency ?? currency),
    // SECURITY: only the bank's own number, never other text of the gateway.
    bankReference: row.bankReference !== null && /^\d{6,23}$/.test(row.bankReference) ? row.bankReference : null,
  })
}

/** The amount of a plain charge; null if less may have been paid (a hold, or one of several amounts). */
function paidBy({ operation, minorAmount, enumeratedMinorAmounts }: HistoryRow): MinorUnits | null {
  return operations[operation].kind === 'charge' && enumeratedMinorAmounts.length === 0 ? minorAmount : null
}

interface KnownOrder {
  readonly order: OrderAt
  readonly page: OrderPage
  /** The request that created the order; null if this desk did not send it. */
  readonly creator: HistoryRow | null
}

async function knownOrder(desk: DeskContext, key: OrderKey): Promise<Result<KnownOrder, Failure>> {
  const page = await orderPage(desk.services, key)
  if (!page.ok) return page
  const { orderId, merchantOrderId, entryPoint, entries } = page.value
  if (orderId === null || merchantOrderId === null) return notNow('status-not-known')
  const target = await desk.findTarget(key.profileId, entryPoint)
  if (!target.ok) return target
  const creator = entries.findLast(({ row }) => createsOrder(operations[row.operation]) && row.orderId === orderId)?.row
  const order = { target: target.value, orderId, merchantOrderId }
  return success({ order, page: page.value, creator: creator ?? null })
}

/** Why no money of the customer was collected. A payout or transfer collects none, a hold only when captured. */
function obstacleToPayment(facts: OrderFacts, creator: HistoryRow | null): OrderObstacle | null {
  const status = obstacleOf(facts)
  if (status !== null) return status
  const kind = creator === null ? null : operations[creator.operation].kind
  if (kind !== null && kind !== 'charge' && kind !== 'hold') return 'not-successful'
  switch (facts.transactionType) {
    case 'sale':
    case 'capture': return null
    case 'preauth': return 'not-final'
    default: return kind === 'charge' && facts.transactionType === null ? null : 'status-not-known'
  }
}

/**
 * Whether the order's amount is the amount that was paid. The gateway reports two amounts if one of several was
 * approved, or if part of a hold was captured elsewhere; also if its `amount` is what a refund left of a plain charge.
 */
function isCertain({ own, newest, whole, wholeIsCertain }: OrderSnapshot, creator: HistoryRow | null): boolean {
  return wholeIsCertain
    || ((own ?? newest).transactionType !== 'capture' && creator !== null && whole === paidBy(creator))
}

/** Whether the newest transaction of the order is an approved refund or void. */
function isReturned({ status, transactionType }: OrderFacts): boolean {
  return status === 'approved' && transactionType === 'reversal'
}

function obstacleOf({ status }: OrderFacts): OrderObstacle | null {
  if (status === null) return 'status-not-known'
  if (!isFinalStatus(status)) return 'not-final'
  return status === 'approved' ? null : 'not-successful'
}

function sharedFacts(
  { target, merchantOrderId }: OrderAt, answer: Answer, creator: HistoryRow | null,
): Pick<ConfirmationFacts, 'profile' | 'card' | 'merchantOrderId' | 'statusAt'> {
  const find = (name: string): string | null =>
    answer.reply?.fields.find((field) => field.name === name)?.value.trim() || null
  const lastFour = creator?.lastFour ?? find('last-four-digits')
  const brand = creator?.cardBrand ?? find('card-type')
  return {
    profile: target.profile, merchantOrderId, statusAt: answer.at,
    card: lastFour === null || !/^\d{4}$/.test(lastFour) ? null
      : { lastFour, brand: brand !== null && /^[\p{L}\d -]{1,30}$/u.test(brand) ? brand : null },
  }
}

function amountOf({ target }: OrderAt, minorAmount: MinorUnits, currency: string | null): ReadAmount {
  return { minorAmount, currency, reading: target.profile.switches.minorUnitDigits }
}

function timeOf(row: HistoryRow | null): HistoryRow['at'] | null {
  return row === null ? null : row.finalAt ?? row.at
}

function notNow(why: OrderObstacle): Result<never, Failure> {
  return failed({ code: 'not-possible-now', why })
}
