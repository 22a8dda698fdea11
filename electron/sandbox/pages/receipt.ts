/** A receipt (§2.9 `receipt-id`): `{endpoint_id}/<receipt_id>/`. */
import { definitions, page } from '../http/html.ts'
import { merchant } from '../requests/merchant.ts'
import { htmlAnswer } from '../http/replies.ts'
import { orderStateOf, transactionState } from '../orders/transaction-state.ts'
import { dateWithZone, referencesOf } from '../orders/status-fields.ts'
import type { Page } from './page.ts'

const entryPoints: readonly string[] = [merchant.endpointId, merchant.endpointGroupId]

/** Shows approved transactions; others have no receipt. */
export const receiptPages: Page = ({ method, rest: [entryPoint = '', receiptId = '', end, ...more], books, now }) => {
  if (method !== 'GET' || !entryPoints.includes(entryPoint) || end !== '' || more.length > 0) return null
  const found = books.receipt(receiptId)
  if (found === null) return null
  const { record, transaction } = found
  const currentState = transaction === null ? orderStateOf(record, now) : transactionState(transaction, now)
  if (currentState.status !== 'approved') return null
  const card = books.cardOf(record.order)
  const subject = transaction ?? record.order
  const { rrn, approvalCode } = referencesOf(subject)
  return htmlAnswer(200, page('Receipt', definitions([
    ['Merchant', 'SANDBOX MERCHANT'],
    ['Transaction', subject.transactionType],
    ['Amount', `${subject.amount} ${record.order.currency}`],
    ['Order', record.order.orderId],
    ['Merchant order', record.order.merchantOrderId],
    ...(card === null ? [] : [['Card', `${card.cardType} ${card.bin}…${card.lastFour}`] as const]),
    ['Date', dateWithZone(currentState.settledAt)],
    ['Bank reference', rrn],
    ['Approval code', approvalCode],
    ['Terminal', 'SANDBOX1'],
  ])))
}
