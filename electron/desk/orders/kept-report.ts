import { operations, replyKindOf } from '#shared/gateway/operations.ts'
import { filledReplyField } from '#shared/gateway/reply.ts'
import { isLaterTransaction } from '#shared/gateway/transaction-types.ts'
import type { EntryDetail } from '#shared/model/history.ts'
import type { Report } from '#shared/model/order.ts'
import { shownReplyFields } from '#shared/model/shown-reply.ts'
import { readKeptReply } from '../history/index.ts'

/**
 * The newest status of an order in its entries (§2.9); null where none is kept. A query by serial number about the sale
 * does not count after a refund, void or capture: it says nothing of what came later.
 */
export function keptReport(entries: readonly EntryDetail[]): Report | null {
  const kept = entries.flatMap(reportsOf).sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const field = ({ reply }: Report, name: string): string | null =>
    reply.fields.find((one) => one.name === name && one.value !== '')?.value ?? null
  const isLater = (report: Report): boolean => isLaterTransaction(field(report, 'transaction-type'))
  const hasLater = kept.some(isLater)
  return kept.findLast((report) => !hasLater || isLater(report) || field(report, 'by-request-sn') === null) ?? null
}

function reportsOf({ row, events }: EntryDetail): Report[] {
  const asks = replyKindOf(operations[row.operation]) === 'order-status'
  return events.flatMap((event) => {
    if (event.kind === 'intent' || event.reply === null || (event.kind === 'outcome' && !asks)) return []
    const reply = readKeptReply(event.reply)
    if (filledReplyField(reply, 'status') === null) return []
    const { errorCode, errorText } = event
    const at = event.kind === 'observation' ? event.lastAt : event.at
    return [{ at, reply: { fields: shownReplyFields(reply), raw: event.reply }, errorCode, errorText }]
  })
}
