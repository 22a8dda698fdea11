import type { HistoryFilter } from '#shared/model/history-list.ts'
import { facetTerm, idTerm, oneWord, tailTerm, wordsOf, wordTerm, type Term } from './search-terms.ts'

/** More words narrow nothing. */
const mostWords = 16
const longestTyped = 200
/** Fewer last characters than these would fit too many ids to help. */
const shortestTail = 4
/** A single letter begins too many words. */
const shortestBeginning = 2

/** One term, or with `beginning` all terms that begin so. */
export interface WantedTerm {
  readonly term: Term
  readonly beginning: boolean
}

/** What one word of the search asks for: any of these ways, each of them all of its terms. */
export type WantedWord = readonly (readonly WantedTerm[])[]

/**
 * What an entry must have to be found: every word that a person typed, the last one as a beginning, and every filter.
 * A word may also be an id (whole, or its beginning when it is the last word) or the end of one. Null when the text
 * holds no letter and no digit: then nothing is found.
 */
export function wantedWords({ text, states, operations, profileId }: HistoryFilter): WantedWord[] | null {
  const typed = text.trim().split(/\s+/u).slice(0, mostWords).map((word) => word.slice(0, longestTyped))
    .filter((word) => wordsOf(word).length > 0)
  if (typed.length === 0) return null
  const filters = [
    states.map((state) => facetTerm('state', state)),
    operations.map((operation) => facetTerm('operation', operation)),
    profileId === null ? [] : [facetTerm('profile', profileId)],
  ].filter((values) => values.length > 0)
  return [
    ...typed.map((word, index) => waysToFind(word, index === typed.length - 1)),
    ...filters.map((values) => values.map((term) => [{ term, beginning: false }])),
  ]
}

/** True when an entry with these terms is wanted: what the index answers, said without the index. */
export function fits(terms: ReadonlySet<Term>, wanted: readonly WantedWord[]): boolean {
  return wanted.every((ways) => ways.some((way) => way.every(({ term, beginning }) =>
    beginning ? terms.values().some((one) => one.startsWith(term)) : terms.has(term))))
}

function waysToFind(typed: string, isLast: boolean): WantedWord {
  const words = wordsOf(typed)
  const id = oneWord(typed)
  const mayBegin = isLast && id.length >= shortestBeginning
  const ways: WantedTerm[][] = [
    words.map((word, index) => ({ term: wordTerm(word), beginning: mayBegin && index === words.length - 1 })),
  ]
  if (id !== '') ways.push([{ term: idTerm(id), beginning: mayBegin }])
  if (id.length >= shortestTail && /\p{N}/u.test(id)) ways.push([{ term: tailTerm(id), beginning: true }])
  return ways
}
