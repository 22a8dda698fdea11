/** The phases of the payments of a killed run, derived from the next run, the relay and the person's screen. */

/** In the order of time; `idle` is a run that was killed without a confirmed payment whose end was not shown. */
export const phases = ['before-intent', 'before-send', 'before-outcome', 'before-telling', 'idle'] as const
export type Phase = (typeof phases)[number]

export const phaseNames: Readonly<Record<Phase, string>> = {
  'before-intent': 'confirmed, no intent written',
  'before-send': 'intent written, request not sent',
  'before-outcome': 'request sent, no outcome written',
  'before-telling': 'outcome written, not shown',
  idle: 'no payment under way',
}

/** The known facts of a confirmed payment whose end was not shown. */
export interface CutPayment {
  /** Whether its intent is in the journal, and if so whether the run that sent it wrote its outcome. */
  readonly kept: 'no' | 'intent' | 'outcome'
  /** Whether the whole request had been sent. */
  readonly seen: boolean
}

/** The phase of a payment when its run ended. */
export function phaseOf({ kept, seen }: CutPayment): Exclude<Phase, 'idle'> {
  switch (kept) {
    // A request without an intent is a defect, and counted as one; here it is listed in the phase where it was
    // found.
    case 'no': return seen ? 'before-outcome' : 'before-intent'
    case 'intent': return seen ? 'before-outcome' : 'before-send'
    case 'outcome': return 'before-telling'
  }
}
