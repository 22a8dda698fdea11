/** The content of a language's catalogue. `{…}` is a placeholder; translators may move but not rename it. */
import type { MoneyKind } from '../gateway/catalogue/kinds.ts'
import type { DeclineMeaning } from '../gateway/replies/decline-advice.ts'
import type { DocumentTexts } from './document-texts.ts'

/** The subject of a text. Every kind of operation that moves or holds money maps to one of these. */
export type CustomerSubject = Exclude<MoneyKind, 'hold-without-amount' | 'reversal'> | 'refund' | 'void' | 'release'

/** The outcome of a payment, refund, void or capture in the customer's terms. */
export type CustomerOutcome =
  | 'done'
  /** In progress. */
  | 'live'
  /** The result is not known and is being checked. The text never claims that money moved, nor that it did not. */
  | 'unknown'
  /** A person closed it without a result. The text never claims that money moved, nor that it did not. */
  | 'unconfirmed'
  /** It certainly did not happen. */
  | 'undone'

/** One subject: `name` begins each of its sentences as `{it}`, with `{amount}` and `{day}` if they are known. */
type SubjectTexts = Readonly<Record<'name' | CustomerOutcome, string>>

export interface Catalogue {
  /** The amount as part of the subject's name; begins with a space. */
  readonly amount: string
  /** The day of the payment as part of the subject's name; begins with a space. */
  readonly day: string
  readonly subjects: Readonly<Record<CustomerSubject, SubjectTexts>>
  /** A payment that the customer still has to confirm with the bank (3-D Secure). */
  readonly waiting: string
  /**
   * The last sentence about a payment that did not happen. `neutral` names no reason: it is used if the reason is not
   * known or could harm somebody.
   */
  readonly advice: Readonly<Record<DeclineMeaning | 'neutral', string>>
  readonly documents: DocumentTexts
}
