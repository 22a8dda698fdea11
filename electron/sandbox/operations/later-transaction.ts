/** Return, void and capture: a transaction on an approved order (addendum 8). */
import { maskCardNumbersIn } from '#shared/gateway/numbers/luhn.ts'
import { carries, type MoneyEntry, type OperationEntry } from '#shared/gateway/operations/operations.ts'
import type { Result } from '#shared/result.ts'
import { doesNothing } from '../faults/faults.ts'
import type { Transaction } from '../orders/orders.ts'
import {
  allowCapture, allowReturn, allowVoid, laterResult, type Amount, type Situation, type Wanted,
} from '../orders/refunds.ts'
import { refuse, type Handler } from './handler.ts'
import { asyncResponse } from './submission.ts'

type Allow = (situation: Situation, wanted: Wanted) => Result<Amount, string>

/** The handler of a capture, or of a return of the money; the latter also in parts if it accepts an amount. */
export function laterTransaction(operation: OperationEntry & MoneyEntry): Handler {
  const transactionType = operation.kind === 'capture' ? 'capture' : 'reversal'
  const allow = allowOf(operation)
  return ({ values, books, ids, now, processingMs, productWord, readings }) => {
    const record = books.order({ merchantOrderId: values.merchantOrderId ?? '', orderId: values.orderId })
    if (record === null) return refuse('Order not found: no order has these ids')
    const card = books.cardOf(record.order)
    const allowed = allow(
      { record, card, now, readings }, { amount: values.amount ?? null, currency: values.currency ?? null },
    )
    if (!allowed.ok) return refuse(allowed.failure)
    const fault = card?.seeded.refundFault ?? null
    if (fault !== null && doesNothing(fault)) return { kind: 'nothing-done', fault }
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

/** The check that permits the operation or returns a sentence with the reason against it. */
function allowOf(operation: OperationEntry & MoneyEntry): Allow {
  if (operation.kind === 'capture') return allowCapture
  return carries(operation, 'amount') ? allowReturn : allowVoid
}
