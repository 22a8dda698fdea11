/** The filter of the list with the conditions that its text contains. */
import { readSearch, withoutParts, withQuotedParts, type ConditionKind, type SearchPart, type SearchWords } from '#shared/typed-search.ts'
import type { FilterName, ListFilter } from '../../shared/history/filter-address.ts'

/** The parts of a filter that a condition sets. */
const namesOf = {
  state: ['state'], type: ['operation'], merchant: ['merchant', 'profile'], date: ['date'], currency: ['currency'],
  amount: ['least', 'most'],
} as const satisfies Readonly<Record<ConditionKind, readonly FilterName[]>>

export interface TypedFilter {
  /** The filter with the typed conditions; its text is the rest of the typed one. */
  readonly filter: ListFilter
  readonly parts: readonly SearchPart[]
}

/** Reads the text of a filter. A word for a part that the filter already sets stays text. */
export function typedFilter(filter: ListFilter, words: SearchWords, now: Date): TypedFilter {
  const today = { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() }
  const parts = readSearch(filter.text, words, today, (kind) => namesOf[kind].every((name) => filter[name] === ''))
  const conditions = parts.filter(({ condition }) => condition !== null)
  if (conditions.length === 0) return { filter, parts }
  const set = Object.assign({}, ...setBy(conditions)) as Partial<ListFilter>
  return { filter: { ...filter, ...set, text: withoutParts(filter.text, conditions) }, parts }
}

function setBy(parts: readonly SearchPart[]): readonly Partial<ListFilter>[] {
  const all = parts.flatMap(({ condition }) => (condition === null ? [] : [condition]))
  const some = (kind: 'state' | 'type'): string =>
    [...new Set(all.flatMap((one) => (one.kind === kind ? one.values as readonly string[] : [])))].join(',')
  return all.map((one): Partial<ListFilter> => {
    switch (one.kind) {
      case 'state': return { state: some('state') }
      case 'type': return { operation: some('type') }
      case 'merchant': return { merchant: one.value }
      case 'date': return { date: one.value }
      case 'currency': return { currency: one.value }
      case 'amount': return { least: one.value, most: one.value }
    }
  })
}

/**
 * A filter after a change of some of its parts. Typed words of a removed condition become text; those of a condition
 * with a new value are removed.
 */
export function changedFilter(filter: ListFilter, typed: TypedFilter, changed: Partial<ListFilter>): ListFilter {
  const kinds = kindsSetBy(typed).filter((kind) => namesOf[kind].some((name) => changed[name] !== undefined))
  const parts = typed.parts.filter(({ condition }) => condition !== null && kinds.includes(condition.kind))
  const shown = Object.fromEntries(kinds.flatMap((kind) => namesOf[kind]).map((name) => [name, typed.filter[name]]))
  const after: ListFilter = { ...filter, ...shown, ...changed }
  if (parts.length === 0) return after
  const isRemoved = kinds.every((kind) => namesOf[kind].every((name) => after[name] === ''))
  return { ...after, text: isRemoved ? withQuotedParts(filter.text, parts) : withoutParts(filter.text, parts) }
}

/** The filter without some of its parts, typed or chosen. Without its text part, the typed conditions stay. */
export function withoutCondition(filter: ListFilter, typed: TypedFilter, names: readonly FilterName[]): ListFilter {
  const parts = typed.parts.filter(({ condition }) => (condition === null
    ? names.includes('text')
    : namesOf[condition.kind].some((name) => names.includes(name))))
  const others = Object.fromEntries(names.filter((name) => name !== 'text').map((name) => [name, '']))
  return { ...filter, ...others, text: withoutParts(filter.text, parts) }
}

/** True if two texts have the same conditions at the same positions. */
export function isSameParts({ parts: one }: TypedFilter, { parts: other }: TypedFilter): boolean {
  return one.length === other.length && one.every((part, at) => {
    const beside = other[at]
    return beside !== undefined && part.start === beside.start && part.end === beside.end
      && (part.condition === null) === (beside.condition === null)
  })
}

function kindsSetBy({ parts }: TypedFilter): readonly ConditionKind[] {
  return [...new Set(parts.flatMap(({ condition }) => (condition === null ? [] : [condition.kind])))]
}
