/** A card as a reply describes it, for the card plate. */
import { cardExpiry, type CardExpiry } from '#shared/gateway/numbers/card-expiry.ts'
import type { ReplyFieldName } from '#shared/gateway/fields/reply-fields.ts'
import type { Translate } from '../../../i18n/index.ts'
import { replyValue, type Replied } from '../answer/reply-values.ts'

export interface CardOnFile {
  readonly bin: string
  readonly lastFour: string
  readonly network: string
  readonly holder: string
  /** "07/31", or empty when it is not known. */
  readonly expiry: string
  readonly state: CardExpiry
}

/** Reads card and expiry from a reply to a card lookup or a status query; null if the reply contains no card. */
export function cardOf(answer: Replied, nowMs: number): CardOnFile | null {
  const first = (...names: ReplyFieldName[]): string => names.map((name) => replyValue(answer, name)).find((text) => text !== '') ?? ''
  const bin = first('bin')
  const lastFour = first('last-four-digits')
  const holder = first('card-printed-name', 'cardholder-name', 'name')
  if (bin === '' && lastFour === '' && holder === '') return null
  const month = first('expire-month', 'card-exp-month')
  const year = first('expire-year', 'card-exp-year')
  return { bin, lastFour, network: first('card-type'), holder, ...expiryOf({ month, year }, nowMs) }
}

/** Expiry as "07/31" and its state at `nowMs`; null means that the expiry is not known. */
export function expiryOf(
  expiry: { readonly month: string; readonly year: string } | null, nowMs: number,
): Pick<CardOnFile, 'expiry' | 'state'> {
  const { month, year } = expiry ?? { month: '', year: '' }
  const state = cardExpiry(month, year, nowMs)
  return { expiry: state.kind === 'not-known' ? '' : `${month.padStart(2, '0')}/${year.slice(-2)}`, state }
}

/** The expiry as a sentence. A card is valid to the end of the month printed on it. */
export function expiryText(card: CardOnFile, t: Translate): string {
  switch (card.state.kind) {
    case 'valid': return t('answer.card.validTo', { expiry: card.expiry })
    case 'expires-soon': return t('answer.card.expiresSoon', { count: card.state.daysLeft })
    case 'expired': return t('answer.card.expired', { expiry: card.expiry })
    case 'not-known': return t('answer.card.notKnown')
  }
}
