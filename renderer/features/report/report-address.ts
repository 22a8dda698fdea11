/** Reads and writes the period and filters of a report in the address. */
import type { LocationQuery } from 'vue-router'
import type { Day } from '#shared/typed-day.ts'
import { daysOf, writtenDays } from '../shared/history/days.ts'
import { queryText } from '../shared/form/targets.ts'
import { periodAround, periodKinds, type Period } from './period.ts'

/** The filters besides the period; an empty one filters nothing. */
export interface Narrowing {
  readonly who: string
  readonly desk: string
  readonly currency: string
}

export interface ReportSelection extends Narrowing {
  readonly period: Period
}

/** The selection in an address; without a period, the present month. */
export function selectionOf(query: LocationQuery, today: Day): ReportSelection {
  const narrowing = { who: queryText(query, 'who'), desk: queryText(query, 'desk'), currency: queryText(query, 'currency') }
  const kind = periodKinds.find((one) => one === queryText(query, 'period'))
  if (kind === undefined) return { period: periodAround('month', today), ...narrowing }
  return { period: { kind, ...daysOf(queryText(query, 'days')) }, ...narrowing }
}

/** The query of the address with a selection. */
export function queryOf(
  { period: { kind, first, last }, ...narrowing }: ReportSelection,
): Readonly<Record<string, string>> {
  const parts = { period: kind, days: writtenDays(first, last), ...narrowing }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''))
}
