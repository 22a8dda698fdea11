/** Queries the gateway about the order of a journal entry. */
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { createsOrder, operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import { isOrderAction } from '#shared/gateway/orders/order-actions.ts'
import { transactionTypeOf } from '#shared/gateway/operations/made-transactions.ts'
import { isFinalStatus } from '#shared/gateway/replies/order-status.ts'
import { isLaterTransaction, readTransactionType } from '#shared/gateway/catalogue/transaction-types.ts'
import { statusOperation } from '#shared/gateway/operations/status-operation.ts'
import type { EntryDetail, HistoryRow } from '#shared/model/history/history.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { success, type Result } from '#shared/result.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import { filledReplyField, type Reply } from '#shared/gateway/replies/reply.ts'
import type { Observation } from '../../journal/port.ts'
import {
  type OperationSender, replyOf, type SendResult, type Target, targetOfEntry, type Turn, type CoreContext,
} from '../requests/index.ts'
import { keptReplyField } from '../history/index.ts'

/** True while the outcome is unclear: no reply was trusted, or a person closed it as not found or unknown. */
export function isUnclear({ state }: Pick<HistoryRow, 'state'>): boolean {
  return state === 'unknown' || state === 'not-found' || state === 'closed-unknown'
}

/**
 * Queries the entry's merchant for the status of its order, at the entry's endpoint and at the pace of a running batch.
 * Nothing is journaled here. If the order's newest transaction is another one, the entry's own is queried by its serial
 * number, if that is known.
 */
export async function queryEntry(
  { services, sender, findTarget, paces }: CoreContext, detail: EntryDetail, whose: Exclude<Turn, 'row'>,
): Promise<Result<StatusReply, Failure>> {
  const { row } = detail
  await paces.turn(row.profileId, whose)
  const found = await targetOfEntry(services, findTarget, row)
  if (!found.ok) return found
  const sent = await queryAt(sender, found.value, detail)
  return sent.ok ? success({ ...sent.value, target: found.value }) : sent
}

/** The result of a status query, and the target that was queried. */
export interface StatusReply extends SendResult {
  readonly target: Target
}

async function queryAt(
  sender: OperationSender, target: Target, detail: EntryDetail,
): Promise<Result<SendResult, Failure>> {
  const { row } = detail
  const operation = statusOperation(operations[row.operation], target.profile.switches)
  const ask = (values: FieldValues) => sender.query({ operation, target, values, reason: null }, row.entryId)
  const values = statusValues(detail)
  const sent = await ask(values)
  if (!isAboutAnother(sent, detail)) return sent
  const { serialNumber } = row
  const again = serialNumber === null || isUnclear(row) || values.serialNumber !== undefined
    ? sent
    : await ask({ ...values, serialNumber })
  if (!again.ok || isUnclear(row) || !isAboutAnother(again, detail)) return again
  // The status of another transaction proves nothing about the money of this one.
  return success({ ...again.value, answer: { ...again.value.answer, money: 'may-have-moved' } })
}

/**
 * True if a status reply is about another transaction than the entry's own. An order and its refunds share the order id
 * (addendum 8): a declined refund must not make its sale look declined, nor the sale make the refund look approved. An
 * undocumented type may mean either; alone it does not contradict a final status.
 */
export function reportsAnotherTransaction(reply: Reply, detail: EntryDetail): boolean {
  const { operation, serialNumber } = detail.row
  const about = operations[operation]
  if (!touchesMoney(about)) return false
  const type = filledReplyField(reply, 'transaction-type')
  // The reply names exactly this request; its transaction type may be undocumented.
  const isAnsweredFor = serialNumber !== null && filledReplyField(reply, 'by-request-sn') === serialNumber
  if (!isOrderAction(about.id)) {
    return isLaterTransaction(type) || (!isAnsweredFor && isUndocumentedContradiction(reply, detail))
  }
  const isOwnType = type === transactionTypeOf(about.id)
  if (serialNumber !== null && !isUnclear(detail.row)) {
    return readTransactionType(type) === null ? !isAnsweredFor : !isOwnType
  }
  // Without a serial number, only the acquirer's id, known since the entry was resolved, distinguishes one refund from
  // the next.
  const own = resolvedTransaction(detail)
  return !isOwnType || own === null || filledReplyField(reply, 'processor-tx-id') !== own
}

/** True if an undocumented type would replace the final status of an order whose own type is documented. */
function isUndocumentedContradiction(reply: Reply, { row }: EntryDetail): boolean {
  const type = filledReplyField(reply, 'transaction-type')
  return type !== null && readTransactionType(type) === null && transactionTypeOf(row.operation) !== null
    && isFinalStatus(row.state) && filledReplyField(reply, 'status') !== row.state
}

function resolvedTransaction({ events }: EntryDetail): string | null {
  const resolution = events.find((event) => event.kind === 'observation' && event.resolves)
  return resolution?.kind === 'observation' ? keptReplyField(resolution.reply, 'processor-tx-id') : null
}

function isAboutAnother(sent: Result<SendResult, Failure>, detail: EntryDetail): boolean {
  if (!sent.ok || sent.value.report.outcome.kind !== 'answered') return false
  return reportsAnotherTransaction(sent.value.report.outcome.reply, detail)
}

/**
 * The observation that a status reply adds to its entry; null if it is not about the entry's own transaction. A
 * resolving reply was compared with the request, so it is about that transaction.
 */
export function observationOf(sent: SendResult, detail: EntryDetail, resolves: boolean): Observation | null {
  const { outcome } = sent.report
  if (outcome.kind !== 'answered') return null
  // If an order was closed as not found, every transaction of it is news.
  if (!resolves && detail.row.state !== 'not-found' && reportsAnotherTransaction(outcome.reply, detail)) return null
  const reply = replyOf(outcome)
  if (reply === null || sent.answer.reply === null) return null
  const status = filledReplyField(reply, 'status')
  if (status === null) return null
  const errorText = filledReplyField(reply, 'error-message')
  return {
    entryId: sent.answer.entryId,
    at: sent.answer.at,
    status,
    stage: filledReplyField(reply, 'order-stage'),
    step: filledReplyField(reply, 'tds-status'),
    orderId: sent.answer.orderId,
    // The serial number in the reply belongs to the query, not to the entry's request.
    serialNumber: null,
    errorCode: sent.answer.errorCode,
    errorText: errorText === null ? null : maskFreeText(errorText),
    lastFour: filledReplyField(reply, 'last-four-digits'),
    reply: sent.answer.reply.raw,
    resolves,
  }
}

/**
 * The ids of a status query. A refund, void or capture is queried by its own serial number (addendum 8). While the
 * outcome is unclear no id of its reply is used, as it may be cut or of another order: a refund is queried by its
 * order, a new order by its merchant order id alone (addendum 10). A status query that named a serial number is
 * repeated with it.
 */
function statusValues({ row, askedSerialNumber }: EntryDetail): FieldValues {
  const ownNumber = isUnclear(row) ? null : row.serialNumber
  const serialNumber = isOrderAction(row.operation) ? ownNumber : askedSerialNumber
  const orderIdIsOurs = !isUnclear(row) || !createsOrder(operations[row.operation]) || row.merchantOrderId === null
  return {
    ...(row.merchantOrderId !== null && { merchantOrderId: row.merchantOrderId }),
    ...(row.orderId !== null && orderIdIsOurs && { orderId: row.orderId }),
    ...(serialNumber !== null && { serialNumber }),
  }
}
