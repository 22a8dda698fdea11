import type { MinorUnits } from '#shared/brands.ts'
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import { fieldKeys, fields } from '#shared/gateway/fields/fields.ts'
import { toMajorText } from '#shared/gateway/numbers/money.ts'
import type { EntryView } from './entry-view.ts'
import { sentReading, type SentReading } from './sent-reading.ts'

/**
 * A term of the search index: one letter for its kind, then letters and digits. `w` a word, `i` an id as one word, `t`
 * the same reversed (so that last digits are a beginning), `l` the last four digits of a card, `f` a value of a
 * filter.
 */
export type Term = string & { readonly term: unique symbol }

/** Of longer texts, also those of a gateway, only the beginning is indexed. */
export const mostOfOneText = 500
/** Of longer words, only the beginning is indexed and searched. */
const longestWord = 200

const searchedFields: ReadonlySet<string> = new Set(fieldKeys.map((key) => fields[key]).filter((field) => {
  const { kind } = field.content
  if (kind === 'amount' || kind === 'amount-list') return true
  return field.sensitivity === 'free-text' && (kind === 'text' || kind === 'multi-line')
}).map((field) => field.wire))

/** The terms by which an entry is found. */
export function termsOf({ intent, row, identifiers, references, notes }: EntryView): ReadonlySet<Term> {
  const reading = sentReading(intent)
  const texts = [
    row.operation, row.state, row.profileName, row.who, row.currency ?? row.reviewed?.currency ?? null, row.errorCode,
    row.errorText, intent.reason, row.cardholder, row.cardBrand,
    decimalText(reading, row.reviewed?.minorAmount, row.reviewed?.currency),
    ...[row.minorAmount, ...row.enumeratedMinorAmounts].map((minor) => decimalText(reading, minor, row.currency)),
    ...intent.fields.filter(({ name }) => searchedFields.has(name)).map(({ value }) => value),
  ]
  const ids = [...identifiers.map(({ value }) => value), ...references, row.cardReference ?? '']
    .filter((id) => id.length <= mostOfOneText).map(oneWord)
    .filter((id) => id !== '')
  return new Set([
    ...texts.flatMap((text) => (text === null ? [] : wordsOf(text.slice(0, mostOfOneText))))
      .flatMap(spellings).map(wordTerm),
    // Not cut: the contract limits the length of notes and tags.
    ...notes.flatMap(({ text, tags }) => [text ?? '', ...tags].flatMap(wordsOf)).flatMap(spellings).map(wordTerm),
    ...ids.map(idTerm), ...ids.map(tailTerm),
    ...(row.lastFour === null ? [] : [lastFourTerm(row.lastFour)]),
    facetTerm('state', row.state), facetTerm('operation', row.operation), facetTerm('profile', row.profileId),
    facetTerm('day', row.at.slice(0, 10)), facetTerm('month', row.at.slice(0, 7)),
  ])
}

/**
 * The words of a text, in lower case and without accents. A number with a decimal point is one word, and so is an
 * address of digits and points.
 */
export function wordsOf(text: string): string[] {
  return folded(text).match(/\p{N}+(?:(?:\.\p{N}+)+|[\p{L}\p{N}\p{Mc}]*)|[\p{L}\p{Mc}][\p{L}\p{N}\p{Mc}]*/gu) ?? []
}

/** Letters that cannot be reduced by removing an accent, as cards spell them: YILDIZ, LUKASZ, JORGEN, GROSSE. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ł: 'l', ŧ: 't',
}
const withPlainLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** The spellings of a folded text: as it is and, if different, in plain letters. */
export function spellings(text: string): readonly string[] {
  const plain = text.replace(withPlainLetters, (letter) => plainLetters[letter] ?? letter)
  return plain === text ? [text] : [text, plain]
}

/** An id as one word of letters and digits, so that it is found with and without dashes, in upper and lower case. */
export function oneWord(id: string): string {
  return folded(id).replace(/[^\p{L}\p{N}]/gu, '')
}

export const wordTerm = (word: string): Term => term('w', word)
export const idTerm = (id: string): Term => term('i', id)
/** The term of a reversed id, so that the end of the id is the beginning of the term. */
export const tailTerm = (id: string): Term => term('t', [...id].reverse().join(''))

export const lastFourTerm = (digits: string): Term => term('l', oneWord(digits))

/** The term for one value of a filter. */
export function facetTerm(facet: 'state' | 'operation' | 'profile' | 'day' | 'month', value: string): Term {
  return term('f', Buffer.from(`${facet} ${value}`).toString('hex'))
}

function term(kind: 'w' | 'i' | 't' | 'l' | 'f', text: string): Term {
  return (kind + text.slice(0, longestWord)) as Term
}

/** A text in lower case and without accents. */
export function folded(text: string): string {
  // Combining marks are removed first, because normalizing many marks on one letter takes more than linear time.
  const parts = withoutMarks(withoutMarks(text).normalize('NFKD'))
  const lower = parts.toLowerCase()
  return lower === parts ? parts : withoutMarks(lower.normalize('NFKD'))
}

/** Removes combining marks. Of spacing marks in a row, at most 16 stay; no word has more. */
function withoutMarks(text: string): string {
  return text.replace(/\p{Mn}+/gu, '').replace(/(\p{Mc}{16})\p{Mc}+/gu, '$1')
}

function decimalText(
  reading: SentReading, minor: MinorUnits | null = null, currency: string | null = null,
): string | null {
  const digits = currency === null ? null : minorUnitDigits(currency, reading)
  return minor === null || digits === null ? null : toMajorText(minor, digits)
}
