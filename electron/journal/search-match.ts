import type { HistoryQuery } from '#shared/model/history.ts'
import { facetWord, fromItsEnd, oneWord } from './search-words.ts'

/** More words narrow nothing; longer ones are looked up by their beginning. */
const mostWords = 16
const longestWord = 200
/** Fewer last characters than these would fit too many ids to help. */
const shortestTail = 4
/** A single letter begins too many words. */
const shortestPrefix = 2

/**
 * The FTS5 expression of a query: its text, narrowed inside the index by its filters, so that a common word together
 * with a rare state costs no more than the rare state. Null when the text holds no letter and no digit.
 */
export function matchExpression(query: HistoryQuery): string | null {
  const words = matchOfText(query.text)
  if (words === null) return null
  const filters = [
    query.states.map((state) => facetWord('state', state)),
    query.operations.map((operation) => facetWord('operation', operation)),
    query.profileId === null ? [] : [facetWord('profile', query.profileId)],
  ].filter((wanted) => wanted.length > 0)
  return [words, ...filters.map((wanted) => `facets : (${wanted.map(quoted).join(' OR ')})`)].join(' AND ')
}

/**
 * Turns what a person typed into an FTS5 expression: every word must be found, the last one as a beginning; a word may
 * also be an id (whole, or its beginning when it is the last word) or the end of one. Every word of the person's stands
 * in quotes, so nothing typed is ever an operator.
 */
function matchOfText(typed: string): string | null {
  const words = typed.trim().split(/\s+/u).slice(0, mostWords).map((word) => word.slice(0, longestWord))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return null
  return words.map((word, index) => matchOfWord(word, index === words.length - 1)).join(' AND ')
}

function matchOfWord(word: string, isLast: boolean): string {
  const asId = oneWord(word)
  const star = isLast && asId.length >= shortestPrefix ? '*' : ''
  const ways = [`words : ${quoted(word)}${star}`]
  if (asId !== '') ways.push(`ids : ${quoted(asId)}${star}`)
  if (asId.length >= shortestTail && /\p{N}/u.test(asId)) ways.push(`tails : ${quoted(fromItsEnd(asId))}*`)
  return `(${ways.join(' OR ')})`
}

// SECURITY: the only way of a person's text into the query language.
function quoted(text: string): string {
  return `"${text.replaceAll('\0', '').replaceAll('"', '""')}"`
}
