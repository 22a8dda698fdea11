/** Texts that describe a card on file. */
import type { CardOnFile } from '#shared/model/payments/card.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import type { Translate } from '../../../i18n/index.ts'
import { dayText } from '../../../ui/values/time.ts'
import { expiryOf } from './card-on-file.ts'
import { stateText } from '../entry/entry-state.ts'
import { cardText, rowAmountText } from '../entry/row-texts.ts'

/** "VISA •••• 0001", or "Card" if its digits are not recorded. */
export function cardName({ brand, lastFour }: Pick<CardOnFile, 'brand' | 'lastFour'>, t: Translate): string {
  return cardText({ cardBrand: lastFour === null ? null : brand, lastFour }) || t('card.unnamed')
}

/** "Valid to 12/30", "Expired 08/26" or "Not known" at `nowMs`, from the expiry of the last lookup. */
export function validity(card: Pick<CardOnFile, 'expiry'>, nowMs: number, t: Translate): string {
  const { expiry, state } = expiryOf(card.expiry, nowMs)
  if (state.kind === 'not-known') return t('card.expiry.notKnown')
  return t(state.kind === 'expired' ? 'card.expiry.expired' : 'card.expiry.validTo', { expiry })
}

/** True if the expiry of the last lookup has passed at `nowMs`. */
export function hasExpired(card: Pick<CardOnFile, 'expiry'>, nowMs: number): boolean {
  return expiryOf(card.expiry, nowMs).state.kind === 'expired'
}

/** "Approved 10.15 USD, 20 Nov". */
export function lastUse({ lastPayment }: Pick<CardOnFile, 'lastPayment'>, profiles: readonly ProfileView[], t: Translate): string {
  if (lastPayment === null) return t('card.neverCharged')
  return t('card.lastUse', {
    state: stateText(lastPayment.state, t), day: dayText(lastPayment.at), amount: rowAmountText(lastPayment, profiles),
  })
}
