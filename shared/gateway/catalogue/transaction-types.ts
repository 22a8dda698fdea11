/** The gateway's words for the transactions of an order (`transaction-type`, §2.9). */

export const transactionTypes = ['sale', 'reversal', 'capture', 'preauth'] as const
export type TransactionType = (typeof transactionTypes)[number]

/** The transaction type of a word; null for other words. */
export function readTransactionType(word: string | null): TransactionType | null {
  return transactionTypes.find((known) => known === word) ?? null
}

/** True for a transaction on an existing order (addendum 8). */
export function isLaterTransaction(type: string | null): boolean {
  return type === 'reversal' || type === 'capture'
}
