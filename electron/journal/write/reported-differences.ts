/** Compares a payment as it was sent with its stored status replies. */
import type { Masked } from '#shared/brands.ts'
import type { ReplyFieldName } from '#shared/gateway/fields/reply-fields.ts'
import { filledReplyField } from '#shared/gateway/replies/reply.ts'
import type { HistoryRow, ReportedDifference } from '#shared/model/history/history.ts'
import { reportedOtherwise } from '#shared/model/payments/reported-otherwise.ts'
import { fieldsIn } from './reply-facts.ts'
import type { SentReading } from './sent-reading.ts'

type Sent = Pick<HistoryRow, 'operation' | 'state' | 'minorAmount' | 'enumeratedMinorAmounts' | 'currency'>

/**
 * What the newest of the replies reports differently; empty without a reply. `amount` may be what is left after refunds
 * (addendum 6). So it is taken from the first approved status, before any refund; `initial-amount` is constant.
 */
export function differencesIn(
  sent: Sent, statuses: readonly Masked[], minorUnitDigits: SentReading,
): readonly ReportedDifference[] {
  const replies = statuses.map(fieldsIn)
  const newest = replies.at(-1)
  if (newest === undefined) return []
  const first = replies.find((reply) => filledReplyField(reply, 'status') === 'approved') ?? newest
  const find = (name: ReplyFieldName): string | null => filledReplyField(name === 'amount' ? first : newest, name)
  const types = replies.map((reply) => ({ type: filledReplyField(reply, 'transaction-type') }))
  return reportedOtherwise(sent, find, { minorUnitDigits, statusAmountIs: 'initial' }, types)
}
