/** The filter of the list as the team is asked for it. What a team's database cannot compare is not offered there. */
import type { DeskId, MerchantKey } from '#shared/brands.ts'
import { isOperationId, operationIds, operations, touchesMoney } from '#shared/gateway/operations.ts'
import { entryStates } from '#shared/model/history.ts'
import type { TeamQuery } from '#shared/model/team-history.ts'
import { typedDecimals } from '#shared/typed-decimals.ts'
import { timeRangeOf } from './days.ts'
import type { ChipId } from './filter-words.ts'
import { emptyFilter, typedAmount, valuesOf, type FilterName, type ListFilter } from './list-filter.ts'

/** The filters that are offered for the history of all desks. */
export const teamChips: readonly ChipId[] = ['date', 'state', 'merchant', 'type', 'amount', 'currency', 'card', 'desk']

const teamParts: readonly FilterName[] = [
  'of', 'view', 'text', 'date', 'state', 'merchant', 'operation', 'currency', 'least', 'most', 'lastFour', 'desk',
]

/** The same filter with those parts alone that the team can be asked for: of amounts one exact amount alone. */
export function filterForTeam(filter: ListFilter): ListFilter {
  const kept = Object.fromEntries(teamParts.map((name) => [name, filter[name]]))
  const range = filter.least === filter.most ? {} : { least: '', most: '' }
  return { ...emptyFilter, ...kept, ...range }
}

/** The filter as the team is asked for it; what is not understood narrows nothing. */
export function teamQuery(filter: ListFilter, now: Date): TeamQuery {
  const { from, until } = timeRangeOf(filter.date, now)
  const states = entryStates.filter((state) => valuesOf(filter.state).includes(state))
  const chosen = valuesOf(filter.operation).filter(isOperationId)
  const wanted = chosen.length > 0 || filter.view === 'all'
    ? chosen
    : operationIds.filter((id) => touchesMoney(operations[id]))
  const desks = valuesOf(filter.desk) as DeskId[]
  const exact = filter.least === filter.most ? typedAmount(filter.least) : null
  return {
    ...termsOf(filter),
    ...(states.length > 0 && { states }),
    ...(wanted.length > 0 && { operations: wanted }),
    ...(filter.merchant !== '' && { merchantKeys: [filter.merchant as MerchantKey] }),
    ...(desks.length > 0 && { desks }),
    ...(filter.currency !== '' && { currency: filter.currency }),
    ...(filter.lastFour !== '' && { lastFour: filter.lastFour }),
    ...(exact !== null && { amounts: [exact] }),
    ...(from !== null && { from }),
    ...(until !== null && { before: until }),
  }
}

/**
 * What was typed into the search: four digits are a card's, a number with decimals is an amount, other words with a
 * digit are ids from three characters on. One of each; what is more than one stays a word.
 */
function termsOf({ text }: ListFilter): TeamQuery {
  const words: string[] = []
  const found: { id?: string; lastFour?: string; amounts?: readonly string[] } = {}
  for (const word of text.trim().split(/\s+/)) {
    const amounts = amountsIn(word)
    if (/^\d{4}$/.test(word) && found.lastFour === undefined) found.lastFour = word
    else if (amounts.length > 0 && found.amounts === undefined) found.amounts = amounts
    else if (/\d/.test(word) && word.length >= shortestId && found.id === undefined) found.id = word
    else if (word !== '') words.push(word)
  }
  return { ...found, ...(words.length > 0 && { words: words.join(' ') }) }
}

const shortestId = 3

/** The amounts that a number with separators may mean, as in the search of this desk; none for any other text. */
function amountsIn(word: string): string[] {
  const readings = [...(/^\d+\.\d+$/.test(word) ? [word] : []), ...typedDecimals(word)]
  return [...new Set(readings.map(typedAmount).filter((amount) => amount !== null))]
}
