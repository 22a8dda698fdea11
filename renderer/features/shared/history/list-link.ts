import type { RouteLocationRaw } from 'vue-router'
import type { CardOwner } from '#shared/model/payments/card.ts'
import { filterOfNumber, type ShownNumber } from '#shared/model/figures/today-numbers.ts'
import { writtenSpan } from './days.ts'
import { emptyFilter, otherwiseThanSent, queryOfFilter, withoutValue } from './filter-address.ts'

/** Link to the list of the payments that a figure of Today or of a report counts; its totals equal the figure. */
export function listLink(owner: CardOwner, number: ShownNumber): RouteLocationRaw {
  const filter = filterOfNumber(owner, number)
  const { merchantKey, states, operations, currency, errorCode, cardBrand, who, reportedOtherwise } = filter
  const { environments = [], desks = [], without = [] } = filter
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
      brand: without.includes('cardBrand') ? withoutValue : cardBrand ?? '',
      who: who ?? '',
      desk: desks.join(','),
      otherwise: reportedOtherwise === true ? otherwiseThanSent : '',
    }),
  }
}
