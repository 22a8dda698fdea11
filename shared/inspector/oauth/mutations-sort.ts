import { code, type Mutation } from '../cause.ts'
import type { BaseStringPlan, SortOrder } from './plan.ts'

const ordered = (...orders: SortOrder[]) => (plan: BaseStringPlan): BaseStringPlan[] =>
  orders.map((order) => ({ ...plan, order }))

/** Parameters in a wrong order (§5.2 rule 3, addendum 5). */
export const sortMutations: readonly Mutation<BaseStringPlan>[] = [
  {
    id: 'not-sorted', group: 'sort',
    explanation: 'The parameters were not sorted: they stand in the order in which they were sent.',
    fix: 'Sort all of them together, OAuth parameters included, by encoded name, then by encoded value.',
    ...code({
      javascript: 'pairs.sort(([a, v], [b, w]) => (a < b ? -1 : a > b ? 1 : v < w ? -1 : v > w ? 1 : 0))',
      php: 'ksort($parameters, SORT_STRING);',
      python: 'pairs.sort()',
      java: 'new TreeMap<>(parameters)',
      csharp: 'parameters.OrderBy(p => p.Key, StringComparer.Ordinal)',
    }),
    apply: ordered('as-sent', 'oauth-last-as-sent'),
  },
  {
    id: 'oauth-sorted-apart', group: 'sort',
    explanation: 'The OAuth parameters and those of the body were sorted separately and then joined.',
    fix: 'Put all parameters together first, then sort them as one list.',
    apply: ordered('oauth-apart-first', 'oauth-apart-last'),
  },
  {
    id: 'sorted-by-locale', group: 'sort',
    explanation: 'The parameters were sorted as a dictionary sorts words, not by their bytes.',
    fix: 'Compare bytes: "-" comes before "_", capital letters before small ones.',
    ...code({
      javascript: 'names.sort() // not localeCompare', csharp: 'StringComparer.Ordinal', java: 'String::compareTo',
    }),
    apply: ordered('locale'),
  },
  {
    id: 'sorted-ignoring-case', group: 'sort',
    explanation: 'The parameters were sorted without regard to capital and small letters.',
    fix: 'Compare bytes: capital letters come before small ones.',
    apply: ordered('case-insensitive'),
  },
  {
    id: 'sorted-as-joined-pairs', group: 'sort',
    explanation: 'The parameters were sorted as "name=value" texts, so that the "=" took part in the comparison.',
    fix: 'Compare the names; only where they are equal compare the values.',
    apply: ordered('joined'),
  },
  {
    id: 'sorted-before-encoding', group: 'sort',
    explanation: 'The parameters were sorted before they were percent-encoded.',
    fix: 'Encode first, then sort by the encoded names.',
    apply: ordered('before-encoding'),
  },
  {
    id: 'equal-names-not-sorted-by-value', group: 'sort',
    explanation: 'Parameters with the same name were left in the order in which they were sent.',
    fix: 'Sort equal names by their encoded value.',
    apply: ordered('names-only'),
  },
  {
    id: 'sorted-descending', group: 'sort',
    explanation: 'The parameters were sorted from Z to A.',
    fix: 'Sort from A to Z.',
    apply: ordered('descending'),
  },
]
