/** What can be done with an entry of the history. */
import { effectOf, operations, replyKindOf, touchesMoney } from '#shared/gateway/operations.ts'
import { isOpen, type HistoryRow } from '#shared/model/history.ts'

export interface EntryOffers {
  readonly checkStatus: boolean
  readonly follow: boolean
  readonly openOrder: boolean
  readonly chargeCard: boolean
  /** What was sent and signed is there. */
  readonly texts: boolean
  readonly inspect: boolean
  /** Another desk has it open: this one may take it over, and ask the gateway about it. */
  readonly takeOver: boolean
}

/**
 * Without its profile an entry can be read, but nothing can be asked at its gateway. The copy of another desk's entry
 * leads to its order; whatever is done with an entry itself belongs to the desk that has it in its journal.
 */
export function offersOf(row: HistoryRow, profileThere: boolean): EntryOffers {
  const operation = operations[row.operation]
  const hasOrder = row.merchantOrderId !== null || row.orderId !== null
  const about = touchesMoney(operation) || effectOf(operation) === 'continues-order'
  const open = row.state === 'unknown' || row.state === 'processing'
  const isOwn = row.isCopy !== true
  const texts = row.contentRemovedAt === undefined
  return {
    checkStatus: isOwn && profileThere && hasOrder && about && (open || row.state === 'error' || row.state === 'not-found'),
    follow: isOwn && profileThere && hasOrder && about && row.state === 'processing',
    openOrder: profileThere && hasOrder && row.state !== 'not-sent',
    chargeCard: isOwn && profileThere && row.cardReference !== null && replyKindOf(operation) === 'card-details' && row.state === 'answered',
    texts,
    inspect: isOwn && texts,
    takeOver: !isOwn && isOpen(row.state) && effectOf(operation) !== 'reads',
  }
}
