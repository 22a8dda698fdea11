/**
 * A text of one to three sentences for the customer about a payment, built only from the language's catalogue, an
 * amount and a day. SECURITY: it never contains text, codes or causes from the gateway, nor card data: a reason could
 * accuse the customer or warn a thief.
 */
import type { MinorUnits, UtcTime } from '../brands.ts'
import type { DeclineMeaning } from '../gateway/replies/decline-advice.ts'
import type { Switches } from '../gateway/operations/switches.ts'
import type { EntryState } from '../model/history/history.ts'
import type { CustomerOutcome, CustomerSubject } from './catalogue.ts'
import { catalogues } from './catalogues.ts'
import { amountIn, dayIn, filled } from './format.ts'
import type { CustomerLanguage } from './language.ts'

/** The facts for a text for the customer. */
export interface CustomerFacts {
  /** The payment itself, or its refund, void or capture. */
  readonly subject: CustomerSubject
  /** The state of the entry, or the gateway's status. */
  readonly status: string
  /** The cardholder has to confirm it with the bank. */
  readonly waitsForCardholder: boolean
  /** The meaning of the decline's documented code; null if not known. */
  readonly meaning: DeclineMeaning | null
  /** Minor units, read as `reading`; null if not known. */
  readonly minorAmount: MinorUnits | null
  readonly currency: string | null
  readonly reading: Switches['minorUnitDigits']
  /** When the payment was sent; null if not known. */
  readonly paidAt: UtcTime | null
  /** The profile's time zone, which decides the day; null if the profile is not known. */
  readonly timeZone: string | null
}

const outcomes: Readonly<Partial<Record<string, CustomerOutcome>>> = {
  'approved': 'done',
  'sending': 'live', 'processing': 'live',
  'unknown': 'unknown', 'error': 'unknown',
  'not-found': 'unconfirmed', 'closed-error': 'unconfirmed', 'closed-unknown': 'unconfirmed',
  'declined': 'undone', 'filtered': 'undone', 'refused': 'undone', 'access-denied': 'undone', 'not-sent': 'undone',
} satisfies Readonly<Record<Exclude<EntryState, 'answered' | 'failed'>, CustomerOutcome>>

/** The text for the customer in a language. An unrecognised status counts as unknown. */
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

/** A part of the name with its value; empty if the value is not known. */
function part(template: string, placeholder: 'amount' | 'day', value: string | null): string {
  return value === null ? '' : filled(template, { [placeholder]: value })
}

function paidOn(language: CustomerLanguage, { paidAt, timeZone }: CustomerFacts): string | null {
  return paidAt === null || timeZone === null ? null : dayIn(language, paidAt, timeZone)
}
