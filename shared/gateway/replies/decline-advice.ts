/**
 * What a person is advised about an order that ended without its money. The advice follows from its status: the
 * specification has no catalogue of codes, so a code is shown as it came (addendum 11). Only codes of a table below
 * have a meaning, each with its source.
 */
import type { Environment } from '../../model/values/environment.ts'
import type { FinalStatus } from './order-status.ts'

type Advice = 'another-card' | 'ask-support'

interface AdviceOfStatus {
  readonly advice: Advice
  /** The section of the interface that it follows from. */
  readonly source: string
}

export const declineAdvice = {
  /** Final; its reason is the bank's. */
  declined: { advice: 'another-card', source: '§2.9, error-message and motivational-message; addendum 7, final' },
  /** Final; a rule of the gateway stopped it, which only gateway support can explain. */
  filtered: { advice: 'ask-support', source: '§2.9, error-message; addendum 7, final' },
} as const satisfies { readonly [Status in FinalStatus]?: AdviceOfStatus }

/** The advice for a status; null where the table has none. */
export function adviceAfter(status: string): Advice | null {
  return status === 'declined' || status === 'filtered' ? declineAdvice[status].advice : null
}

/** What a customer can do about a decline. Reasons that could harm somebody (stolen, lost, fraud) have no meaning. */
export type DeclineMeaning = 'card-expired' | 'no-funds' | 'not-permitted'

interface MeaningOfCode {
  readonly meaning: DeclineMeaning
  readonly source: string
  /** Where the code has this meaning. */
  readonly environments: readonly Environment[]
}

/** Test values, which mean nothing in production. 209, a stolen card, is left out on purpose. */
const testValue = { source: 'addendum 12', environments: ['sandbox', 'staging'] } as const

export const declineMeanings: Readonly<Record<string, MeaningOfCode>> = {
  101: { meaning: 'card-expired', ...testValue },
  116: { meaning: 'no-funds', ...testValue },
  119: { meaning: 'not-permitted', ...testValue },
}

/** The meaning of a code of a declined order; null where the table gives it none in this environment. */
export function declineMeaning(code: string | null, environment: Environment): DeclineMeaning | null {
  if (code === null || !Object.hasOwn(declineMeanings, code)) return null
  const known = declineMeanings[code]
  return known?.environments.includes(environment) === true ? known.meaning : null
}
