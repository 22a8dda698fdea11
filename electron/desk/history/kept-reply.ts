import type { Masked, UtcTime } from '#shared/brands.ts'
import { orderFacts, type OrderFacts } from '#shared/gateway/orders/order-actions.ts'
import type { ReplyFieldName } from '#shared/gateway/fields/reply-fields.ts'
import { filledReplyField } from '#shared/gateway/replies/reply.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { EntryDetail } from '#shared/model/history/history.ts'
import { readKeptReply } from '#shared/model/answers/kept-reply.ts'

/** A field of a journaled reply; null if it is absent or empty. */
export function keptReplyField(kept: Masked, name: ReplyFieldName): string | null {
  return filledReplyField(readKeptReply(kept), name)
}

/** A journaled reply of an entry: to the entry's own request, or to a later status query. */
export interface KeptReply {
  readonly kind: 'outcome' | 'observation'
  readonly at: UtcTime
  readonly reply: Masked
  /** False for a reply that may be about another order, or incomplete. */
  readonly isTrusted: boolean
}

/** Every journaled reply of an entry, oldest first. */
export function keptReplies({ events }: EntryDetail): KeptReply[] {
  return events.flatMap((event) => {
    if (event.kind === 'intent' || event.kind === 'closing' || event.reply === null) return []
    const isTrusted = event.kind === 'observation' || event.outcome !== 'unknown'
    return [{ kind: event.kind, at: event.at, reply: event.reply, isTrusted }]
  })
}

/** The facts of the newest trusted reply with the amount and currency of its order; null without one. */
export function lastReported(
  replies: readonly Pick<KeptReply, 'reply' | 'isTrusted'>[], switches: Pick<Switches, 'minorUnitDigits'>,
): OrderFacts | null {
  return replies.filter(({ isTrusted }) => isTrusted).map(({ reply }) => readKeptReply(reply))
    .map((reply) => orderFacts((name) => filledReplyField(reply, name), switches))
    .findLast(({ initialAmount, currency }) => initialAmount !== null && currency !== null) ?? null
}
