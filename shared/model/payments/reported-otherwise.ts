/** Detects a status that reports a payment differently than it was sent, or than earlier statuses did (§2.9). */
import { orderFacts } from '../../gateway/orders/order-actions.ts'
import { transactionTypeOf } from '../../gateway/operations/made-transactions.ts'
import type { ReplyFieldName } from '../../gateway/fields/reply-fields.ts'
import { isFinalStatus } from '../../gateway/replies/order-status.ts'
import type { Switches } from '../../gateway/operations/switches.ts'
import { isLaterTransaction, readTransactionType } from '../../gateway/catalogue/transaction-types.ts'
import type { HistoryRow, ReportedDifference } from '../history/history.ts'
import type { StatusCheck } from './order-checks.ts'

/** The request that created the order. */
type Sent = Pick<HistoryRow, 'operation' | 'state' | 'minorAmount' | 'enumeratedMinorAmounts' | 'currency'>

/**
 * The differences in a status; empty if there are none, or if the order was not sent from here. Until they are
 * explained, neither the moved amount nor that of a whole refund is known.
 */
export function reportedOtherwise(
  sent: Sent | null, find: (name: ReplyFieldName) => string | null,
  switches: Pick<Switches, 'minorUnitDigits' | 'statusAmountIs'>, earlier: readonly Pick<StatusCheck, 'type'>[] = [],
): ReportedDifference[] {
  if (sent === null) return []
  const { status, initialAmount, currency, transactionType } = orderFacts(find, switches)
  // An unreadable amount differs. A current amount is less after a refund, and only one of several was approved.
  const isComparable = sent.enumeratedMinorAmounts.length === 0
    && (switches.statusAmountIs === 'initial' || find('initial-amount') !== null)
  const isReported = currency !== null && (find('initial-amount') ?? find('amount')) !== null
  const all: (ReportedDifference | false)[] = [
    isComparable && sent.minorAmount !== null && isReported && initialAmount !== sent.minorAmount && 'amount',
    sent.currency !== null && currency !== null && currency.toUpperCase() !== sent.currency.toUpperCase() && 'currency',
    transactionType !== null && isOtherType(sent, transactionType, earlier) && 'type',
    // A final status counts for the payment; any other leaves it unchanged.
    isFinalStatus(sent.state) && status !== null && !isFinalStatus(status)
      && transactionType !== null && !isLaterTransaction(transactionType) && 'status',
  ]
  return all.filter((one) => one !== false)
}

/** An undocumented word, such as a chargeback's, differs only after a documented one: it may be the usual word. */
function isOtherType({ operation }: Sent, type: string, earlier: readonly Pick<StatusCheck, 'type'>[]): boolean {
  if (isLaterTransaction(type)) return false
  const created = transactionTypeOf(operation)
  if (readTransactionType(type) !== null) return created !== null && type !== created
  return earlier.some((check) => created !== null && check.type === created)
}
