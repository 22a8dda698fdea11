/** The filter of the list as the input of main's calls. */
import type { CardReference, MerchantKey, ProfileId } from '#shared/brands.ts'
import { isOperationId } from '#shared/gateway/operations/operations.ts'
import { deskIdSchema } from '#shared/model/values/branded.ts'
import { environments } from '#shared/model/values/environment.ts'
import { entryStates } from '#shared/model/history/history.ts'
import type { DeskChoice, HistoryFilter, HistoryOrder } from '#shared/model/history/history-list.ts'
import { typedAmount } from '#shared/typed-decimals.ts'
import { calendarHere, calendarIn, timeRangeOf } from '../../shared/history/days.ts'
import { otherwiseThanSent, withoutValue, type ListFilter } from '../../shared/history/filter-address.ts'

/** The card of a filter, by its reference and the gateway's hash of it. */
export interface FilteredCard {
  readonly cardReference: CardReference | null
  readonly cardHash: string | null
}

export function valuesOf(part: string): string[] {
  return part === '' ? [] : part.split(',')
}

/** The order of the list; by default newest first. */
export function orderOf({ sort }: ListFilter): HistoryOrder {
  return (['oldest', 'largest', 'smallest'] as const).find((order) => order === sort) ?? 'newest'
}

/**
 * The filter as the input of main's calls; a part that cannot be read does not filter. Dates are those of this
 * computer; the days on which entries became final are those of `timeZone`, as on the home screen.
 */
export function askedFilter(
  filter: ListFilter, now: Date, timeZone: string, card: FilteredCard | null,
): HistoryFilter {
  const desks = valuesOf(filter.desk).filter(isDeskChoice)
  const final = timeRangeOf(filter.final, calendarIn(timeZone, now))
  const without = [
    ...filter.currency === withoutValue ? ['currency' as const] : [], ...filter.code === withoutValue ? ['errorCode' as const] : [],
    ...filter.brand === withoutValue ? ['cardBrand' as const] : [],
  ]
  return {
    text: filter.text,
    view: filter.view === 'all' ? 'all' : 'payments',
    states: entryStates.filter((state) => valuesOf(filter.state).includes(state)),
    operations: valuesOf(filter.operation).filter(isOperationId),
    environments: environments.filter((one) => valuesOf(filter.environment).includes(one)),
    profileId: orNull(filter.profile) as ProfileId | null,
    merchantKey: orNull(filter.merchant) as MerchantKey | null,
    ...timeRangeOf(filter.date, calendarHere(now)),
    ...(filter.final !== '' && { finalFrom: final.from, finalUntil: final.until }),
    ...(without.length > 0 && { without }),
    currency: named(filter.currency),
    leastAmount: typedAmount(filter.least.trim()),
    mostAmount: typedAmount(filter.most.trim()),
    errorCode: named(filter.code),
    cardBrand: named(filter.brand),
    who: orNull(filter.who),
    tag: orNull(filter.tag),
    lastFour: orNull(filter.lastFour),
    cardReference: card?.cardReference ?? null,
    cardHash: card?.cardHash ?? null,
    ...(filter.otherwise === otherwiseThanSent && { reportedOtherwise: true as const }),
    ...(desks.length > 0 && { desks }),
  }
}

/** True for `this-desk` and for a text with the form of a desk's id. */
function isDeskChoice(text: string): text is DeskChoice {
  return text === 'this-desk' || deskIdSchema.safeParse(text).success
}

function named(text: string): string | null {
  return text === withoutValue ? null : orNull(text)
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
