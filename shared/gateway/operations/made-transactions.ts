/** The transaction of an order that each operation creates (§2.9, addendum 8). */
import type { OfHold, OperationEntry } from '../catalogue/entry.ts'
import { transactionTypeOf as typeOf } from '../catalogue/kinds.ts'
import { createsOrder, operations, type OperationId } from './operations.ts'
import { isLaterTransaction, type TransactionType } from '../catalogue/transaction-types.ts'

/**
 * The type of the transaction that an operation creates; null where it creates none, or none with a documented type.
 */
export function transactionTypeOf(id: OperationId): TransactionType | null {
  return typeOf(operations[id])
}

/**
 * Whether an operation may have created a transaction of this type. Later transactions are known by their word. Any
 * other word, also an unknown one, may name the transaction that created the order.
 */
export function mayHaveMade(id: OperationId, type: string | null): boolean {
  return isLaterTransaction(type) ? transactionTypeOf(id) === type : createsOrder(operations[id])
}

/** The operation's names where the order is a hold (addendum 8); null where that makes no difference. */
export function namesOfHold(id: OperationId): OfHold | null {
  return ofHoldOf(operations[id])
}

/** The same by the entry. */
export function ofHoldOf(operation: OperationEntry): OfHold | null {
  return operation.kind === 'reversal' ? operation.ofHold ?? null : null
}
