import { operations, replyKindOf } from '#shared/gateway/operations/operations.ts'
import { filledReplyField } from '#shared/gateway/replies/reply.ts'
import { isLaterTransaction } from '#shared/gateway/catalogue/transaction-types.ts'
import type { EntryDetail } from '#shared/model/history/history.ts'
import { readKeptReply } from '#shared/model/answers/kept-reply.ts'
import type { Report } from '#shared/model/payments/order.ts'
import { shownReplyFields } from '#shared/model/answers/shown-reply.ts'

type Kept = Omit<Report, 'reply'> & { readonly reply: Report['reply']['raw'] }

/**
 * The newest status of an order in its entries (§2.9); null where none is kept. A query by serial number about the sale
 * does not count after a refund, void or capture: it says nothing of what came later.
 */
export function keptReport(entries: readonly EntryDetail[]): Report | null {
  let bySerialNumber: Report | null = null
  let ofOrder: Report | null = null
  // Newest first: an older reply is read only if the newer ones do not decide.
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

/** Of two at one moment, the one that was written later comes first. */
function newestFirst(kept: readonly Kept[]): Kept[] {
  return kept.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).toReversed()
}

/** The replies of an entry to questions about its order. One that cannot be trusted may be another order's. */
function keptOf({ row, events }: EntryDetail): Kept[] {
  const asks = replyKindOf(operations[row.operation]) === 'order-status'
  return events.flatMap((event) => {
    if (event.kind === 'intent' || event.reply === null) return []
    if (event.kind === 'outcome' && (!asks || event.outcome !== 'answered')) return []
    const { errorCode, errorText, reply } = event
    return [{ at: event.kind === 'observation' ? event.lastAt : event.at, errorCode, errorText, reply }]
  })
}
