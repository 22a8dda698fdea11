/** What the gateway calls the transactions of an order (`transaction-type`, §2.9), and which operation makes which. */
import { operations, touchesMoney, type MoneyOperationId, type OperationId } from './operations.ts'

export const transactionTypes = ['sale', 'reversal', 'capture', 'preauth'] as const
export type TransactionType = (typeof transactionTypes)[number]

/** Null where nobody says what the gateway calls it. */
const typesByOperation: Readonly<Record<MoneyOperationId, TransactionType | null>> = {
  'sale': 'sale', 'recurrent-payment': 'sale', 'preauth': 'preauth', 'recurrent-preauthorisation': 'preauth',
  'return': 'reversal', 'void': 'reversal', 'capture': 'capture',
  'transfer-v4': null, 'payout-v2': null, 'payout-v4': null,
}

/** The type of the transaction that an operation makes; null where it makes none, or one that nobody names. */
export function transactionTypeOf(id: OperationId): TransactionType | null {
  const operation = operations[id]
  return touchesMoney(operation) ? typesByOperation[operation.id] : null
}

/** The type that a word names, or null. */
export function readTransactionType(word: string | null): TransactionType | null {
  return transactionTypes.find((known) => known === word) ?? null
}

/** True for a transaction on an order that is there already (addendum 8). */
export function isLaterTransaction(type: string | null): boolean {
  return type === 'reversal' || type === 'capture'
}

/**
 * Whether an operation may have made a transaction of this type: what comes later is known by its word, and any other
 * word, also one nobody knows, may stand for what made the order.
 */
export function mayHaveMade(id: OperationId, type: string | null): boolean {
  return isLaterTransaction(type) ? transactionTypeOf(id) === type : operations[id].createsOrder
}
