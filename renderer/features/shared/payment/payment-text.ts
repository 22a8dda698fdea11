/** What a payment that touches money is called, what stands on its button, and whether it can be undone. */
import { operations, touchesMoney, type MoneyOperationId, type OperationId } from '#shared/gateway/operations.ts'
import type { PaymentReview } from '#shared/model/payment.ts'
import type { Translate } from '../../../i18n/index.ts'
import { replyValue } from '../reply-values.ts'

/** What is done with the money, in one word. */
export type PaymentWord = 'charge' | 'hold' | 'refund' | 'void' | 'capture' | 'transfer' | 'payout'

const words: Readonly<Record<MoneyOperationId, PaymentWord>> = {
  'recurrent-payment': 'charge',
  'sale': 'charge',
  'preauth': 'hold',
  'recurrent-preauthorisation': 'hold',
  'return': 'refund',
  'void': 'void',
  'capture': 'capture',
  'transfer-v4': 'transfer',
  'payout-v2': 'payout',
  'payout-v4': 'payout',
}

/** The word for an operation that touches money; throws for any other, which is no payment. */
export function paymentWord(id: OperationId): PaymentWord {
  const operation = operations[id]
  if (!touchesMoney(operation)) throw new Error(`${id} touches no money`)
  return words[operation.id]
}

/** True for a payment about an order that is there already: refund, void, capture (addendum 8). */
export function actsOnOrder(operation: OperationId): boolean {
  return !operations[operation].createsOrder
}

/** What stands on the button: "Charge 10.15 USD", "Charge one of 10.15, 8.00 USD", "Refund the whole 10.15 USD". */
export function paymentText(
  review: Pick<PaymentReview, 'operation' | 'amounts' | 'effectiveAmount' | 'currency' | 'order'>, t: Translate,
): string {
  const { amounts, effectiveAmount } = review
  const word = paymentWord(review.operation)
  const currency = currencyOf(review)
  const amount = amounts[0] ?? effectiveAmount
  if (amounts.length > 1) return t(`payment.oneOf.${word}`, { amounts: amounts.join(', '), currency })
  if (amount === null) return t(`payment.wholeUnknown.${word}`)
  return t(amounts.length === 1 ? `payment.amount.${word}` : `payment.whole.${word}`, { amount, currency }).trim()
}

/** The currency that is sent, else that of the order; empty when neither is known. */
export function currencyOf(review: Pick<PaymentReview, 'currency' | 'order'>): string {
  return review.currency ?? (review.order === null ? '' : replyValue(review.order, 'currency'))
}

/** Whether the payment can be undone, in one sentence. A refund of a preauthorisation cancels it (addendum 8). */
export function undoText(review: Pick<PaymentReview, 'operation' | 'order'>, t: Translate): string {
  const word = paymentWord(review.operation)
  const cancelsHold = word === 'refund' && review.order !== null && replyValue(review.order, 'transaction-type') === 'preauth'
  return t(cancelsHold ? 'payment.undo.cancelledHold' : `payment.undo.${word}`)
}
