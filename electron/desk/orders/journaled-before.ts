import type { MerchantOrderId, OrderId } from '#shared/brands.ts'
import { isLaterTransaction } from '#shared/gateway/catalogue/transaction-types.ts'
import { filledReplyField, type Reply } from '#shared/gateway/replies/reply.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { readKeptReply } from '#shared/model/answers/kept-reply.ts'
import { success, type Result } from '#shared/result.ts'
import type { MerchantAt } from '../../journal/port.ts'
import { keptReplies } from '../history/index.ts'
import type { Services } from '../services.ts'

/** Number of newest requests about an order that are searched. */
const maxEntries = 200

/**
 * The newest journaled reply about the transaction that an action would be about: the one that created the order, or
 * its approved capture. Null without one. Used if the order's newest transaction failed and the earlier one cannot be
 * queried, as the order was sent from elsewhere or its reply was lost.
 * SECURITY: a hold counts only if this desk sent the failed transaction, and so read the order right before it.
 * Otherwise the hold may have been captured, and an action reviewed as its release would return money.
 */
export async function journaledBefore(
  { journal }: Pick<Services, 'journal'>,
  order: MerchantAt & { readonly orderId: OrderId; readonly merchantOrderId: MerchantOrderId }, isNewestOurs: boolean,
): Promise<Result<Pick<Reply, 'fields'> | null, Failure>> {
  const known = await journal.orderEntries({ ...order, limit: maxEntries })
  if (!known.ok) return known
  const newestFirst = known.value.entries.flatMap(keptReplies).filter(({ isTrusted }) => isTrusted)
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
  const newest = newestFirst.map(({ reply }) => readKeptReply(reply)).find(isBefore) ?? null
  const isHold = newest !== null && filledReplyField(newest, 'transaction-type') === 'preauth'
  return success(isHold && !isNewestOurs ? null : newest)
}

function isBefore(reply: Pick<Reply, 'fields'>): boolean {
  const type = filledReplyField(reply, 'transaction-type')
  const status = filledReplyField(reply, 'status')
  return type !== null && status !== null && (!isLaterTransaction(type) || (type === 'capture' && status === 'approved'))
}
