import type { HistoryFilter } from '#shared/model/history/history-list.ts'
import { spacedNumber, typedDecimals } from '#shared/typed-decimals.ts'
import {
  facetTerm, idTerm, lastFourTerm, oneWord, spellings, tailTerm, wordsOf, wordTerm, type Term,
} from '../write/search-terms.ts'
import { utcDays, utcMonths } from './days.ts'
import type { PlainFilter } from './plain-filter.ts'

/** Further words are ignored. */
const mostWords = 16
const longestTyped = 200
/** Fewer last characters would match too many ids; four digits are the last four of a card. */
const shortestTail = 5
/** The most days, and months, that are searched for one by one. */
const mostDays = 31
const mostMonths = 36
/** A single letter begins too many words. */
const shortestBeginning = 2

const typedWord = new RegExp(`${spacedNumber.source}|\\S+`, 'gu')

/** One term, or with `beginning` all terms that begin so. */
export interface WantedTerm {
  readonly term: Term
  readonly beginning: boolean
}

/** The alternatives of one word of the search, each requiring all of its terms. */
export type WantedWord = readonly (readonly WantedTerm[])[]

/**
 * The conditions for finding an entry: every word that a person typed, the last one as a beginning, last four and time
 * of the filter. A word may also be an id (whole, or its beginning when it is the last word), the end of one, the last
 * four digits of a card, or an amount with a decimal comma. Null when the text has no letter and no digit: then
 * nothing is found. Quotes around words, by which a person keeps them from being a condition, are ignored.
 */
export function wantedWords(filter: HistoryFilter): WantedWord[] | null {
  const { text, lastFour } = filter
  const typed = (text.match(typedWord) ?? []).slice(0, mostWords).map(withoutQuotes)
    .filter((word) => wordsOf(word).length > 0)
  if (typed.length === 0) return null
  const filters = [lastFour == null ? [] : [lastFourTerm(lastFour)], timeTerms(filter)]
  return [...typed.map((word, index) => waysToFind(word, index === typed.length - 1)), ...filters.flatMap(oneOf)]
}

/** A word without quotes at its ends; one inside parts two words of a text. */
function withoutQuotes(word: string): string {
  return (/[^"](?:.*[^"])?/su.exec(word)?.[0] ?? '').slice(0, longestTyped)
}

/** The plain part of a filter as words of the index; for single entries the table `entry` is used. */
export function plainWords({ states, operations, profileId }: PlainFilter): WantedWord[] {
  return [
    states.map((state) => facetTerm('state', state)),
    operations.map((operation) => facetTerm('operation', operation)),
    profileId === null ? [] : [facetTerm('profile', profileId)],
  ].flatMap(oneOf)
}

/** Any of the terms, as a word; none for an empty list. */
function oneOf(terms: readonly Term[]): WantedWord[] {
  return terms.length === 0 ? [] : [terms.map((term) => [{ term, beginning: false }])]
}

/** True when an entry with these terms matches: the same result as the index, computed without it. */
export function fits(terms: ReadonlySet<Term>, wanted: readonly WantedWord[]): boolean {
  return wanted.every((ways) => ways.some((way) => way.every(({ term, beginning }) =>
    beginning ? terms.values().some((one) => one.startsWith(term)) : terms.has(term))))
}

/** The days or months of a range with both ends; entries outside its hours are removed elsewhere. */
function timeTerms({ from, until }: HistoryFilter): Term[] {
  if (from == null || until == null) return []
  const days = utcDays(from, until, mostDays)
  if (days !== null) return days.map((day) => facetTerm('day', day))
  return (utcMonths(from, until, mostMonths) ?? []).map((month) => facetTerm('month', month))
}

function waysToFind(typed: string, isLast: boolean): WantedWord {
  const words = wordsOf(typed)
  const id = oneWord(typed)
  const mayBegin = isLast && id.length >= shortestBeginning
  const ways: WantedTerm[][] = spellings(words.join(' ')).map((spelling) => spelling.split(' ').map((word, index) =>
    ({ term: wordTerm(word), beginning: mayBegin && index === words.length - 1 })))
  if (id !== '') ways.push([{ term: idTerm(id), beginning: mayBegin }])
  for (const decimal of typedDecimals(typed)) ways.push([{ term: wordTerm(decimal), beginning: mayBegin }])
  if (/^\d{4}$/.test(typed)) ways.push([{ term: lastFourTerm(typed), beginning: false }])
  if (id.length >= shortestTail && /\p{N}/u.test(id)) ways.push([{ term: tailTerm(id), beginning: true }])
  return ways
}
