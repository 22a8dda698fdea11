import type { HistoryFilter } from '#shared/model/history/history-list.ts'
import { spacedNumber, typedDecimals } from '#shared/typed-decimals.ts'
import {
  facetTerm, idTerm, lastFourTerm, oneWord, spellings, tailTerm, wordsOf, wordTerm, type Term,
} from '../write/search-terms.ts'
import { utcDays, utcMonths } from './days.ts'
import type { PlainFilter } from './plain-filter.ts'

/** The most words of a text; further ones are ignored. */
const mostWords = 16
const longestTyped = 200
/** Fewer last characters would match too many ids; four digits are the last four of a card. */
const shortestTail = 5
/** The most days, and the most months, that are searched as single terms. */
const mostDays = 31
const mostMonths = 36
/** A single letter is the beginning of too many words. */
const shortestBeginning = 2

const typedWord = new RegExp(`${spacedNumber.source}|\\S+`, 'gu')

/** One term, or with `beginning` all terms that begin with it. */
export interface WantedTerm {
  readonly term: Term
  readonly beginning: boolean
}

/** The alternatives of one word of the search, each requiring all of its terms. */
export type WantedWord = readonly (readonly WantedTerm[])[]

/**
 * The conditions for finding an entry: every typed word, the last one also as a beginning, and the last four digits and
 * time of the filter. A word may also be an id (complete, or its beginning if it is the last word), the end of an id,
 * the last four digits of a card, or an amount with a decimal comma. Null if the text has no letter and no digit: then
 * nothing is found. Quotes, with which a person searches for words that would be a filter, are ignored.
 */
export function wantedWords(filter: HistoryFilter): WantedWord[] | null {
  const { text, lastFour } = filter
  const typed = (text.match(typedWord) ?? []).slice(0, mostWords).map(withoutQuotes)
    .filter((word) => wordsOf(word).length > 0)
  if (typed.length === 0) return null
  const filters = [lastFour == null ? [] : [lastFourTerm(lastFour)], timeTerms(filter)]
  return [...typed.map((word, index) => alternativesOf(word, index === typed.length - 1)), ...filters.flatMap(oneOf)]
}

/** A word without quotes at its ends. A quote inside stays, as it separates two words of a text. */
function withoutQuotes(word: string): string {
  return (/[^"](?:.*[^"])?/su.exec(word)?.[0] ?? '').slice(0, longestTyped)
}

/** The plain part of a filter as words of the index. Single entries are compared by the table `entry` instead. */
export function plainWords({ states, operations, profileId }: PlainFilter): WantedWord[] {
  return [
    states.map((state) => facetTerm('state', state)),
    operations.map((operation) => facetTerm('operation', operation)),
    profileId === null ? [] : [facetTerm('profile', profileId)],
  ].flatMap(oneOf)
}

/** A word that matches any of the terms; no word for an empty list. */
function oneOf(terms: readonly Term[]): WantedWord[] {
  return terms.length === 0 ? [] : [terms.map((term) => [{ term, beginning: false }])]
}

/** True if an entry with these terms matches. Computes the same result as the index, without using it. */
export function fits(terms: ReadonlySet<Term>, wanted: readonly WantedWord[]): boolean {
  return wanted.every((alternatives) => alternatives.some((alternative) => alternative.every(({ term, beginning }) =>
    beginning ? terms.values().some((one) => one.startsWith(term)) : terms.has(term))))
}

/** The days or months of a range that has both ends. Callers remove entries outside its exact times. */
function timeTerms({ from, until }: HistoryFilter): Term[] {
  if (from == null || until == null) return []
  const days = utcDays(from, until, mostDays)
  if (days !== null) return days.map((day) => facetTerm('day', day))
  return (utcMonths(from, until, mostMonths) ?? []).map((month) => facetTerm('month', month))
}

function alternativesOf(typed: string, isLast: boolean): WantedWord {
  const words = wordsOf(typed)
  const id = oneWord(typed)
  const mayBegin = isLast && id.length >= shortestBeginning
  const alternatives: WantedTerm[][] = spellings(words.join(' ')).map((spelling) => spelling.split(' ').map((word, index) =>
    ({ term: wordTerm(word), beginning: mayBegin && index === words.length - 1 })))
  if (id !== '') alternatives.push([{ term: idTerm(id), beginning: mayBegin }])
  for (const decimal of typedDecimals(typed)) alternatives.push([{ term: wordTerm(decimal), beginning: mayBegin }])
  if (/^\d{4}$/.test(typed)) alternatives.push([{ term: lastFourTerm(typed), beginning: false }])
  if (id.length >= shortestTail && /\p{N}/u.test(id)) alternatives.push([{ term: tailTerm(id), beginning: true }])
  return alternatives
}
