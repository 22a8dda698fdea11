/** Adds the transactions that other desks sent to those that this desk knows of an order. */
import { transactionTypeOf } from '#shared/gateway/operations/made-transactions.ts'
import { createsOrder, isOperationId, operations, touchesMoney, type OperationId } from '#shared/gateway/operations/operations.ts'
import { isLaterTransaction } from '#shared/gateway/catalogue/transaction-types.ts'
import { isUndone, type EntryDetail } from '#shared/model/history/history.ts'
import type { OrderTransaction, OrderTransactions } from '#shared/model/payments/order-transactions.ts'
import type { TeamRow } from '#shared/model/team/team-history.ts'

/** A payment request of another desk, from the team or from the copy of that desk's log. */
export type OtherDeskRow = Pick<
  TeamRow, 'entryId' | 'deskLabel' | 'who' | 'at' | 'state' | 'minorAmount' | 'currency' | 'releasesHold'
> & { readonly operation: OperationId }

/** A transaction in the list of the payment page. */
export interface ListedTransaction extends OrderTransaction {
  /** The request of another desk; null for one of this desk, and if no desk recorded it. */
  readonly sentBy: OtherDeskRow | null
  /** True if only replies of the gateway report it and another desk may have sent it: the list may contain it twice. */
  readonly mayBeOthers: boolean
}

/** What other desks sent of an order, by the copies of their logs, newest first. */
export function copiedFromOthers(copies: readonly EntryDetail[]): OtherDeskRow[] {
  return copies.filter(({ row }) => touchesMoney(operations[row.operation])).map(({ row }) => ({
    entryId: row.entryId, deskLabel: row.sentByLabel ?? '', who: row.who, at: row.at, state: row.state,
    minorAmount: row.minorAmount ?? row.reviewed?.minorAmount ?? null,
    currency: row.currency ?? row.reviewed?.currency ?? null,
    operation: row.operation, ...(row.releasesHold === true && { releasesHold: row.releasesHold }),
  })).toReversed()
}

/** What other desks sent of an order, by the team: payments, refunds, voids and captures without an entry here. */
export function sentByOthers(rows: readonly TeamRow[], entries: readonly EntryDetail[]): OtherDeskRow[] {
  const here = new Set(entries.map(({ row }) => row.entryId))
  return rows.filter((row): row is TeamRow & { readonly operation: OperationId } =>
    !row.isThisDesk && !here.has(row.entryId) && isOperationId(row.operation)
    && touchesMoney(operations[row.operation]))
}

/**
 * All transactions of an order, oldest first. If another desk created the order, replies about the payment count for
 * that desk's request. A reply about a refund is not assigned to one of another desk: which one it means is not known.
 */
export function withOthers(
  { transactions }: Pick<OrderTransactions, 'transactions'>, others: readonly OtherDeskRow[],
): ListedTransaction[] {
  const maker = others.find(({ operation, state }) =>
    createsOrder(operations[operation]) && (state === null || !isUndone(state))) ?? null
  const later = new Set(others.map(({ operation }) => transactionTypeOf(operation)).filter(isLaterTransaction))
  const known = transactions.map((transaction): ListedTransaction => {
    const isMaker = transaction.entry === null && !isLaterTransaction(transaction.type)
    const mayBeOthers = transaction.entry === null && isLaterTransaction(transaction.type)
      && [...later].some((type) => type === transaction.type)
    return { ...transaction, sentBy: isMaker ? maker : null, mayBeOthers }
  })
  const included = new Set(known.flatMap(({ sentBy }) => sentBy?.entryId ?? []))
  const listed = others.toReversed().filter(({ entryId }) => !included.has(entryId)).map(asTransaction)
  return [...known, ...listed].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

function asTransaction(row: OtherDeskRow): ListedTransaction {
  return {
    key: row.entryId, entry: null, type: transactionTypeOf(row.operation), status: row.state ?? 'sending', errorCode: null,
    errorText: null, at: row.at, finalAt: null, references: {}, checks: [], sentBy: row, mayBeOthers: false,
  }
}
