/** Texts and amounts of a line of the history. */
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import { namesOfHold } from '#shared/gateway/operations/made-transactions.ts'
import { toMajorText } from '#shared/gateway/numbers/money.ts'
import { directionOf, operations } from '#shared/gateway/operations/operations.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { movedOfTried } from '#shared/model/history/moved-amount.ts'
import { amountWithCurrency } from '#shared/shown-amount.ts'
import type { Translate } from '../../../i18n/index.ts'
import { profileOfEntry } from './profile-of-entry.ts'

/** An amount as decimal text in major units, with its currency. */
export interface ShownAmount {
  readonly amount: string
  readonly currency: string
}

/** The name of what was done: a refund that cancels a hold is its release. */
export function rowName({ operation, releasesHold }: Pick<HistoryRow, 'operation' | 'releasesHold'>, t: Translate): string {
  const isRelease = releasesHold === true && namesOfHold(operation) !== null
  return t(isRelease ? `operation.${operation}-of-hold.name` : `operation.${operation}.name`)
}

type OfProfile = Pick<HistoryRow, 'profileId' | 'merchantKey'>

/** The variation for minor units of a row's profile, or of another one of the merchant if that was removed. */
export function readingOf(profiles: readonly ProfileView[], row: OfProfile): Switches['minorUnitDigits'] {
  return profileOfEntry(profiles, row)?.profile.switches.minorUnitDigits ?? 'iso-4217'
}

type AmountOfRow = Pick<
  HistoryRow,
  'operation' | 'minorAmount' | 'enumeratedMinorAmounts' | 'netMinorAmount' | 'reviewed' | 'currency' | 'releasesHold'
>

/**
 * The reviewed amount of a row, else the sent one; null if neither is known. It has a minus if the money leaves the
 * merchant, which the release of a hold does not. `others`: number of further amounts that were tried in turn, 0 once
 * it is known which one moved.
 */
export function rowAmount(row: AmountOfRow, reading: Switches['minorUnitDigits']): (ShownAmount & { others: number }) | null {
  const moved = movedOfTried(row)
  const [first = row.minorAmount, ...others] = moved === null ? row.enumeratedMinorAmounts : [moved]
  const minor = moved ?? row.reviewed?.minorAmount ?? first
  if (minor === null) return null
  const currency = row.reviewed?.currency ?? row.currency ?? ''
  const amount = toMajorText(minor, minorUnitDigits(currency, reading) ?? 0)
  const minus = directionOf(operations[row.operation]) === 'out' && row.releasesHold !== true ? '-' : ''
  return { amount: `${minus}${amount}`, currency, others: others.length }
}

/** The same as a text: "1,000.00 USD"; empty if not known. */
export function rowAmountText(row: AmountOfRow & OfProfile, profiles: readonly ProfileView[]): string {
  const amount = rowAmount(row, readingOf(profiles, row))
  return amount === null ? '' : amountWithCurrency(amount.amount, amount.currency)
}

/** The gateway's reason: "Insufficient funds · 116"; empty without one. */
export function reasonText({ errorText, errorCode }: Pick<HistoryRow, 'errorText' | 'errorCode'>): string {
  return [errorText, errorCode].filter((part) => part !== null && part !== '').join(' · ')
}

/** "VISA •••• 0001", or the part of it that is known. */
export function cardText({ cardBrand, lastFour }: Pick<HistoryRow, 'cardBrand' | 'lastFour'>): string {
  return [cardBrand, lastFour === null ? null : `•••• ${lastFour}`].filter((part) => part !== null).join(' ')
}
