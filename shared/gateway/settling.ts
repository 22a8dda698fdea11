/** Whether a status answer is about the very order whose outcome was lost (addendum 10). */
import { minorUnitDigits } from './currencies.ts'
import { toMinorUnits } from './money.ts'
import { filledReplyField, type Reply } from './reply.ts'
import type { Switches } from './switches.ts'

export type SettlingDoubt = 'amount' | 'currency' | 'time' | 'card'

/** What is known of the request whose outcome is unknown. Amounts are minor units; times milliseconds since 1970. */
export interface SentOrder {
  readonly minorAmounts: readonly string[]
  readonly currency: string | null
  readonly sentAt: number
  readonly now: number
  /** Null when the card is not known here; then it is not compared. */
  readonly lastFour: string | null
}

/**
 * What does not fit or can't be compared; empty when the order is surely the one that was sent. The merchant order id
 * was compared when the reply was judged. The amount may be any of those offered in turn.
 */
export function settlingDoubts(
  reply: Pick<Reply, 'fields'>, sent: SentOrder, switches: Pick<Switches, 'minorUnitDigits'>,
): SettlingDoubt[] {
  const currency = filledReplyField(reply, 'currency')
  const doubts: SettlingDoubt[] = []
  if (currency === null || currency !== sent.currency) doubts.push('currency')
  if (!amountFits(reply, sent, currency, switches)) doubts.push('amount')
  if (!timeFits(reply, sent)) doubts.push('time')
  const lastFour = filledReplyField(reply, 'last-four-digits')
  if (sent.lastFour !== null && lastFour !== null && lastFour !== sent.lastFour) doubts.push('card')
  return doubts
}

function amountFits(
  reply: Pick<Reply, 'fields'>, sent: SentOrder, currency: string | null, switches: Pick<Switches, 'minorUnitDigits'>,
): boolean {
  const digits = currency === null ? null : minorUnitDigits(currency, switches.minorUnitDigits)
  if (digits === null) return false
  return ['amount', 'initial-amount'].some((name) => {
    const text = filledReplyField(reply, name)
    // Gateways print more decimals than a currency has; zeros beyond them mean nothing.
    const minor = text === null ? null : toMinorUnits(withoutSurplusZeros(text, digits), digits)
    return minor?.ok === true && sent.minorAmounts.includes(minor.value)
  })
}

function withoutSurplusZeros(text: string, digits: number): string {
  const [whole = '', fraction = ''] = text.split('.')
  const kept = fraction.slice(0, digits)
  return /^0*$/.test(fraction.slice(digits)) ? (kept === '' ? whole : `${whole}.${kept}`) : text
}

const timeFields = ['transaction-date', 'gw-processing-date']
const minute = 60_000
const hour = 60 * minute
const clockSlack = 10 * minute

/** A date without a zone that we know may be in any zone of the world: UTC-12 to UTC+14. */
const widestZones = { behind: 12 * hour, ahead: 14 * hour }

function timeFits(reply: Pick<Reply, 'fields'>, sent: SentOrder): boolean {
  return timeFields.some((name) => {
    const range = momentRange(filledReplyField(reply, name) ?? '')
    return range !== null && range.latest >= sent.sentAt - clockSlack && range.earliest <= sent.now + clockSlack
  })
}

/** The earliest and latest moment that a date text can mean; null when it is no date we can read. */
export function momentRange(text: string): { readonly earliest: number; readonly latest: number } | null {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?\s*(.*)$/.exec(text.trim())
  if (match === null) return null
  const [, date = '', time = '', zone = ''] = match
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
