/** The filter of the list as it stands in the address. Without schemas, as the home screen links to lists. */
import type { LocationQuery } from 'vue-router'
import { queryText } from '../form/targets.ts'

const filterNames = [
  'view', 'text', 'date', 'final', 'merchant', 'profile', 'environment', 'operation', 'state', 'currency', 'least', 'most', 'code',
  'who', 'lastFour', 'card', 'brand', 'tag', 'desk', 'sort',
] as const
export type FilterName = (typeof filterNames)[number]

/** Each part as it stands in the address; empty narrows nothing. Several values of one part are separated by commas. */
export type ListFilter = Readonly<Record<FilterName, string>>

/** As a currency, error code or card brand: entries that have none. */
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
