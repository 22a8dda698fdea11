/** Orders that another source reported, and the entries whose state they may change. */
import type { MerchantOrderId, OrderId, ProfileId } from '#shared/brands.ts'
import { isLaterTransaction } from '#shared/gateway/catalogue/transaction-types.ts'
import { transactionTypeOf } from '#shared/gateway/operations/made-transactions.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { ReplyFieldName } from '#shared/gateway/fields/reply-fields.ts'
import { isFinalStatus } from '#shared/gateway/replies/order-status.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import { isUncertain, isUndone, type HistoryRow } from '#shared/model/history/history.ts'
import { reportedOtherwise } from '#shared/model/payments/reported-otherwise.ts'
import { keptReplyField } from '../history/index.ts'
import { isUnclear } from './entry-status.ts'

/** An order that a lookup, a review or a callback reported. */
export interface ReportedOrder {
  readonly profileId: ProfileId
  readonly merchantOrderId: MerchantOrderId | null
  readonly orderId: OrderId | null
  /** The reported status; null without one. */
  readonly status: string | null
  /** The type of the transaction with this status in the gateway's words (§2.9); null without one. */
  readonly transactionType: string | null
  /** A field of the status reply; absent for a callback. */
  readonly field?: (name: ReplyFieldName) => string | null
}

/** The order that the answer to a status query reports. */
export function reportedIn({ profileId, merchantOrderId, orderId, outcome, reply }: Answer): ReportedOrder {
  const field = (name: ReplyFieldName): string | null =>
    (outcome.kind !== 'answered' || reply === null ? null : keptReplyField(reply.raw, name))
  return { profileId, merchantOrderId, orderId, status: field('status'), transactionType: field('transaction-type'), field }
}

/**
 * The entries that a check may change now. `creator` created the order; `actions` are about it, newest first. It is not
 * guessed which refund, void or capture the report is about: each without a certain outcome, and the newest one, is
 * queried by its own serial number.
 */
export function entriesToCheck(
  creator: HistoryRow | null, actions: readonly HistoryRow[],
  { orderId, status, transactionType, field }: ReportedOrder, switches: Switches,
): HistoryRow[] {
  const differs = ({ state }: HistoryRow): boolean =>
    status !== null && isFinalStatus(status) && status !== state && state !== 'sending' && !isUndone(state)
  const isAboutCreator = !isLaterTransaction(transactionType) && (transactionType !== null || actions.length === 0)
  const mayChange = (one: HistoryRow): boolean => differs(one) && one.orderId === (orderId ?? one.orderId)
    && (isAboutCreator || isUncertain(one.state))
  const isOtherwise = (one: HistoryRow): boolean => field !== undefined && isFinalStatus(one.state)
    && one.orderId === (orderId ?? one.orderId)
    && reportedOtherwise(one, field, switches).length > 0 !== (one.reportedOtherwise !== undefined)
  const isReported = creator !== null && (isUnclear(creator) || mayChange(creator) || isOtherwise(creator))
  const mayBeAbout = (row: HistoryRow): boolean => isUncertain(row.state)
    || (row === actions[0] && transactionTypeOf(row.operation) === transactionType)
  return [...(isReported ? [creator] : []), ...actions.filter((row) => differs(row) && mayBeAbout(row))]
}
