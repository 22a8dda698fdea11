/**
 * Advice about an order that failed. It depends on the status: the specification has no catalogue of codes, so codes
 * are shown unchanged (addendum 11). Only the codes in the table below have a meaning, each with its source.
 */
import type { Environment } from '../../model/values/environment.ts'
import type { FinalStatus } from './order-status.ts'

type Advice = 'another-card' | 'ask-support'

interface AdviceOfStatus {
  readonly advice: Advice
  /** The section of the interface that justifies it. */
  readonly source: string
}

export const declineAdvice = {
  /** Final; the bank decided. */
  declined: { advice: 'another-card', source: '§2.9, error-message and motivational-message; addendum 7, final' },
  /** Final; a rule of the gateway stopped it, and only gateway support can explain it. */
  filtered: { advice: 'ask-support', source: '§2.9, error-message; addendum 7, final' },
} as const satisfies { readonly [Status in FinalStatus]?: AdviceOfStatus }

/** The advice for a status; null if there is none. */
export function adviceAfter(status: string): Advice | null {
  return status === 'declined' || status === 'filtered' ? declineAdvice[status].advice : null
}

/** What the customer can correct. Reasons that could harm somebody (stolen, lost, fraud) are left out. */
export type DeclineMeaning = 'card-expired' | 'no-funds' | 'not-permitted'

interface MeaningOfCode {
  readonly meaning: DeclineMeaning
  readonly source: string
  /** The environments in which the code has this meaning. */
  readonly environments: readonly Environment[]
}

/** Test values without a meaning in production. 209, a stolen card, is deliberately left out. */
const testValue = { source: 'addendum 12', environments: ['sandbox', 'staging'] } as const

export const declineMeanings: Readonly<Record<string, MeaningOfCode>> = {
  101: { meaning: 'card-expired', ...testValue },
  116: { meaning: 'no-funds', ...testValue },
  119: { meaning: 'not-permitted', ...testValue },
}

/** The meaning of a declined order's code; null if the table has none for this environment. */
export function declineMeaning(code: string | null, environment: Environment): DeclineMeaning | null {
  if (code === null || !Object.hasOwn(declineMeanings, code)) return null
  const known = declineMeanings[code]
  return known?.environments.includes(environment) === true ? known.meaning : null
}
