import { minorUnitDigits } from '#shared/gateway/currencies.ts'
import { fieldKeys, fields } from '#shared/gateway/fields.ts'
import { toMajorText } from '#shared/gateway/money.ts'
import type { MinorUnits } from '#shared/brands.ts'
import type { EntryView } from './entry-view.ts'

/**
 * What full-text search knows of an entry: words; ids as one word each; the same ids read from their end; what filters
 * ask for.
 */
export interface SearchText {
  readonly words: string
  readonly ids: string
  readonly tails: string
  readonly facets: string
}

/** Longer descriptions are found by their beginning. */
const mostOfOneField = 500

const searchedFields: ReadonlySet<string> = new Set(fieldKeys.map((key) => fields[key]).filter((field) => {
  const { kind } = field.content
  if (kind === 'amount' || kind === 'amount-list') return true
  return field.sensitivity === 'free-text' && (kind === 'text' || kind === 'multi-line')
}).map((field) => field.wire))

/** The text under which an entry is found. */
export function searchTextOf({ intent, row, identifiers }: EntryView): SearchText {
  const words = [
    row.operation, row.state, row.profileName, row.who, row.currency, row.errorCode, row.errorText, intent.reason,
    ...[row.minorAmount, ...row.enumeratedMinorAmounts].map((minor) => decimalText(minor, row.currency)),
    ...intent.fields.filter(({ name }) => searchedFields.has(name)).map(({ value }) => value.slice(0, mostOfOneField)),
  ]
  const ids = [...new Set([...identifiers.map(({ value }) => value), row.cardReference ?? ''].map(oneWord))]
  return {
    words: words.filter((word) => word !== null).join(' \n'),
    ids: [...ids, row.lastFour ?? ''].join(' '),
    tails: ids.map(fromItsEnd).join(' '),
    facets: [
      facetWord('state', row.state), facetWord('operation', row.operation), facetWord('profile', row.profileId),
    ].join(' '),
  }
}

/** An id as one word of letters and digits, so that it is found with its dashes, without them, and in either case. */
export function oneWord(id: string): string {
  return id.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** The word that stands for one value of a filter. */
export function facetWord(facet: 'state' | 'operation' | 'profile', value: string): string {
  return oneWord(facet + value)
}

/** A word with its characters in reverse: the last digits of an id become its first. */
export function fromItsEnd(word: string): string {
  return [...word].reverse().join('')
}

function decimalText(minor: MinorUnits | null, currency: string | null): string | null {
  const digits = currency === null ? null : minorUnitDigits(currency)
  return minor === null || digits === null ? null : toMajorText(minor, digits)
}
