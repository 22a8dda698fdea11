/** What can be done with an entry of the history. */
import { effectOf, operations, replyKindOf, touchesMoney } from '#shared/gateway/operations.ts'
import type { HistoryRow } from '#shared/model/history.ts'

export interface EntryOffers {
  readonly checkStatus: boolean
  readonly follow: boolean
  readonly openOrder: boolean
  readonly chargeCard: boolean
  /** What was sent and signed is there. */
  readonly inspect: boolean
}

/** Without its profile an entry can be read, but nothing can be asked at its gateway. */
export function offersOf(row: HistoryRow, profileThere: boolean): EntryOffers {
  const operation = operations[row.operation]
  const hasOrder = row.merchantOrderId !== null || row.orderId !== null
  const about = touchesMoney(operation) || effectOf(operation) === 'continues-order'
  const open = row.state === 'unknown' || row.state === 'processing'
  return {
    checkStatus: profileThere && hasOrder && about && (open || row.state === 'error' || row.state === 'not-found'),
    follow: profileThere && hasOrder && about && row.state === 'processing',
    openOrder: profileThere && hasOrder && row.state !== 'not-sent',
    chargeCard: profileThere && row.cardReference !== null && replyKindOf(operation) === 'card-details' && row.state === 'answered',
    inspect: row.contentRemovedAt === undefined,
  }
}
