/** What the history is narrowed to, as it stands in the address, and as main is asked for it. */
import type { LocationQuery } from 'vue-router'
import type { CardReference, MerchantKey, ProfileId } from '#shared/brands.ts'
import { isOperationId } from '#shared/gateway/operations.ts'
import { deskIdSchema } from '#shared/model/branded.ts'
import { environments } from '#shared/model/environment.ts'
import { entryStates } from '#shared/model/history.ts'
import type { DeskChoice, HistoryFilter, HistoryOrder } from '#shared/model/history-list.ts'
import { queryText } from '../shared/form/targets.ts'
import { timeRangeOf } from './days.ts'

const filterNames = [
  'view', 'text', 'date', 'final', 'merchant', 'profile', 'environment', 'operation', 'state', 'currency', 'least', 'most', 'code',
  'who', 'lastFour', 'card', 'desk', 'sort',
] as const
export type FilterName = (typeof filterNames)[number]

/** Each part as it stands in the address; empty narrows nothing. Several values of one part are separated by commas. */
export type ListFilter = Readonly<Record<FilterName, string>>

/** The card that a filter names, once it is known how the gateway calls it. */
export interface FilteredCard {
  readonly cardReference: CardReference | null
  readonly cardHash: string | null
}

/** As a currency or error code: entries that have none. */
export const withoutValue = '-'

/** What belongs to the view and narrows nothing. */
const viewNames: readonly FilterName[] = ['view', 'sort']

export const emptyFilter = Object.fromEntries(filterNames.map((name) => [name, ''])) as ListFilter

/** The parts that are not the view's own: they narrow the list, and "Clear" takes them away. */
export function narrows(filter: ListFilter): boolean {
  return filterNames.some((name) => !viewNames.includes(name) && filter[name] !== '')
}

/** Whether two filters list the same. */
export function isSameFilter(one: ListFilter, other: ListFilter): boolean {
  return filterNames.every((name) => one[name] === other[name])
}

/** The same view with nothing narrowed. */
export function withoutFilters({ view, sort }: ListFilter): ListFilter {
  return { ...emptyFilter, view, sort }
}

/** The filter of an address. */
export function filterOfQuery(query: LocationQuery): ListFilter {
  return Object.fromEntries(filterNames.map((name) => [name, queryText(query, name)])) as ListFilter
}

/** The parts that are set, for the address. */
export function queryOfFilter(filter: ListFilter): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
}

export function valuesOf(part: string): string[] {
  return part === '' ? [] : part.split(',')
}

/** Decimal text in major units, as typed; null for what is none. */
export function typedAmount(text: string): string | null {
  const amount = text.trim().replace(',', '.')
  return /^\d{1,15}(?:\.\d{1,4})?$/.test(amount) ? amount : null
}

/** The order of the list; newest first unless the filter says otherwise. */
export function orderOf({ sort }: ListFilter): HistoryOrder {
  return (['oldest', 'largest', 'smallest'] as const).find((order) => order === sort) ?? 'newest'
}

/** The filter as main is asked for it; what is not understood narrows nothing. */
export function askedFilter(filter: ListFilter, now: Date, card: FilteredCard | null): HistoryFilter {
  const desks = valuesOf(filter.desk).filter(isDeskChoice)
  const final = timeRangeOf(filter.final, now)
  const without = [
    ...filter.currency === withoutValue ? ['currency' as const] : [], ...filter.code === withoutValue ? ['errorCode' as const] : [],
  ]
  return {
    text: filter.text,
    view: filter.view === 'all' ? 'all' : 'payments',
    states: entryStates.filter((state) => valuesOf(filter.state).includes(state)),
    operations: valuesOf(filter.operation).filter(isOperationId),
    environments: environments.filter((one) => valuesOf(filter.environment).includes(one)),
    profileId: orNull(filter.profile) as ProfileId | null,
    merchantKey: orNull(filter.merchant) as MerchantKey | null,
    ...timeRangeOf(filter.date, now),
    ...(filter.final !== '' && { finalFrom: final.from, finalUntil: final.until }),
    ...(without.length > 0 && { without }),
    currency: named(filter.currency),
    leastAmount: typedAmount(filter.least),
    mostAmount: typedAmount(filter.most),
    errorCode: named(filter.code),
    who: orNull(filter.who),
    lastFour: orNull(filter.lastFour),
    cardReference: card?.cardReference ?? null,
    cardHash: card?.cardHash ?? null,
    ...(desks.length > 0 && { desks }),
  }
}

/** True for a text that can name a desk: `this-desk`, or the id of another one. */
function isDeskChoice(text: string): text is DeskChoice {
  return text === 'this-desk' || deskIdSchema.safeParse(text).success
}

function named(text: string): string | null {
  return text === withoutValue ? null : orNull(text)
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
