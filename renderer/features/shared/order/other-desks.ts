/** Transactions of an order that other desks sent, among those that this one knows of. */
import { transactionTypeOf } from '#shared/gateway/operations/made-transactions.ts'
import { createsOrder, isOperationId, operations, touchesMoney, type OperationId } from '#shared/gateway/operations/operations.ts'
import { isLaterTransaction } from '#shared/gateway/catalogue/transaction-types.ts'
import { isUndone, type EntryDetail } from '#shared/model/history/history.ts'
import type { OrderTransaction, OrderTransactions } from '#shared/model/payments/order-transactions.ts'
import type { TeamRow } from '#shared/model/team/team-history.ts'

/** A payment request of another desk, as the team or the copy of that desk's log has it. */
export type OtherDeskRow = Pick<
  TeamRow, 'entryId' | 'deskLabel' | 'who' | 'at' | 'state' | 'minorAmount' | 'currency' | 'releasesHold'
> & { readonly operation: OperationId }

/** A transaction as it is listed. */
export interface ListedTransaction extends OrderTransaction {
  /** The request of another desk that made it; null for one of this desk, and where nobody recorded it. */
  readonly sentBy: OtherDeskRow | null
  /** True for one that only the gateway's replies tell of, and that other desks may have sent: it may stand twice. */
  readonly mayBeOthers: boolean
}

/** The same by the copies alone, where the team says nothing of the order. */
export function copiedFromOthers(copies: readonly EntryDetail[]): OtherDeskRow[] {
  return copies.filter(({ row }) => touchesMoney(operations[row.operation])).map(({ row }) => ({
    entryId: row.entryId, deskLabel: row.sentByLabel ?? '', who: row.who, at: row.at, state: row.state,
    minorAmount: row.minorAmount ?? row.reviewed?.minorAmount ?? null,
    currency: row.currency ?? row.reviewed?.currency ?? null,
    operation: row.operation, ...(row.releasesHold === true && { releasesHold: row.releasesHold }),
  })).toReversed()
}

/** What other desks sent of an order: payments, refunds, voids, captures that are in no entry of this desk. */
export function sentByOthers(rows: readonly TeamRow[], entries: readonly EntryDetail[]): OtherDeskRow[] {
  const here = new Set(entries.map(({ row }) => row.entryId))
  return rows.filter((row): row is TeamRow & { readonly operation: OperationId } =>
    !row.isThisDesk && !here.has(row.entryId) && isOperationId(row.operation)
    && touchesMoney(operations[row.operation]))
}

/**
 * The transactions with those of other desks, oldest first. What made the order is one: where another desk sent it, the
 * gateway's replies about it are its own. Which refund such a reply speaks of is not guessed.
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
  const told = new Set(known.flatMap(({ sentBy }) => sentBy?.entryId ?? []))
  const listed = others.toReversed().filter(({ entryId }) => !told.has(entryId)).map(asTransaction)
  return [...known, ...listed].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

function asTransaction(row: OtherDeskRow): ListedTransaction {
  return {
    key: row.entryId, entry: null, type: transactionTypeOf(row.operation), status: row.state ?? 'sending', errorCode: null,
    errorText: null, at: row.at, finalAt: null, references: {}, checks: [], sentBy: row, mayBeOthers: false,
  }
}
