/** Decides whether a status reply is about exactly the order whose outcome was lost (addendum 10). */
import { minorUnitDigits } from '../numbers/currencies.ts'
import { toMinorUnits, withoutSurplusZeros } from '../numbers/money.ts'
import { isCapture, type OrderAction } from './order-actions.ts'
import type { ReplyFieldName } from '../fields/reply-fields.ts'
import { filledReplyField, lastValueWasCut, type Reply } from '../replies/reply.ts'
import type { Switches } from '../operations/switches.ts'
import { transactionTypeOf } from '../operations/made-transactions.ts'

export type ResolutionMismatch = 'amount' | 'currency' | 'time' | 'card'

/** The time from a send until now by one clock, in milliseconds since 1970. */
export interface SentSpan {
  readonly sentAt: number
  readonly now: number
}

/** The facts of a request with an unknown outcome. Amounts are minor units. */
export interface SentOrder {
  /** Null for an operation without amounts. Empty if they are not known; then nothing matches. */
  readonly minorAmounts: readonly string[] | null
  readonly currency: string | null
  /** By this computer's clock, and by the gateway's if known: a reply's date must be within one of them. */
  readonly spans: readonly SentSpan[]
  /** Null if the card is not known here; it is then not compared, unless no amount is compared either. */
  readonly lastFour: string | null
}

/**
 * The fields that differ or cannot be compared; empty if the order is certainly the sent one. The merchant order id was
 * already compared when the reply was judged. The amount may be any of the enumerated ones. If no amount was sent, the
 * gateway may report its own, so the card must be known on both sides.
 */
export function resolutionMismatches(
  reply: Pick<Reply, 'fields'>, sent: SentOrder, switches: Pick<Switches, 'minorUnitDigits'>,
): ResolutionMismatch[] {
  const currency = filledReplyField(reply, 'currency')
  const mismatches: ResolutionMismatch[] = []
  const sendsNoMoney = sent.minorAmounts === null && sent.currency === null
  if (!sendsNoMoney && (currency === null || currency !== sent.currency)) mismatches.push('currency')
  if (sent.minorAmounts !== null && !amountFits(reply, sent.minorAmounts, switches)) mismatches.push('amount')
  if (!timeFits(reply, sent.spans)) mismatches.push('time')
  const lastFour = filledReplyField(reply, 'last-four-digits')
  const isCardKnown = sent.lastFour !== null && lastFour !== null
  if (isCardKnown ? lastFour !== sent.lastFour : sent.minorAmounts === null) mismatches.push('card')
  return mismatches
}

function amountFits(
  reply: Pick<Reply, 'fields'>, minorAmounts: readonly string[], switches: Pick<Switches, 'minorUnitDigits'>,
): boolean {
  // The initial amount is the sent amount; `amount` may be the rest after a partial refund (addendum 6).
  const name = filledReplyField(reply, 'initial-amount') === null ? 'amount' : 'initial-amount'
  const minor = minorAmountIn(reply, name, switches)
  return minor !== null && minorAmounts.includes(minor)
}

/** The facts of a refund, void or capture whose reply was lost. Amounts are minor units. */
export interface SentAction {
  readonly action: OrderAction
  /** The requested part; null for the whole. */
  readonly minorAmount: string | null
  /** The order's own amount, as known before the send. Null if not known; then nothing matches. */
  readonly initialAmount: string | null
  readonly currency: string | null
  readonly spans: readonly SentSpan[]
  /** Acquirer ids of the order's other transactions: those seen before the send, and those of other requests. */
  readonly otherTransactions: ReadonlySet<string>
}

/**
 * The reasons why the order's newest transaction may not be the action whose reply was lost (addendum 8). It must be
 * new, of the same kind, and match in currency, time and amount. A part matches only if the reply's `amount` reports
 * the part; a whole amount only if it cannot be a part. `order-id` means "another transaction".
 */
export function actionMismatches(
  reply: Pick<Reply, 'fields'>, sent: SentAction, switches: Pick<Switches, 'minorUnitDigits' | 'statusAmountIs'>,
): (ResolutionMismatch | 'order-id')[] {
  const transaction = filledReplyField(reply, 'processor-tx-id')
  const isNew = transaction !== null && !sent.otherTransactions.has(transaction)
  const isOfItsKind = filledReplyField(reply, 'transaction-type') === transactionTypeOf(sent.action)
  const currency = filledReplyField(reply, 'currency')
  return [
    ...(isNew && isOfItsKind ? [] : ['order-id' as const]),
    ...(currency !== null && currency === sent.currency ? [] : ['currency' as const]),
    ...(actionAmountFits(reply, sent, switches) ? [] : ['amount' as const]),
    ...(timeFits(reply, sent.spans) ? [] : ['time' as const]),
  ]
}

