/** Reads facts about an entry's own transaction from its stored replies: card, references of the bank, amount. */
import type { CardReference, Masked, MinorUnits, UtcTime } from '#shared/brands.ts'
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import { mayHaveCreated } from '#shared/gateway/operations/made-transactions.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import { toMinorUnits, withoutSurplusZeros } from '#shared/gateway/numbers/money.ts'
import { isOperationId, operations } from '#shared/gateway/operations/operations.ts'
import { isFinalStatus } from '#shared/gateway/replies/order-status.ts'
import type { ReplyFieldName } from '#shared/gateway/fields/reply-fields.ts'
import { filledReplyField, readReply, type Reply } from '#shared/gateway/replies/reply.ts'
import { momentRange } from '#shared/gateway/orders/resolution.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import { longestCardReference, longestId } from '#shared/model/values/branded.ts'
import type { CardReported } from '#shared/model/payments/card.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Intent } from '../records.ts'
import type { EntryHistory } from './events.ts'
import { sentReading } from './sent-reading.ts'

type Fields = Pick<Reply, 'fields'>

export interface ReplyFacts extends Pick<
  HistoryRow, 'cardBrand' | 'cardholder' | 'bankReference' | 'approvalCode' | 'finalAt'
> {
  /** The gateway's own id of the card, the same for every order paid with it. */
  readonly cardHash: string | null
  /** The reference that a card registration created. */
  readonly registeredReference: CardReference | null
  /** The first digits of the card, at most six, and its expiry; null if no reply names them. */
  readonly bin: string | null
  readonly expiry: CardReported['expiry']
  /** The amount in the last reply with status `approved`. */
  readonly approvedAmount: HistoryRow['reviewed']
  /** Every id that a person may know from another source: from the bank, a receipt, a statement. */
  readonly references: readonly string[]
}

const cardholderFields = ['cardholder-name', 'name', 'card-printed-name'] as const
const referenceFields = ['processor-rrn', 'processor-tx-id', 'approval-code', 'receipt-id', 'card-hash-id'] as const

/** Reads the facts. An order's status also reports later transactions: those belong to other entries. */
export function replyFacts(history: EntryHistory): ReplyFacts {
  const own = keptReplies(history).filter((reply) => isOwn(history.intent, reply))
  const last = (name: ReplyFieldName): string | null =>
    own.map((reply) => idIn(reply, name)).findLast((value) => value !== null) ?? null
  const final = own.findLast((reply) => isFinalStatus(filledReplyField(reply, 'status') ?? ''))
  const approved = own.findLast((reply) => filledReplyField(reply, 'status') === 'approved')
  const cardholder = cardholderFields.map(last).find((value) => value !== null) ?? null
  const [month, year] = [last('expire-month'), last('expire-year')]
  return {
    cardBrand: last('card-type'),
    cardholder: cardholder === null ? null : maskFreeText(cardholder),
    bankReference: last('processor-rrn'),
    approvalCode: last('approval-code'),
    finalAt: momentIn(final === undefined ? null : idIn(final, 'transaction-date')),
    cardHash: last('card-hash-id'),
    registeredReference: isRegistration(history.intent) ? referenceIn(last('card-ref-id')) : null,
    bin: last('bin')?.slice(0, 6) ?? null,
    expiry: month === null || year === null ? null : { month, year },
    approvedAmount: approved === undefined ? null : amountIn(approved, sentReading(history.intent)),
    references: [...new Set(own.flatMap((reply) => referenceFields.map((name) => idIn(reply, name)))
      .filter((value) => value !== null))],
  }
}

/** The stored replies of an entry, in their order, without those that justified a closing. */
export function keptReplies({ later }: EntryHistory): Fields[] {
  return later.flatMap((event) =>
    (event.kind === 'closing' || event.record.reply === null ? [] : [fieldsIn(event.record.reply)]))
}

/** Parses a stored reply. */
export function fieldsIn(kept: Masked): Fields {
  // The names that are read here do not depend on the gateway's product word, so any will do.
  return readReply({ httpStatus: 200, contentType: '', body: kept }, 'gw')
}

function isOwn({ operation, effect }: Intent, reply: Fields): boolean {
  const type = filledReplyField(reply, 'transaction-type')
  if (type === null || (effect !== 'moves-money' && effect !== 'holds-money')) return true
  return isOperationId(operation) && mayHaveCreated(operation, type)
}

function isRegistration({ operation }: Intent): boolean {
  return isOperationId(operation) && operations[operation].kind === 'card-registration'
}

function referenceIn(text: string | null): CardReference | null {
  return text !== null && text.length <= longestCardReference ? text as CardReference : null
}

/** A field's value; null if it is missing or too long for an id. */
function idIn(reply: Fields, name: ReplyFieldName): string | null {
  const value = filledReplyField(reply, name)
  return value === null || value.length > longestId ? null : value
}

function amountIn(reply: Fields, reading: Switches['minorUnitDigits']): HistoryRow['reviewed'] {
  const currency = filledReplyField(reply, 'currency')
  const text = idIn(reply, 'amount')
  const digits = currency === null ? null : minorUnitDigits(currency, reading)
  if (currency === null || text === null || digits === null) return null
  const minor = toMinorUnits(withoutSurplusZeros(text, digits), digits)
  return minor.ok ? { minorAmount: minor.value satisfies MinorUnits, currency } : null
}

/** The moment of a date; null for a date without a time zone, which may mean any of 26 hours. */
function momentIn(text: string | null): UtcTime | null {
  const range = text === null ? null : momentRange(text)
  return range === null || range.earliest !== range.latest ? null : new Date(range.earliest).toISOString() as UtcTime
}
