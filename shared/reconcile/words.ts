/** The meanings of words for kinds and states in statements. A person may choose another kind for a word. */
import { lineKinds, type StatedState } from './statement-line.ts'

/** The kind of a word. `by-sign`: a negative amount is a refund, any other a payment. */
export const wordKinds = [...lineKinds, 'by-sign'] as const
export type WordKind = (typeof wordKinds)[number]

/** The first match counts: a "refund fee" is a fee. */
const kindPatterns: readonly (readonly [RegExp, WordKind])[] = [
  [/fee|commission|interchange|markup|charges?$/u, 'fee'],
  [/charge ?-?back|dispute|retrieval|arbitration/u, 'chargeback'],
  [/settle|transfer to bank|disburse|bank transfer|deposit/u, 'settlement'],
  [/payout|withdraw/u, 'payout'],
  // Money that is only held, or released again, is in no sum.
  [/^(?!.*captur).*(?:pre-?auth|authori[sz]ation|\bauth\b|\bhold\b)/u, 'other'],
  [/refund|revers|void|cancel|return|credit(?! ?card)/u, 'refund'],
  [/sale|payment|purchase|charge|capture|debit|recurr|rebill|order/u, 'payment'],
  [/adjust|correction|total|balance|reserve|rolling/u, 'other'],
]

/** The likely kind of a word. "Chargeback" is not a charge, and "card charge" is not a fee. */
function kindOfWord(word: string): WordKind {
  const plain = word.trim().toLowerCase()
  if (/charge ?-?backs?$/u.test(plain)) return 'chargeback'
  if (/^(?:(?:card|recurr\w+|customer) )?charge$/u.test(plain)) return 'payment'
  return kindPatterns.find(([pattern]) => pattern.test(plain))?.[1] ?? 'by-sign'
}

/** The kind that a person chose for a word, otherwise the likely one. */
export function chosenKind(word: string, kinds: Readonly<Record<string, WordKind>>): WordKind {
  // SECURITY: the word comes from the statement, and "constructor" is a property of every object.
  return (Object.hasOwn(kinds, word) ? kinds[word] : undefined) ?? kindOfWord(word)
}

/** A "refund fee" is no returned fee, and a word such as "Refund/reversal" is of either. */
const takenBack: Readonly<Partial<Record<WordKind, RegExp>>> = {
  chargeback: /(?:charge ?-?backs?|disputes?)[ _-]revers|revers\w* (?:of )?(?:charge ?-?back|dispute)|\bwon\b|cancel/u,
  refund: /refunds?[ _-]revers|revers\w* (?:of )?refund/u,
  fee: /(?:fees?|commissions?)[ _-](?:refund|revers|return|rebate)|(?:refund|reversal|return|rebate) of (?:fee|commission)/u,
  payout: /payouts?[ _-](?:revers|return|cancel)|(?:revers|return|cancel)\w* (?:of )?payout/u,
}

/** True for a word such as "Chargeback reversal": the money of a line of this kind came back to the merchant. */
export function isTakenBack(kind: WordKind, word: string): boolean {
  return takenBack[kind]?.test(word.toLowerCase()) === true
}

const sums = 'totals?|sum|balance|summe|gesamt(?:summe|betrag)?|saldo|totale|somme|suma|итого|всего|сальдо'
const nameOfSum = new RegExp(
  `^(?:(?:grand|sub|net|overall|opening|closing)[ -]?)?(?:${sums})(?: \\(?\\p{L}{3}\\)?| (?:amount|for|of|за)(?: .{1,60})?)?:?$`, 'iu',
)

/**
 * True for the name of a sum, which many statements write where a line has an id: "Total", "Grand total:", "Total for
 * November".
 */
export function isNameOfSum(text: string): boolean {
  return nameOfSum.test(text.trim())
}

/** The first that matches counts: "not yet processed" is open, "incomplete" is not complete. */
const statePatterns: readonly (readonly [RegExp, StatedState])[] = [
  [/pending|process(?!ed)|wait|unknown|open|progress|not yet|review/u, 'open'],
  [/declin|denied|fail|filter|error|reject|refus|cancel|expired|revok|in(?:valid|sufficient|complete)|\b(?:not? |un)/u, 'not-moved'],
  [/approv|success|settled|paid|complet|captur|\bok\b|processed|cleared|booked|funded/u, 'moved'],
]

/** The state that a word means; null if not known. */
export function stateOfWord(word: string): StatedState | null {
  const plain = word.trim().toLowerCase()
  return plain === '' ? null : statePatterns.find(([pattern]) => pattern.test(plain))?.[1] ?? null
}
