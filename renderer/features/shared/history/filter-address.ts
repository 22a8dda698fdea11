/** The filter of the list in the address. Without schemas, as the home screen links to lists. */
import type { LocationQuery } from 'vue-router'
import { queryText } from '../form/targets.ts'

const filterNames = [
  'view', 'text', 'date', 'final', 'merchant', 'profile', 'environment', 'operation', 'state', 'currency', 'least', 'most', 'code',
  'who', 'lastFour', 'card', 'brand', 'tag', 'desk', 'otherwise', 'sort',
] as const
export type FilterName = (typeof filterNames)[number]

/** The parts of a filter as in the address; an empty part filters nothing. Several values are separated by commas. */
export type ListFilter = Readonly<Record<FilterName, string>>

/** Value of a currency, error code or card brand for entries without one. */
export const withoutValue = '-'

/** Value of `otherwise` for payments that the gateway reports differently than they were sent. */
export const otherwiseThanSent = 'sent'

/** Parts that belong to the view and filter nothing. */
const viewNames: readonly FilterName[] = ['view', 'sort']

export const emptyFilter = Object.fromEntries(filterNames.map((name) => [name, ''])) as ListFilter

/** True if a part filters the list; "Clear" removes these parts. */
export function narrows(filter: ListFilter): boolean {
  return filterNames.some((name) => !viewNames.includes(name) && filter[name] !== '')
}

/** True if two filters are equal. */
export function isSameFilter(one: ListFilter, other: ListFilter): boolean {
  return filterNames.every((name) => one[name] === other[name])
}

/** The same view without filters. */
export function withoutFilters({ view, sort }: ListFilter): ListFilter {
  return { ...emptyFilter, view, sort }
}

/** Reads the filter from an address. */
export function filterOfQuery(query: LocationQuery): ListFilter {
  return Object.fromEntries(filterNames.map((name) => [name, queryText(query, name)])) as ListFilter
}

/** The parts that are not empty, as parameters of the address. */
export function queryOfFilter(filter: ListFilter): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
}
