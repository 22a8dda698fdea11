/** The transaction type that each operation creates (§2.9, addendum 8). */
import type { OfHold, OperationEntry } from '../catalogue/entry.ts'
import { transactionTypeOf as typeOf } from '../catalogue/kinds.ts'
import { createsOrder, operations, type OperationId } from './operations.ts'
import { isLaterTransaction, type TransactionType } from '../catalogue/transaction-types.ts'

/** The type of the transaction that an operation creates; null if it creates none, or if no type is documented. */
export function transactionTypeOf(id: OperationId): TransactionType | null {
  return typeOf(operations[id])
}

/**
 * True if an operation may have created a transaction of this type. Later transactions have their own words; any other
 * word, also an unknown one, may mean the transaction that created the order.
 */
export function mayHaveCreated(id: OperationId, type: string | null): boolean {
  return isLaterTransaction(type) ? transactionTypeOf(id) === type : createsOrder(operations[id])
}

/** The operation's names if the order is a hold (addendum 8); null if that makes no difference. */
export function namesOfHold(id: OperationId): OfHold | null {
  return ofHoldOf(operations[id])
}

/** As `namesOfHold`, for an entry of the catalogue. */
export function ofHoldOf(operation: OperationEntry): OfHold | null {
  return operation.kind === 'reversal' ? operation.ofHold ?? null : null
}
