/** Which operation makes which transaction of an order (§2.9, addendum 8). */
import type { MoneyEffect } from './catalogue/entry.ts'
import { operations, touchesMoney, type OperationId } from './operations.ts'
import { isLaterTransaction, type TransactionType } from './transaction-types.ts'

/** The type of the transaction that an operation makes; null where it makes none, or one that nobody names. */
export function transactionTypeOf(id: OperationId): TransactionType | null {
  const operation = operations[id]
  return touchesMoney(operation) ? operation.money.transactionType : null
}

/**
 * Whether an operation may have made a transaction of this type: what comes later is known by its word, and any other
 * word, also one nobody knows, may stand for what made the order.
 */
export function mayHaveMade(id: OperationId, type: string | null): boolean {
  return isLaterTransaction(type) ? transactionTypeOf(id) === type : operations[id].createsOrder
}

/** What an operation is called where the order is a hold (addendum 8); null where that makes no difference. */
export function namesOfHold(id: OperationId): NonNullable<MoneyEffect['ofHold']> | null {
  const operation = operations[id]
  return touchesMoney(operation) ? operation.money.ofHold ?? null : null
}
