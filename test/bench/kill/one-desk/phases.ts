/** Where the payments of a killed life were, as the life after it, the relay and the person's screen show together. */

/** In the order of time; `idle` is a life that died with no payment confirmed whose end was not shown. */
export const phases = ['before-intent', 'before-send', 'before-outcome', 'before-telling', 'idle'] as const
export type Phase = (typeof phases)[number]

export const phaseNames: Readonly<Record<Phase, string>> = {
  'before-intent': 'confirmed, no intent written',
  'before-send': 'intent written, request not sent',
  'before-outcome': 'request sent, no outcome written',
  'before-telling': 'outcome written, not shown',
  idle: 'no payment under way',
}

/** What is known of one payment that was confirmed and whose end was not shown to anybody. */
export interface CutPayment {
  /** Whether its intent is in the journal, and if so whether its outcome was written by the life that sent it. */
  readonly kept: 'no' | 'intent' | 'outcome'
  /** Whether the whole request was on its way. */
  readonly seen: boolean
}

/** Where a payment was when its life ended. */
export function phaseOf({ kept, seen }: CutPayment): Exclude<Phase, 'idle'> {
  switch (kept) {
    // A request of which no intent is known is a defect, and counted as one; here it stands where it was found.
    case 'no': return seen ? 'before-outcome' : 'before-intent'
    case 'intent': return seen ? 'before-outcome' : 'before-send'
    case 'outcome': return 'before-telling'
  }
}
