/**
 * One name of a deed that touches money for all sides: who asks for it, the wire, the ledger, the journal. What makes
 * an order has its merchant order id; a refund, void or capture its order's id and its comment, made up for it alone.
 */
import type { FieldValues } from '#shared/gateway/fields.ts'
import { operations, type Operation } from '#shared/gateway/operations.ts'
import { wireName } from '#shared/gateway/request.ts'
import { defaultSwitches } from '#shared/gateway/switches.ts'
import type { EntryDetail } from '#shared/model/history.ts'
import type { LedgerLine } from '../../../electron/sandbox/ledger.ts'

type Named = Pick<FieldValues, 'merchantOrderId' | 'orderId' | 'comment'>

/** The name of a payment by its operation and values. */
export function paymentName(operation: Pick<Operation<string>, 'id' | 'createsOrder'>, { merchantOrderId, orderId, comment }: Named): string {
  return operation.createsOrder
    ? `order ${merchantOrderId ?? ''}`
    : `${operation.id} ${orderId ?? ''} ${comment ?? ''}`.trimEnd()
}

/** The name of the payment that a ledger's line carried out; null for a line that moved and held no money. */
export function nameInLedger({ operation, order, transaction }: LedgerLine): string | null {
  if (order !== undefined) return paymentName({ id: operation, createsOrder: true }, order)
  if (transaction === undefined) return null
  const { orderId, comment } = transaction
  return paymentName({ id: operation, createsOrder: false }, { orderId, ...(comment !== null && { comment }) })
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
