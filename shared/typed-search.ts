/** Reads the search text of Payments as conditions and text. */
import type { MerchantKey } from './brands.ts'
import { isCurrencyCode } from './gateway/numbers/currencies.ts'
import { withoutGroups } from './gateway/numbers/plain-amounts.ts'
import type { OperationId } from './gateway/operations/operations.ts'
import type { EntryState } from './model/history/history.ts'
import type { Day } from './typed-day.ts'
import { typedDays, type DaysChoice } from './typed-days.ts'
import { spacedNumber, typedAmount } from './typed-decimals.ts'

/** A condition of the history's filter, as typed. Amounts are decimal text in major units. */
type SearchCondition =
  | { readonly kind: 'state'; readonly values: readonly EntryState[] }
  | { readonly kind: 'type'; readonly values: readonly OperationId[] }
  | { readonly kind: 'merchant'; readonly value: MerchantKey }
  | { readonly kind: 'date'; readonly value: DaysChoice }
  | { readonly kind: 'currency'; readonly value: string }
  | { readonly kind: 'amount'; readonly value: string }
export type ConditionKind = SearchCondition['kind']

/** Words that are conditions, in lower case, separated by one space. */
export interface SearchWords {
  readonly states: ReadonlyMap<string, readonly EntryState[]>
  readonly operations: ReadonlyMap<string, readonly OperationId[]>
  readonly merchants: ReadonlyMap<string, MerchantKey>
}

/** One or more words of the text, from `start` up to `end`; without a condition they are searched for as text. */
export interface SearchPart {
  readonly start: number
  readonly end: number
  readonly condition: SearchCondition | null
}

interface Word { readonly start: number; readonly end: number; readonly text: string; readonly isQuoted: boolean }

/** Longer texts are pasted, not typed, and have no conditions. */
const mostWords = 24
const longestPhrase = 8
/** Several words of these kinds are alternatives; for other kinds only the first word counts. */
const alternatives: readonly ConditionKind[] = ['state', 'type']

/**
 * Reads a search: each word or phrase that is a state, type, merchant, day, currency or amount becomes a condition; the
 * longest phrase counts. Quoted words are always text, and so are words whose kind `isOpen` rejects. A number is an
 * amount if it is beside a currency or has two or three decimals. Every word is in exactly one part, in order.
 */
export function readSearch(
  text: string, words: SearchWords, today: Day, isOpen: (kind: ConditionKind) => boolean = () => true,
): readonly SearchPart[] {
  const typed = wordsOf(text)
  const parts: SearchPart[] = []
  const taken = new Set<ConditionKind>()
  for (let at = 0; at < typed.length;) {
    const found = typed.length > mostWords ? null : readingAt(typed, at, words, today, (kind) =>
      isOpen(kind) && (alternatives.includes(kind) || !taken.has(kind)))
    const [first, last] = [typed[at], typed[at + (found?.length ?? 1) - 1]]
    if (first === undefined || last === undefined) break
    if (found !== null) taken.add(found.condition.kind)
    parts.push({ start: first.start, end: last.end, condition: found?.condition ?? null })
    at += found?.length ?? 1
  }
  return parts
}

/** The search text without these parts. */
export function withoutParts(text: string, parts: readonly SearchPart[]): string {
  return replaced(text, parts, () => '').split(/\s+/u).filter((word) => word !== '').join(' ')
}

/** The search text with these parts in quotes, so that they are searched for as text. */
export function withQuotedParts(text: string, parts: readonly SearchPart[]): string {
  return replaced(text, parts, (part) => `"${part}"`)
}

function replaced(text: string, parts: readonly SearchPart[], by: (part: string) => string): string {
  return parts.toSorted((one, other) => other.start - one.start).reduce((left, { start, end }) =>
    left.slice(0, start) + by(left.slice(start, end)) + left.slice(end), text)
}

/** A whole number with spaces between groups, beside a possible currency: "1 250 EUR", "EUR 1 250". */
const spaced = /\d{1,3}(?:\s\d{3}){1,4}/u.source
const spacedWhole = `(?<!\\S)${spaced}(?=\\s[A-Za-z]{3}(?!\\S))|(?<=(?<!\\S)[A-Za-z]{3}\\s)${spaced}(?!\\S)`
const quotedOrWord = new RegExp(`"[^"]*(?:"|$)|${spacedNumber.source}|${spacedWhole}|\\S+`, 'gu')

/** The words of a text; a quoted part is one word, up to the end if its second quote is missing. */
function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(quotedOrWord)].map((found) => ({
    start: found.index, end: found.index + found[0].length, text: found[0], isQuoted: found[0].startsWith('"'),
  }))
}

interface Reading { readonly condition: SearchCondition; readonly length: number }

function readingAt(
  typed: readonly Word[], at: number, words: SearchWords, today: Day, isWanted: (kind: ConditionKind) => boolean,
): Reading | null {
  const here = typed.slice(at, at + longestPhrase)
  const quoted = here.findIndex(({ isQuoted }) => isQuoted)
  const plain = (quoted === -1 ? here : here.slice(0, quoted)).map(({ text }) => text)
  for (let length = plain.length; length > 0; length -= 1) {
    const phrase = plain.slice(0, length).join(' ').toLowerCase().replace(/[,;]$/, '')
    const condition = conditionsOf(phrase, words, typedDays(phrase, today)).find(({ kind }) => isWanted(kind))
    if (condition !== undefined) return { condition, length }
  }
  const money = moneyAt(typed, at)
  return money !== null && isWanted(money.kind) ? { condition: money, length: 1 } : null
}

function conditionsOf(phrase: string, words: SearchWords, days: DaysChoice | null): readonly SearchCondition[] {
  const states = words.states.get(phrase)
  const operations = words.operations.get(phrase)
  const merchant = words.merchants.get(phrase)
  return [
    ...(days === null ? [] : [{ kind: 'date' as const, value: days }]),
    ...(states === undefined ? [] : [{ kind: 'state' as const, values: states }]),
    ...(operations === undefined ? [] : [{ kind: 'type' as const, values: operations }]),
    ...(merchant === undefined ? [] : [{ kind: 'merchant' as const, value: merchant }]),
  ]
}

function moneyAt(typed: readonly Word[], at: number): SearchCondition | null {
  const [before, here, after] = [typed[at - 1], typed[at], typed[at + 1]]
  if (here === undefined || here.isQuoted) return null
  const isBeside = (is: (word: Word) => boolean): boolean =>
    [before, after].some((word) => word !== undefined && is(word))
  if (isCurrency(here)) {
    const isUpperCase = here.text === here.text.toUpperCase()
    const isMeant = isUpperCase || isBeside((word) => amountOf(word) !== null)
    return isMeant ? { kind: 'currency', value: here.text.toUpperCase() } : null
  }
  const amount = amountOf(here)
  if (amount === null) return null
  const currency = [after, before].find((word) => word !== undefined && isCurrency(word))?.text.toUpperCase()
  if (currency === undefined) return /\.\d{2,3}$/.test(amount) ? { kind: 'amount', value: amount } : null
  return { kind: 'amount', value: /^\d{1,3}\.\d{3}$/.test(amount) ? withoutGroups(amount, currency) : amount }
}

function isCurrency({ text, isQuoted }: Word): boolean {
  return !isQuoted && isCurrencyCode(text.toUpperCase())
}

function amountOf({ text, isQuoted }: Word): string | null {
  return isQuoted ? null : typedAmount(/^[\d\s]+$/u.test(text) ? text.replace(/\s/gu, '') : text)
}
