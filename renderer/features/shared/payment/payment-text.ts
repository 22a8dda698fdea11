/** Texts of a payment: its verb, its button, and whether it can be undone. */
import type { Verb } from '#shared/gateway/catalogue/verbs.ts'
import { createsOrder, operations, touchesMoney, type OperationId } from '#shared/gateway/operations/operations.ts'
import { namesOfHold } from '#shared/gateway/operations/made-transactions.ts'
import type { PaymentReview } from '#shared/model/payments/payment.ts'
import type { Translate } from '../../../i18n/index.ts'
import { groupedAmount } from '#shared/shown-amount.ts'
import { replyValue } from '../answer/reply-values.ts'

/** Id of the verb of an operation, such as "charge"; throws for an operation that does not touch money. */
export function paymentWord(id: OperationId): Verb['id'] {
  const operation = operations[id]
  if (!touchesMoney(operation)) throw new Error(`${id} touches no money`)
  return operation.verb.id
}

type Worded = Pick<PaymentReview, 'operation' | 'releasesHold'>

/** The same for a review: a refund of a hold is its release (addendum 8). */
export function reviewedWord({ operation: id, releasesHold }: Worded): Verb['id'] {
  return (releasesHold ? namesOfHold(id) : null)?.verb.id ?? paymentWord(id)
}

/** True for a payment about an existing order: refund, void, capture (addendum 8). */
export function actsOnOrder(operation: OperationId): boolean {
  return !createsOrder(operations[operation])
}

/** The button: "Charge 10.15 USD", "Charge one of 10.15, 8.00 USD", "Refund the whole 10.15 USD". */
export function paymentText(
  review: Worded & Pick<PaymentReview, 'amounts' | 'effectiveAmount' | 'currency' | 'order'>, t: Translate,
): string {
  const { amounts, effectiveAmount } = review
  const word = reviewedWord(review)
  const currency = currencyOf(review)
  const grouped = amounts.map((amount) => groupedAmount(amount, currency))
  if (amounts.length > 1) return t(`verb.${word}.oneOf`, { amounts: grouped.join(', '), currency })
  const amount = amounts[0] ?? effectiveAmount
  if (amount === null) return t(`verb.${word}.wholeUnknown`)
  return t(`verb.${word}.${amounts.length === 1 ? 'amount' : 'whole'}`, { amount: groupedAmount(amount, currency), currency }).trim()
}

/** The currency that is sent, else that of the order; empty if neither is known. */
export function currencyOf(review: Pick<PaymentReview, 'currency' | 'order'>): string {
  return review.currency ?? (review.order === null ? '' : replyValue(review.order, 'currency'))
}

/** Whether the payment can be undone, in one sentence. */
export function undoText(review: Worded, t: Translate): string {
  return t(`verb.${reviewedWord(review)}.undo`)
}
