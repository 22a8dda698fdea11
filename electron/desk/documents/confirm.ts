/** The facts of a confirmation, which the gateway has confirmed right before. */
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
  approvedCapture, askOrder, askOrderSnapshot, orderPage, type OrderAt, type OrderSnapshot,
} from '../orders/index.ts'
import type { ConfirmationFacts } from './facts.ts'

const notAsked: Failure = {
  code: 'team-unavailable', why: 'unreachable',
  detail: 'The order has a refund or void. Other desks may have refunded more, which the confirmation would not name.',
}

/** A payment: approved by the gateway now, not refunded as a whole, and by card. */
export async function confirmPayment(desk: DeskContext, key: OrderKey): Promise<Result<ConfirmationFacts, Failure>> {
  const known = await knownOrder(desk, key)
  if (!known.ok) return known
  const { order, maker } = known.value
  const asked = await askOrderSnapshot(desk, order)
  if (!asked.ok) return asked
  const { answer, newest, own, isOwnKept, isAsSent, whole, refunded, refundsKnownTo, actions } = asked.value
  const facts = isOwnKept ? newest : own ?? newest
  const obstacle = obstacleToPayment(facts, maker)
  if (obstacle !== null) return notNow(obstacle)
  if (!isAsSent) return notNow('not-as-sent')
  if (whole === null || refunded === null || !isCertain(asked.value, maker)) return notNow('amount-not-known')
  if (BigInt(refunded) >= BigInt(whole)) return notNow('nothing-left')
  // Only the newest of the refunds and voids shows: other desks may have sent more than this one knows.
  if (refundsKnownTo === 'here-alone' && newest.transactionType === 'reversal') return failed(notAsked)
  // A refund or void from elsewhere: how much of the payment is left is not known.
  if (BigInt(refunded) === 0n && isReturned(newest)) return notNow('later-transaction')
  const amount = amountOf(order, whole, facts.currency)
  return success({
    ...sharedFacts(order, answer, maker),
    // The money of a hold moved with its capture.
    kind: 'payment', amount, at: timeOf(facts.transactionType === 'capture' ? approvedCapture(actions) : maker),
    other: BigInt(refunded) === 0n ? null : { ...amount, minorAmount: refunded },
    bankReference: null,
  })
}

/** A refund that this desk sent: approved by the gateway now. */
export async function confirmRefund(
  desk: DeskContext, key: OrderKey, entryId: EntryId,
): Promise<Result<ConfirmationFacts, Failure>> {
  const known = await knownOrder(desk, key)
  if (!known.ok) return known
  const { order, maker, page } = known.value
  const row = page.entries.find((entry) => entry.row.entryId === entryId)?.row
  if (row === undefined) return failed({ code: 'no-such-entry' })
  const isReturn = isRefund(row.operation) && row.releasesHold !== true && row.orderId === order.orderId
  if (!isReturn || row.state !== 'approved') return notNow('not-successful')
  if (row.serialNumber === null) return notNow('status-not-known')
  const asked = await askOrder(desk.sender, order, maker, { serialNumber: row.serialNumber })
  if (!asked.ok) return asked
  const { answer, reply } = asked.value
  const facts = orderFacts((name) => filledReplyField(reply, name), order.target.profile.switches)
  if (facts.transactionType !== 'reversal') return notNow('status-not-known')
  const obstacle = obstacleOf(facts)
  if (obstacle !== null) return notNow(obstacle)
  const moved = row.minorAmount ?? row.reviewed?.minorAmount ?? null
  if (moved === null) return notNow('amount-not-known')
  const currency = row.currency ?? row.reviewed?.currency ?? facts.currency
  const paid = maker === null ? null : paidBy(maker)
  return success({
    ...sharedFacts(order, answer, maker),
    kind: 'refund', amount: amountOf(order, moved, currency), at: timeOf(row),
    other: paid === null ? null : amountOf(order, paid, maker?.currency ?? currency),
    // SECURITY: the bank's own number alone, not a text of the gateway.
    bankReference: row.bankReference !== null && /^\d{6,23}$/.test(row.bankReference) ? row.bankReference : null,
  })
}

/** The amount of a plain payment; null where less may have been paid: of a hold, or of several amounts in turn. */
function paidBy({ operation, minorAmount, enumeratedMinorAmounts }: HistoryRow): MinorUnits | null {
  return operations[operation].kind === 'charge' && enumeratedMinorAmounts.length === 0 ? minorAmount : null
}

interface KnownOrder {
  readonly order: OrderAt
  readonly page: OrderPage
  /** The request that created the order; null where it was not sent from here. */
  readonly maker: HistoryRow | null
}

async function knownOrder(desk: DeskContext, key: OrderKey): Promise<Result<KnownOrder, Failure>> {
  const page = await orderPage(desk.services, key)
  if (!page.ok) return page
  const { orderId, merchantOrderId, entryPoint, entries } = page.value
  if (orderId === null || merchantOrderId === null) return notNow('status-not-known')
  const target = await desk.findTarget(key.profileId, entryPoint)
  if (!target.ok) return target
  const maker = entries.findLast(({ row }) => createsOrder(operations[row.operation]) && row.orderId === orderId)?.row
  return success({ order: { target: target.value, orderId, merchantOrderId }, page: page.value, maker: maker ?? null })
}

/** Money of the customer that was collected: a payout or transfer is none, and a hold only once it is captured. */
function obstacleToPayment(facts: OrderFacts, maker: HistoryRow | null): OrderObstacle | null {
  const status = obstacleOf(facts)
  if (status !== null) return status
  const kind = maker === null ? null : operations[maker.operation].kind
  if (kind !== null && kind !== 'charge' && kind !== 'hold') return 'not-successful'
  switch (facts.transactionType) {
    case 'sale':
    case 'capture': return null
    case 'preauth': return 'not-final'
    default: return kind === 'charge' && facts.transactionType === null ? null : 'status-not-known'
  }
}

/**
 * Whether the amount of the order is the one that was paid. The gateway names two where one of several was approved,
 * or where a part of a hold was captured elsewhere; and where its `amount` is what a refund left of a plain payment.
 */
function isCertain({ own, newest, whole, wholeIsCertain }: OrderSnapshot, maker: HistoryRow | null): boolean {
  return wholeIsCertain
    || ((own ?? newest).transactionType !== 'capture' && maker !== null && whole === paidBy(maker))
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
  { target, merchantOrderId }: OrderAt, answer: Answer, maker: HistoryRow | null,
): Pick<ConfirmationFacts, 'profile' | 'card' | 'merchantOrderId' | 'statusAt'> {
  const find = (name: string): string | null =>
    answer.reply?.fields.find((field) => field.name === name)?.value.trim() || null
  const lastFour = maker?.lastFour ?? find('last-four-digits')
  const brand = maker?.cardBrand ?? find('card-type')
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
