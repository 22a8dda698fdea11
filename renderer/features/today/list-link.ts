import type { RouteLocationRaw } from 'vue-router'
import type { CardOwner } from '#shared/model/card.ts'
import { filterOfNumber, type TodayNumber } from '#shared/model/today-numbers.ts'
import { emptyFilter, queryOfFilter, withoutValue } from '../history/filter-address.ts'
import { writtenSpan } from '../history/days.ts'

/** The list behind a number of Today; its totals equal the number. */
export function listLink(owner: CardOwner, number: TodayNumber): RouteLocationRaw {
  const { merchantKey, environments = [], states, operations, currency, errorCode, without = [] } =
    filterOfNumber(owner, number)
  const { from, until } = number.period
  return {
    path: '/history',
    query: queryOfFilter({
      ...emptyFilter,
      merchant: merchantKey ?? '',
      environment: environments.join(','),
      state: states.join(','),
      operation: operations.join(','),
      final: writtenSpan(from, until),
      currency: without.includes('currency') ? withoutValue : currency ?? '',
      code: without.includes('errorCode') ? withoutValue : errorCode ?? '',
    }),
  }
}
