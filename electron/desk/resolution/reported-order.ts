/** What another source reported of an order, and whose present states it may change. */
import type { MerchantOrderId, OrderId, ProfileId } from '#shared/brands.ts'
import { isLaterTransaction } from '#shared/gateway/catalogue/transaction-types.ts'
import { transactionTypeOf } from '#shared/gateway/operations/made-transactions.ts'
import { isFinalStatus } from '#shared/gateway/replies/order-status.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import { isUncertain, isUndone, type HistoryRow } from '#shared/model/history/history.ts'
import { keptReplyField } from '../history/index.ts'
import { isInDoubt } from './entry-status.ts'

/** An order that a lookup, a review or a callback reported. */
export interface ReportedOrder {
  readonly profileId: ProfileId
  readonly merchantOrderId: MerchantOrderId | null
  readonly orderId: OrderId | null
  /** Its status there; null where none is named. */
  readonly status: string | null
  /** The gateway's word for the transaction that has this status (§2.9); null where none is named. */
  readonly transactionType: string | null
}

/** The order that the answer to a status query reports. */
export function reportedIn({ profileId, merchantOrderId, orderId, outcome, reply }: Answer): ReportedOrder {
  const find = (name: 'status' | 'transaction-type'): string | null =>
    (outcome.kind !== 'answered' || reply === null ? null : keptReplyField(reply.raw, name))
  return { profileId, merchantOrderId, orderId, status: find('status'), transactionType: find('transaction-type') }
}

/**
 * The entries that a check may change now: `maker` created the order, `actions` are about it, newest first. Which
 * refund, void or capture a report is about is not guessed: each without a certain outcome, and the newest, is asked
 * about by its own serial number.
 */
export function entriesWithNews(
  maker: HistoryRow | null, actions: readonly HistoryRow[], { orderId, status, transactionType }: ReportedOrder,
): HistoryRow[] {
  const differs = ({ state }: HistoryRow): boolean =>
    status !== null && isFinalStatus(status) && status !== state && state !== 'sending' && !isUndone(state)
  const isOfMaker = !isLaterTransaction(transactionType) && (transactionType !== null || actions.length === 0)
  const isIts = (one: HistoryRow): boolean => differs(one) && one.orderId === (orderId ?? one.orderId)
    && (isOfMaker || isUncertain(one.state))
  const isReported = maker !== null && (isInDoubt(maker) || isIts(maker))
  const mayBeAbout = (row: HistoryRow): boolean => isUncertain(row.state)
    || (row === actions[0] && transactionTypeOf(row.operation) === transactionType)
  return [...(isReported ? [maker] : []), ...actions.filter((row) => differs(row) && mayBeAbout(row))]
}
