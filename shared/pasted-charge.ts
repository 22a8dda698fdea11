/** Reads the charge that a customer's message describes, for a search. */
import { isCurrencyCode } from './gateway/numbers/currencies.ts'
import { withPlainDigits } from './gateway/numbers/digit-runs.ts'
import { withPlainAmounts } from './gateway/numbers/plain-amounts.ts'
import { idsInText } from './gateway/fields/text-ids.ts'
import { dayAt, type Day } from './typed-day.ts'

/** The charge in a message: it is used to find payments, and proves nothing about a card. */
export interface PastedCharge {
  /** Decimal text in major units. */
  readonly amount: string
  readonly lastFour: string
  /** Null if the text contains no day, or several. */
  readonly day: Day | null
}

const mostCharacters = 16_384

/**
 * The first amount, the last four digits and the day in a text; null without an amount or the digits. Without a word
 * for them ("ending in", "****"), the only four-digit number that is not a year counts as the digits.
 */
export function pastedCharge(text: string): PastedCharge | null {
  const ids = idsInText(text)
  const { days, words } = withoutDays(wordsOf(withPlainAmounts(withPlainDigits(text.slice(0, mostCharacters)))))
  const decimal = ids.find(({ kind }) => kind === 'amount')?.value ?? null
  const whole = decimal === null ? wholeAmountIn(words) : null
  const amount = decimal ?? whole
  const lastFour = ids.find(({ kind }) => kind === 'lastFour')?.value ?? fourDigitsIn(words.filter((word) => word !== whole))
  if (amount === null || lastFour === null || !/^\d{1,15}(?:\.\d{1,4})?$/.test(amount)) return null
  const [day, ...others] = [...new Map(days.map((one) => [JSON.stringify(one), one])).values()]
  return { amount, lastFour, day: day === undefined || others.length > 0 ? null : day }
}

/** The words and numbers of a text, without punctuation around them. */
function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(/[\p{L}\p{N}](?:[\p{L}\p{N}.,/\-]*[\p{L}\p{N}])?/gu)].map(([word]) => word)
}

function withoutDays(all: readonly string[]): { readonly days: readonly Day[]; readonly words: readonly string[] } {
  const days: Day[] = []
  const words: string[] = []
  for (let place = 0; place < all.length;) {
    const found = dayAt(all, place)
    if (found === null) words.push(all[place] ?? '')
    else days.push(found.day)
    place += found?.length ?? 1
  }
  return { days, words }
}

/** A whole number beside a currency: "50 EUR". */
function wholeAmountIn(words: readonly string[]): string | null {
  return words.find((word, place) => /^\d{1,15}$/.test(word)
    && [words[place - 1], words[place + 1]].some((neighbour) => isCurrencyCode(neighbour ?? ''))) ?? null
}

function fourDigitsIn(words: readonly string[]): string | null {
  const found = new Set(words.filter((word) => /^\d{4}$/.test(word) && !/^(?:19|20)/.test(word)))
  const [only] = found
  return only === undefined || found.size > 1 ? null : only
}
