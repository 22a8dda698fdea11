/** The status queries of an order, and what each reports about a transaction (§2.9). */
import type { EntryId, Masked, UtcTime } from '../../brands.ts'
import { operations, replyKindOf, touchesMoney } from '../../gateway/operations/operations.ts'
import { readStage } from '../../gateway/replies/order-status.ts'
import type { ReplyFieldName } from '../../gateway/fields/reply-fields.ts'
import { filledReplyField } from '../../gateway/replies/reply.ts'
import { readTransactionType } from '../../gateway/catalogue/transaction-types.ts'
import type { Answer } from '../answers/answer.ts'
import type { EntryDetail, EntryEvent } from '../history/history.ts'
import { readKeptReply } from '../answers/kept-reply.ts'

/** A reply to a status query, with the number of equal ones that followed. */
export interface StatusCheck {
  /** The entry that records it: that of the checked request, or that of the query. */
  readonly entryId: EntryId
  readonly at: UtcTime
  readonly lastAt: UtcTime
  readonly times: number
  readonly status: string
  /** The kind of the reported transaction, by its type or its stage; null if there is neither. */
  readonly type: string | null
  /** The serial number in the query, as the gateway returned it. */
  readonly askedSerialNumber: string | null
  /** The acquirer's id of the transaction. */
  readonly transactionId: string | null
  /** True if main queried about this entry and accepted the reply as being about it. */
  readonly isOwn: boolean
  readonly field: (name: ReplyFieldName) => string | null
}

/**
 * Every reply of an entry with a status; the request's own reply only if the request was a status query. Replies that
 * cannot be trusted are left out, as they may be another order's.
 */
export function checksOf(entry: EntryDetail): StatusCheck[] {
  const asks = replyKindOf(operations[entry.row.operation]) === 'order-status'
  const ownFrom = ownSince(entry)
  return entry.events.flatMap((event, index) => {
    if (event.kind === 'observation') {
      const isOwn = index >= ownFrom
      const check = checkOf(entry.row.entryId, event, event.reply)
      return [{ ...check, lastAt: event.lastAt, times: event.repeats + 1, isOwn }]
    }
    return event.kind === 'outcome' && asks && event.outcome === 'answered' && event.reply !== null && event.status !== null
      ? [checkOf(entry.row.entryId, { at: event.at, status: event.status, stage: event.stage }, event.reply)]
      : []
  })
}

/** A new reply that the entries do not contain yet; null if it has no status. */
export function freshCheck(answer: Answer | null, entries: readonly EntryDetail[]): StatusCheck | null {
  if (answer?.outcome.kind !== 'answered' || answer.reply === null) return null
  const { entryId, at, reply } = answer
  const isKept = entries.some(({ row, events }) => row.entryId === entryId && events.some((event) =>
    (event.kind === 'observation' ? Date.parse(event.lastAt) >= Date.parse(at) : event.kind === 'outcome' && row.effect === 'reads')))
  const field = fieldsOf(reply.raw)
  const status = field('status')
  return isKept || status === null ? null : checkOf(entryId, { at, status, stage: field('order-stage') }, reply.raw)
}

/**
 * The first event from which observations are about the entry's own transaction. If the state is unclear, only a
 * resolving observation is.
 */
function ownSince({ row, events }: EntryDetail): number {
  if (!touchesMoney(operations[row.operation]) || ['unknown', 'sending', 'not-found'].includes(row.state)) return Infinity
  return Math.max(0, events.findIndex((event) => event.kind === 'observation' && event.resolves))
}

type Seen = Pick<Extract<EntryEvent, { kind: 'observation' }>, 'at' | 'status' | 'stage'>

function checkOf(entryId: EntryId, { at, status, stage }: Seen, reply: Masked): StatusCheck {
  const field = fieldsOf(reply)
  const family = stage === null ? null : readTransactionType(readStage(stage).family)
  return {
    entryId, at, lastAt: at, times: 1, status, isOwn: false, field,
    type: field('transaction-type') ?? family,
    askedSerialNumber: field('by-request-sn'),
    transactionId: field('processor-tx-id'),
  }
}

/** The fields of a stored reply: ids, amounts and statuses are unchanged, all others masked. */
export function fieldsOf(reply: Masked): StatusCheck['field'] {
  const read = readKeptReply(reply)
  return (name) => filledReplyField(read, name)
}
