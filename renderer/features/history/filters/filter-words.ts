/** Texts of a filter, for its chips and the export. */
import { isOperationId } from '#shared/gateway/operations/operations.ts'
import { environments } from '#shared/model/values/environment.ts'
import type { ProfileView } from '#shared/model/application/app.ts'
import { removedBrand } from '#shared/model/history/history-list.ts'
import type { MerchantKey } from '#shared/brands.ts'
import { typedAmount } from '#shared/typed-decimals.ts'
import type { Translate } from '../../../i18n/index.ts'
import { localTime } from '../../../ui/values/time.ts'
import { merchantText } from '../../shared/profile/merchant-text.ts'
import { entryStates, stateText } from '../../shared/entry/entry-state.ts'
import { daysOf, isDayPreset, spanOf } from '../../shared/history/days.ts'
import { deskLabel, type NamedDesk } from '../../shared/history/desks.ts'
import { otherwiseThanSent, withoutValue, type FilterName, type ListFilter } from '../../shared/history/filter-address.ts'
import { valuesOf } from './list-filter.ts'

/** The chips in their order, and the parts of the filter that each contains. */
export const chips = {
  date: ['date'], final: ['final'], state: ['state'], merchant: ['merchant', 'profile'], environment: ['environment'], type: ['operation'],
  amount: ['least', 'most'], currency: ['currency'], card: ['lastFour', 'card', 'brand'], code: ['code'], who: ['who'], tag: ['tag'],
  desk: ['desk'], otherwise: ['otherwise'],
} as const satisfies Record<string, readonly FilterName[]>
export type ChipId = keyof typeof chips
export const chipIds = Object.keys(chips) as readonly ChipId[]

/** The text of a chip's value; empty if it is not set. */
export function chipText(
  id: ChipId, filter: ListFilter, profiles: readonly ProfileView[], t: Translate, desks: readonly NamedDesk[],
): string {
  switch (id) {
    case 'date': return dateText(filter.date, t)
    case 'final': return dateText(filter.final, t)
    case 'state': return some(entryStates.filter((state) => valuesOf(filter.state).includes(state)).map((state) => stateText(state, t)), t)
    case 'type': return some(valuesOf(filter.operation).filter(isOperationId).map((operation) => t(`operation.${operation}.name`)), t)
    case 'environment':
      return some(environments.filter((one) => valuesOf(filter.environment).includes(one)).map((one) => t(`common.environment.${one}`)), t)
    case 'merchant': return [
      filter.merchant === '' ? '' : merchantName(filter.merchant as MerchantKey, profiles, t),
      profiles.find(({ profile }) => profile.id === filter.profile)?.profile.name ?? filter.profile,
    ].filter((part) => part !== '').join(' · ')
    case 'amount': return amountText(filter, t)
    case 'currency': return orNone(filter.currency, t)
    case 'card': return [
      filter.lastFour === '' ? '' : `•••• ${filter.lastFour}`, filter.card === '' ? '' : t('history.filter.oneCard'),
      brandText(filter.brand, t),
    ].filter((part) => part !== '').join(' · ')
    case 'code': return orNone(filter.code, t)
    case 'who': return filter.who
    case 'tag': return filter.tag
    case 'otherwise': return filter.otherwise === otherwiseThanSent ? t('history.filter.otherwiseThanSent') : ''
    case 'desk': return some(valuesOf(filter.desk).map((desk) => deskLabel(desk, desks, t)), t)
  }
}

/** The name of a merchant: the names of its profiles, else its login and address. */
export function merchantName(merchant: MerchantKey, profiles: readonly ProfileView[], t: Translate): string {
  const names = profiles.filter(({ historyKey }) => historyKey === merchant).map(({ profile }) => profile.name)
  return names.length > 0 ? names.join(', ') : merchantText(merchant, t)
}

function dateText(choice: string, t: Translate): string {
  if (choice === '') return ''
  if (isDayPreset(choice)) return t(`history.filter.day.${choice}`)
  const moments = spanOf(choice)
  if (moments !== null) {
    return t('history.filter.span', { from: localTime(moments.from, 'minute'), until: localTime(moments.until, 'minute') })
  }
  const { first, last } = daysOf(choice)
  const shown = (day: string): string => localTime(`${day}T12:00:00`, 'day')
  if (first !== '' && last !== '') {
    return first === last ? shown(first) : t('history.filter.daysBetween', { first: shown(first), last: shown(last) })
  }
  if (first !== '') return t('history.filter.daysFrom', { first: shown(first) })
  return last === '' ? '' : t('history.filter.daysTo', { last: shown(last) })
}

/** The name of a card brand; empty without one. */
function brandText(brand: string, t: Translate): string {
  if (brand === removedBrand) return t('history.filter.removedBrand')
  return brand === withoutValue ? t('history.filter.noBrand') : brand
}

/** The amounts that filter the list; an amount that cannot be read does not filter. */
function amountText(filter: ListFilter, t: Translate): string {
  const least = typedAmount(filter.least.trim()) ?? ''
  const most = typedAmount(filter.most.trim()) ?? ''
  if (least !== '' && most !== '') return least === most ? least : t('history.filter.amountBetween', { least, most })
  if (least !== '') return t('history.filter.amountFrom', { least })
  return most === '' ? '' : t('history.filter.amountTo', { most })
}

function orNone(value: string, t: Translate): string {
  return value === withoutValue ? t('history.filter.none') : value
}

function some([first = '', ...others]: readonly string[], t: Translate): string {
  return others.length === 0 ? first : t('history.filter.more', { value: first, count: others.length })
}
