/** What the catalogue of a language contains. `{…}` is a placeholder; a translator may move it, not rename it. */
import type { MoneyKind } from '../gateway/catalogue/kinds.ts'
import type { DeclineMeaning } from '../gateway/replies/decline-advice.ts'
import type { DocumentTexts } from './document-texts.ts'

/** What a text is about. Each kind of operation that moves or holds money is, or is one of, these. */
export type CustomerSubject = Exclude<MoneyKind, 'hold-without-amount' | 'reversal'> | 'refund' | 'void' | 'release'

/** How a payment, or a refund, void or capture of it, ended, as far as a customer is concerned. */
export type CustomerOutcome =
  | 'done'
  /** It is under way. */
  | 'live'
  /** Its result is not known; it is being checked. Never says that money moved, nor that it did not. */
  | 'unknown'
  /** A person closed it without a result. Never says that money moved, nor that it did not. */
  | 'unconfirmed'
  /** It certainly did not happen. */
  | 'undone'

/** One subject: `name` begins each of its sentences as `{it}`, with `{amount}` and `{day}` where they are known. */
type SubjectTexts = Readonly<Record<'name' | CustomerOutcome, string>>

export interface Catalogue {
  /** The amount, within the name of the subject; begins with a space. */
  readonly amount: string
  /** The day of the payment, within the name of the subject; begins with a space. */
  readonly day: string
  readonly subjects: Readonly<Record<CustomerSubject, SubjectTexts>>
  /** A payment that the customer still has to confirm with the bank (3-D Secure). */
  readonly waiting: string
  /**
   * The last sentence about a payment that did not happen. `neutral` is that of every reason that is not known, or that
   * could harm somebody: it names none.
   */
  readonly advice: Readonly<Record<DeclineMeaning | 'neutral', string>>
  readonly documents: DocumentTexts
}
