/** What return, void and capture have in common: a transaction on an order that was approved (addendum 8). */
import { maskCardNumbersIn } from '#shared/gateway/luhn.ts'
import type { Result } from '#shared/result.ts'
import type { Transaction } from '../orders.ts'
import { laterResult, type Amount, type Situation, type Wanted } from '../refunds.ts'
import { refuse, type Handler } from './handler.ts'
import { asyncResponse } from './submission.ts'

type Allow = (situation: Situation, wanted: Wanted) => Result<Amount, string>

/** The handler of such an operation, given what allows it or says in a sentence why not. */
export function laterTransaction(transactionType: Transaction['transactionType'], allow: Allow): Handler {
  return ({ values, books, ids, now, processingMs, productWord, readings }) => {
    const record = books.order({ merchantOrderId: values.merchantOrderId ?? '', orderId: values.orderId })
    if (record === null) return refuse('Order not found: no order has these ids')
    const card = books.cardOf(record.order)
    const allowed = allow(
      { record, card, now, readings }, { amount: values.amount ?? null, currency: values.currency ?? null },
    )
    if (!allowed.ok) return refuse(allowed.failure)
    const fault = card?.seeded.refundFault ?? null
    if (fault === 'reset-before-reading') return { kind: 'nothing-done', fault }
    const transaction: Transaction = {
      orderId: record.order.orderId,
      serialNumber: ids.serialNumber,
      transactionType,
      ...allowed.value,
      result: laterResult(transactionType, allowed.value, card),
      submittedAt: new Date(now).toISOString(),
      settledAt: new Date(now + processingMs).toISOString(),
      comment: values.comment === undefined ? null : maskCardNumbersIn(values.comment),
    }
    return { kind: 'answered', transaction, fault, fields: asyncResponse(record.order, productWord) }
  }
}
