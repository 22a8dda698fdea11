/** Finds rows of batches that were never sent. They have no entry, but their content must be removable too. */
import type { UtcTime } from '#shared/brands.ts'
import type { BatchId, BatchPlace } from '#shared/model/payments/batch.ts'
import { wholeAddress, type Customer } from '#shared/model/payments/customer.ts'
import { hasContent, type ConfirmedBatch, type ConfirmedRow } from '../batch-records.ts'
import type { Connection } from '../connection.ts'
import { integer, optionalText, text } from '../row.ts'
import type { MerchantAt } from './queries.ts'

/** Selects rows of batches from before a moment, or rows about a customer, by name or by an order of `entries`. */
export type UnsentRowsOf =
  { readonly before: UtcTime } | { readonly customer: Customer; readonly entries: readonly number[] }

/** Rows of one batch that have content. */
interface UnsentRows {
  readonly rows: readonly BatchPlace[]
  /** The number of rows that stay because they may still be sent: their batch has not ended. */
  readonly staying: number
  /** Where to continue; null at the end. */
  readonly next: number | null
}

/** Searches the next batch after number `after`. */
export function unsentRows(connection: Connection, { of, after }: { of: UnsentRowsOf; after: number }): UnsentRows {
  const batch = connection.first('SELECT * FROM batch WHERE number > ? ORDER BY number LIMIT 1', after)
  if (batch === null) return { rows: [], staying: 0, next: null }
  const batchId = text<BatchId>(batch, 'batch_id')
  const { startedAt, profileId, merchantKey } = JSON.parse(text(batch, 'confirmed')) as ConfirmedBatch
  const next = integer(batch, 'number')
  const isSelected = 'before' in of ? startedAt < of.before
    : of.customer.profileId === null || of.customer.profileId === profileId
  if (!isSelected) return { rows: [], staying: 0, next }
  const isAbout = 'before' in of ? () => true : isOfCustomer(connection, of, { profileId, merchantKey })
  const found = connection.all(
    `SELECT row, confirmed FROM batch_row WHERE batch_id = ?1 AND NOT EXISTS (SELECT 1 FROM batch_entry AS own
      WHERE own.batch_id = ?1 AND own.row = batch_row.row) ORDER BY row`, batchId,
  ).flatMap((row) => {
    const confirmed = JSON.parse(text(row, 'confirmed')) as ConfirmedRow
    return hasContent(confirmed) && isAbout(confirmed) ? [{ batchId, row: integer(row, 'row') }] : []
  })
  const isRemovable = batch.state === 'stopped' || batch.state === 'ended'
  return { rows: isRemovable ? found : [], staying: isRemovable ? 0 : found.length, next }
}

/** Whether a row of a merchant's batch names the customer, or is about an order of these entries. */
function isOfCustomer(
  connection: Connection, { customer, entries }: Extract<UnsentRowsOf, { customer: Customer }>,
  { profileId, merchantKey }: MerchantAt,
): (row: ConfirmedRow) => boolean {
  const orders = connection.all(
    `SELECT order_id, merchant_order_id FROM entry WHERE seq IN (SELECT value FROM json_each(?))
      AND (profile_id = ? OR merchant_key = ?)`, JSON.stringify(entries), profileId, merchantKey,
  )
  const ids = (column: string) => new Set(orders.flatMap((order) => optionalText(order, column) ?? []))
  const [orderIds, merchantOrderIds] = [ids('order_id'), ids('merchant_order_id')]
  return (row) => {
    const { orderId, merchantOrderId } = row.values
    // Another order may have the same merchant order id (addendum 10).
    const isOfOrder = orderId === undefined
      ? merchantOrderId !== undefined && merchantOrderIds.has(merchantOrderId) : orderIds.has(orderId)
    return isOfOrder || namesCustomer(customer, row)
  }
}

function namesCustomer({ kind, value }: Customer, { values, cells, reason }: ConfirmedRow): boolean {
  switch (kind) {
    case 'card-reference': return values.cardReference === value
    case 'merchant-order-id': return values.merchantOrderId === value
    case 'order-id': return values.orderId === value
    case 'email': {
      const address = wholeAddress(value)
      return [...Object.values(values), ...cells, reason].some((one) => one !== null && address.test(one))
    }
    // An unsent row has no entry, and so no removal on request.
    case 'erased-before': return false
  }
}
