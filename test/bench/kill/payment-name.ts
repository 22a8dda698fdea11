/**
 * One name of a payment for all sides: client, wire, ledger, journal. An operation that creates an order has its
 * merchant order id; a refund, void or capture its order's id and its unique comment.
 */
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { createsOrder, operations, type Operation } from '#shared/gateway/operations/operations.ts'
import { wireName } from '#shared/gateway/requests/request.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import type { EntryDetail } from '#shared/model/history/history.ts'
import type { LedgerLine } from '../../../electron/sandbox/orders/ledger.ts'

type Named = Pick<FieldValues, 'merchantOrderId' | 'orderId' | 'comment'>

/** The name of a payment by its operation and values. */
export function paymentName(operation: Operation<string>, { merchantOrderId, orderId, comment }: Named): string {
  return createsOrder(operation) ? orderName(merchantOrderId) : actionName(operation.id, orderId, comment)
}

function orderName(merchantOrderId: string | undefined): string {
  return `order ${merchantOrderId ?? ''}`
}

function actionName(operation: string, orderId: string | undefined, comment: string | null | undefined): string {
  return `${operation} ${orderId ?? ''} ${comment ?? ''}`.trimEnd()
}

/** The name of the payment of a ledger's line; null for a line that moved and held no money. */
export function nameInLedger({ operation, order, transaction }: LedgerLine): string | null {
  if (order !== undefined) return orderName(order.merchantOrderId)
  return transaction === undefined ? null : actionName(operation, transaction.orderId, transaction.comment)
}

/** The name of the payment that an entry of the journal is about. */
export function nameInJournal({ row, fields }: EntryDetail): string {
  const operation = operations[row.operation]
  const use = operation.fields.find(({ key }) => key === 'comment')
  const comment = fields.find(({ name }) => use !== undefined && name === wireName(use, defaultSwitches))?.value
  return paymentName(operation, {
    ...(row.merchantOrderId !== null && { merchantOrderId: row.merchantOrderId }),
    ...(row.orderId !== null && { orderId: row.orderId }),
    ...(comment !== undefined && { comment }),
  })
}
