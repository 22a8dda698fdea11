/**
 * Recurrent payment (§2.6, §2.7). There is no idempotency: a repeated merchant order id makes another order, and the
 * ledger shows both (addendum 10).
 */
import type { FieldValues } from '#shared/gateway/fields.ts'
import { minorAmountOf } from '../check-control.ts'
import { merchant } from '../merchant.ts'
import type { Order } from '../orders.ts'
import type { Readings } from '../readings.ts'
import { invalidParameter } from '../replies.ts'
import { tryInTurn, type Attempt } from '../results.ts'
import type { Handler } from './handler.ts'

export const recurrentPayment: Handler = ({ values, books, ids, now, processingMs, productWord, readings }) => {
  const card = books.card(values.cardReference ?? '')
  if (card === null) return { kind: 'refused', refusal: invalidParameter('Card reference not found: no card has this cardrefid') }
  const { seeded } = card
  if (seeded.fault === 'reset-before-reading') return { kind: 'nothing-done', fault: seeded.fault }

  const decided = tryInTurn(attemptsOf(values, readings), seeded.result, values.cardVerificationValue)
  const order: Order = {
    orderId: ids.orderId,
    merchantOrderId: values.merchantOrderId ?? '',
    serialNumber: ids.serialNumber,
    transactionType: 'sale',
    initialAmount: values.amount ?? '',
    amount: decided.amount,
    currency: values.currency ?? '',
    cardReference: card.cardReference,
    result: decided.result,
    submittedAt: new Date(now).toISOString(),
    settledAt: new Date(now + processingMs).toISOString(),
    merchantData: values.merchantData ?? null,
  }
  return {
    kind: 'answered',
    order,
    fault: seeded.fault,
    fields: [
      ['type', 'async-response'],
      ['merchant-order-id', order.merchantOrderId],
      [`${productWord}-order-id`, order.orderId],
      ['end-point-id', merchant.endpointId],
    ],
  }
}

/** Where amounts to try are given they take the place of the one amount. */
function attemptsOf(values: FieldValues, readings: Readings): readonly [Attempt, ...Attempt[]] {
  const attempt = (amount: string): Attempt => ({ amount, minorAmount: minorAmountOf(amount, values, readings) ?? '' })
  const [first, ...others] = (values.enumeratedAmounts ?? values.amount ?? '').split(',').map((amount) => attempt(amount.trim()))
  return first === undefined ? [attempt('')] : [first, ...others]
}
