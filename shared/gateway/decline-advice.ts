/**
 * What a person is advised about an order that ended without its money: by its status, never by its code. The
 * specification has no catalogue of codes, and those of a test gateway (addendum 12) mean nothing in production, so a
 * code is shown as it came.
 */
import type { FinalStatus } from './order-status.ts'

type Advice = 'another-card' | 'ask-support'

interface AdviceOfStatus {
  readonly advice: Advice
  /** The section of the interface that it follows from. */
  readonly source: string
}

export const declineAdvice = {
  /** Final; its reason, also that for the customer, is the bank's. */
  declined: { advice: 'another-card', source: '§2.9, error-message and motivational-message; addendum 7, final' },
  /** Final; a rule of the gateway stopped it, which only gateway support can explain. */
  filtered: { advice: 'ask-support', source: '§2.9, error-message; addendum 7, final' },
} as const satisfies { readonly [Status in FinalStatus]?: AdviceOfStatus }

/** The advice for a status; null where the table has none. */
export function adviceAfter(status: string): Advice | null {
  return status === 'declined' || status === 'filtered' ? declineAdvice[status].advice : null
}

/**
 * Whether words that the gateway sent for the customer may be passed on: none that name theft or fraud, which would
 * accuse the customer or warn a thief.
 */
export function mayBePassedOn(words: string): boolean {
  return !/\b(?:stolen|theft|thief|fraud\w*|counterfeit|pick[ -]?up)\b/i.test(words)
}