function actionAmountFits(
  reply: Pick<Reply, 'fields'>, sent: SentAction, switches: Pick<Switches, 'minorUnitDigits' | 'statusAmountIs'>,
): boolean {
  if (sent.initialAmount === null) return false
  const amount = minorAmountIn(reply, 'amount', switches)
  const initial = minorAmountIn(reply, 'initial-amount', switches)
  if (initial !== null && initial !== sent.initialAmount) return false
  if (sent.minorAmount !== null && sent.minorAmount !== sent.initialAmount) {
    // If `amount` is the rest of the order, no field reports the single transaction.
    return switches.statusAmountIs === 'initial' && amount === sent.minorAmount
  }
  if (switches.statusAmountIs === 'current' && amount === '0') return true
  // §2.9: partial transactions report the initial amount too, and declined ones report it as the rest. Only a gate
  // without partial transactions distinguishes a whole amount from another desk's part.
  const gate = isCapture(sent.action) ? 'gate-partial-capture' : 'gate-partial-reversal'
  return filledReplyField(reply, gate) === 'disabled' && (amount ?? initial) === sent.initialAmount
}

/**
 * True if a refused status query reports nothing about the order: the gateway failed (`error`), or it refused the query
 * itself for a wrong control (§7.2) or a parameter (addendum 11). Every other `validation-error` means "not found".
 */
export function reportsNothingAboutOrder(reply: Pick<Reply, 'fields'>): boolean {
  if (filledReplyField(reply, 'type') !== 'validation-error') return true
  return reportsWrongControl(reply) || /^Parameter \S+ /.test(filledReplyField(reply, 'error-message') ?? '')
}

/**
 * True for a refused control, by the message or code of a refusal (§7.2, addendum 11). The code of an order's status is
 * the bank's.
 */
export function reportsWrongControl(reply: Pick<Reply, 'fields'>): boolean {
  if (!['validation-error', 'error'].includes(filledReplyField(reply, 'type') ?? '')) return false
  return filledReplyField(reply, 'error-message') === 'INVALID_CONTROL_CODE' || filledReplyField(reply, 'error-code') === '2'
}

/**
 * True if a refused status query clearly means "not found": a complete refusal that is about the order. A refusal
 * without a message or code (§7.1) proves nothing.
 */
export function reportsNotFound(reply: Pick<Reply, 'fields' | 'body'>): boolean {
  const states = filledReplyField(reply, 'error-message') !== null && filledReplyField(reply, 'error-code') !== null
  return states && !lastValueWasCut(reply.body) && !reportsNothingAboutOrder(reply)
}

function minorAmountIn(
  reply: Pick<Reply, 'fields'>, name: ReplyFieldName, switches: Pick<Switches, 'minorUnitDigits'>,
): string | null {
  const digits = minorUnitDigits(filledReplyField(reply, 'currency') ?? '', switches.minorUnitDigits)
  const text = filledReplyField(reply, name)
  // Gateways print more decimals than the currency has; zeros beyond them have no meaning.
  const minor = text === null || digits === null ? null : toMinorUnits(withoutSurplusZeros(text, digits), digits)
  return minor?.ok === true ? minor.value : null
}

const timeFields = ['transaction-date', 'gw-processing-date'] as const
const minute = 60_000
const hour = 60 * minute
const clockSlack = 10 * minute

/** A date without a zone may be of any zone: UTC-12 to UTC+14. */
const widestZones = { behind: 12 * hour, ahead: 14 * hour }

function timeFits(reply: Pick<Reply, 'fields'>, spans: readonly SentSpan[]): boolean {
  const ranges = timeFields.flatMap((name) => momentRange(filledReplyField(reply, name) ?? '') ?? [])
  return ranges.some(({ earliest, latest }) => spans.some(({ sentAt, now }) =>
    latest >= sentAt - clockSlack && earliest <= now + clockSlack))
}

/** The earliest and latest moment that a date text can mean; null for text that is not a supported date. */
export function momentRange(text: string): { readonly earliest: number; readonly latest: number } | null {
  const trimmed = text.trim()
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?/.exec(trimmed)
  if (match === null) return null
  const [whole, date = '', time = ''] = match
  const zone = trimmed.slice(whole.length).trimStart()
  if (/[\n\r\u2028\u2029]/.test(zone)) return null
  const asUtc = Date.parse(`${date}T${time}Z`)
  if (Number.isNaN(asUtc)) return null
  const offset = zoneOffset(zone)
  return offset === null
    ? { earliest: asUtc - widestZones.ahead, latest: asUtc + widestZones.behind }
    : { earliest: asUtc - offset, latest: asUtc - offset }
}

function zoneOffset(zone: string): number | null {
  if (/^(?:Z|UTC|GMT)$/i.test(zone)) return 0
  const match = /^(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})$/i.exec(zone)
  if (match === null) return null
  const [, sign = '+', hours = '0', minutes = '0'] = match
  return (sign === '-' ? -1 : 1) * (Number(hours) * hour + Number(minutes) * minute)
}
