/** The period and the filters of a report, as they are in the address. */
import type { LocationQuery } from 'vue-router'
import type { Day } from '#shared/typed-day.ts'
import { daysOf, writtenDays } from '../shared/history/days.ts'
import { queryText } from '../shared/form/targets.ts'
import { periodAround, periodKinds, type Period } from './period.ts'

/** Empty parts narrow nothing. */
export interface Narrowing {
  readonly who: string
  readonly desk: string
  readonly currency: string
}

export interface Asked extends Narrowing {
  readonly period: Period
}

/** What an address asks for. Without a period, the month of today. */
export function askedOf(query: LocationQuery, today: Day): Asked {
  const narrowing = { who: queryText(query, 'who'), desk: queryText(query, 'desk'), currency: queryText(query, 'currency') }
  const kind = periodKinds.find((one) => one === queryText(query, 'period'))
  if (kind === undefined) return { period: periodAround('month', today), ...narrowing }
  return { period: { kind, ...daysOf(queryText(query, 'days')) }, ...narrowing }
}

/** The address that asks for it. */
export function queryOf({ period: { kind, first, last }, ...narrowing }: Asked): Readonly<Record<string, string>> {
  const parts = { period: kind, days: writtenDays(first, last), ...narrowing }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''))
}
