/**
 * A text of one to three sentences for the customer about a payment. It is built from the catalogue of the language, an
 * amount and a day alone. SECURITY: it never takes a text, code or cause from the gateway, nor data of the card, as a
 * reason could accuse the customer or warn a thief.
 */
import type { MinorUnits, UtcTime } from '../brands.ts'
import type { DeclineMeaning } from '../gateway/replies/decline-advice.ts'
import type { Switches } from '../gateway/operations/switches.ts'
import type { EntryState } from '../model/history/history.ts'
import type { CustomerOutcome, CustomerSubject } from './catalogue.ts'
import { catalogues } from './catalogues.ts'
import { amountIn, dayIn, filled } from './format.ts'
import type { CustomerLanguage } from './language.ts'

/** What a text for the customer is about. */
export interface CustomerFacts {
  /** The payment itself, or the refund, void or capture of it. */
  readonly subject: CustomerSubject
  /** Its state, or the gateway's status of it. */
  readonly status: string
  /** The cardholder has to confirm it with the bank. */
  readonly waitsForCardholder: boolean
  /** What a documented code of its decline means; null where that is not known. */
  readonly meaning: DeclineMeaning | null
  /** Minor units, read as `reading`; null where they are not known. */
  readonly minorAmount: MinorUnits | null
  readonly currency: string | null
  readonly reading: Switches['minorUnitDigits']
  /** When the payment was sent; null where that is not known. */
  readonly paidAt: UtcTime | null
  /** The zone of the profile, which decides the day; null where the profile is not known. */
  readonly timeZone: string | null
}

const outcomes: Readonly<Partial<Record<string, CustomerOutcome>>> = {
  'approved': 'done',
  'sending': 'live', 'processing': 'live',
  'unknown': 'unknown', 'error': 'unknown',
  'not-found': 'unconfirmed', 'closed-error': 'unconfirmed', 'closed-unknown': 'unconfirmed',
  'declined': 'undone', 'filtered': 'undone', 'refused': 'undone', 'access-denied': 'undone', 'not-sent': 'undone',
} satisfies Readonly<Record<Exclude<EntryState, 'answered' | 'failed'>, CustomerOutcome>>

/** The text for the customer in a language. A status that has no meaning here counts as unknown. */
export function customerText(facts: CustomerFacts, language: CustomerLanguage): string {
  const catalogue = catalogues[language]
  const { name, ...sentences } = catalogue.subjects[facts.subject]
  const outcome = (Object.hasOwn(outcomes, facts.status) ? outcomes[facts.status] : undefined) ?? 'unknown'
  const it = filled(name, {
    amount: part(catalogue.amount, 'amount', amountIn(language, facts)),
    day: part(catalogue.day, 'day', paidOn(language, facts)),
  })
  const isPayment = facts.subject === 'charge' || facts.subject === 'hold'
  if (isPayment && outcome === 'live' && facts.waitsForCardholder) return filled(catalogue.waiting, { it })
  const text = filled(sentences[outcome], { it })
  return isPayment && outcome === 'undone' ? `${text} ${catalogue.advice[adviceFor(facts)]}` : text
}

function adviceFor({ status, meaning }: CustomerFacts): DeclineMeaning | 'neutral' {
  return status === 'declined' && meaning !== null ? meaning : 'neutral'
}

/** The part of a name with its value; empty where the value is not known. */
function part(template: string, placeholder: 'amount' | 'day', value: string | null): string {
  return value === null ? '' : filled(template, { [placeholder]: value })
}

function paidOn(language: CustomerLanguage, { paidAt, timeZone }: CustomerFacts): string | null {
  return paidAt === null || timeZone === null ? null : dayIn(language, paidAt, timeZone)
}
