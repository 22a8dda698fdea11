import { operations, replyKindOf } from '#shared/gateway/operations/operations.ts'
import { filledReplyField } from '#shared/gateway/replies/reply.ts'
import { isLaterTransaction } from '#shared/gateway/catalogue/transaction-types.ts'
import type { EntryDetail } from '#shared/model/history/history.ts'
import { readKeptReply } from '#shared/model/answers/kept-reply.ts'
import type { Report } from '#shared/model/payments/order.ts'
import { shownReplyFields } from '#shared/model/answers/shown-reply.ts'

type Kept = Omit<Report, 'reply'> & { readonly reply: Report['reply']['raw'] }

/**
 * The newest journaled status of an order (§2.9); null without one. After a refund, void or capture, a query of the
 * sale by its serial number does not count, as it does not report later transactions.
 */
export function keptReport(entries: readonly EntryDetail[]): Report | null {
  let bySerialNumber: Report | null = null
  let ofOrder: Report | null = null
  // The newest first, so that older replies are read only if needed.
  for (const kept of newestFirst(entries.flatMap(keptOf))) {
    const reply = readKeptReply(kept.reply)
    if (filledReplyField(reply, 'status') === null) continue
    const report = (): Report => ({ ...kept, reply: { fields: shownReplyFields(reply), raw: kept.reply } })
    if (isLaterTransaction(filledReplyField(reply, 'transaction-type'))) return ofOrder ?? report()
    if (filledReplyField(reply, 'by-request-sn') !== null) bySerialNumber ??= report()
    else if (bySerialNumber === null) return report()
    else ofOrder ??= report()
  }
  return bySerialNumber
}

/** Of two with the same time, the one that was written later comes first. */
function newestFirst(kept: readonly Kept[]): Kept[] {
  return kept.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).toReversed()
}

/** The replies of an entry to status queries. A reply that is not trusted may be about another order. */
function keptOf({ row, events }: EntryDetail): Kept[] {
  const asks = replyKindOf(operations[row.operation]) === 'order-status'
  return events.flatMap((event) => {
    if (event.kind === 'intent' || event.reply === null) return []
    if (event.kind === 'outcome' && (!asks || event.outcome !== 'answered')) return []
    const { errorCode, errorText, reply } = event
    return [{ at: event.kind === 'observation' ? event.lastAt : event.at, errorCode, errorText, reply }]
  })
}
