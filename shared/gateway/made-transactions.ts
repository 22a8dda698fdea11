/** Which operation makes which transaction of an order (§2.9, addendum 8). */
import type { OfHold, OperationEntry } from './catalogue/entry.ts'
import { transactionTypeOf as typeOf } from './catalogue/kinds.ts'
import { createsOrder, operations, type OperationId } from './operations.ts'
import { isLaterTransaction, type TransactionType } from './transaction-types.ts'

/** The type of the transaction that an operation makes; null where it makes none, or one that nobody names. */
export function transactionTypeOf(id: OperationId): TransactionType | null {
  return typeOf(operations[id])
}

/**
 * Whether an operation may have made a transaction of this type: what comes later is known by its word, and any other
 * word, also one nobody knows, may stand for what made the order.
 */
export function mayHaveMade(id: OperationId, type: string | null): boolean {
  return isLaterTransaction(type) ? transactionTypeOf(id) === type : createsOrder(operations[id])
}

/** What an operation is called where the order is a hold (addendum 8); null where that makes no difference. */
export function namesOfHold(id: OperationId): OfHold | null {
  return ofHoldOf(operations[id])
}

/** The same by the entry. */
export function ofHoldOf(operation: OperationEntry): OfHold | null {
  return operation.kind === 'reversal' ? operation.ofHold ?? null : null
}
