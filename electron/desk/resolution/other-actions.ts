import { isOrderAction, type OrderAction } from '#shared/gateway/orders/order-actions.ts'
import { transactionTypeOf } from '#shared/gateway/operations/made-transactions.ts'
import { isOpen, isUndone, type EntryDetail } from '#shared/model/history/history.ts'
import { keptReplies, keptReplyField } from '../history/index.ts'

/** The other refunds, voids and captures of an order in the history. */
export interface OtherActions {
  /** Acquirer ids of their transactions. */
  readonly transactions: readonly string[]
  /** A later action may have moved money and its transaction is not known, so the newest one may belong to it. */
  readonly isLaterUnclear: boolean
  /** One action of any type is an open outcome. An order has at most one. */
  readonly isOneOpen: boolean
}

/**
 * The other actions of an entry's order; `transactions` are those of the same type. `entries` are all requests about
 * the order, oldest first. While an action is open there is no later one; after an administrator gave it up there may
 * be.
 */
export function otherActions(entries: readonly EntryDetail[], { row }: EntryDetail, action: OrderAction): OtherActions {
  const own = entries.findIndex((entry) => entry.row.entryId === row.entryId)
  const others = entries.flatMap((entry, index) => {
    const { operation, state } = entry.row
    if (index === own || !isOrderAction(operation)) return []
    if (transactionTypeOf(operation) !== transactionTypeOf(action)) return []
    return [{ isLater: index > own && !isUndone(state), transactions: transactionsOf(entry, operation) }]
  })
  return {
    transactions: others.flatMap(({ transactions }) => transactions),
    isOneOpen: entries.some((entry, index) =>
      index !== own && isOrderAction(entry.row.operation) && isOpen(entry.row.state)),
    isLaterUnclear: others.some(({ isLater, transactions }) => isLater && transactions.length === 0),
  }
}

/** The transactions of an entry. Its journaled replies are about its own transaction only. */
function transactionsOf(entry: EntryDetail, operation: OrderAction): string[] {
  return keptReplies(entry).flatMap(({ reply }) => {
    const isOwn = keptReplyField(reply, 'transaction-type') === transactionTypeOf(operation)
    return (isOwn ? keptReplyField(reply, 'processor-tx-id') : null) ?? []
  })
}
