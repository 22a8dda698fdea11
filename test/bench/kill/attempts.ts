/** One attempt at a payment with one of the merchant's two profiles; and the number of attempts by result. */

/** Which of the merchant's two profiles. */
export type ProfileNumber = 0 | 1

export interface Attempt {
  /** In the format of `payment-name.ts`. */
  readonly name: string
  readonly profile: ProfileNumber
  /** The kind of attempt with the other profile before, or at the same moment; null for a first attempt. */
  readonly repeats: 'charge' | 'refund' | null
}

/** The key of an attempt within one run: each payment is tried at most once with one profile. */
export function keyOf({ name, profile }: Attempt): string {
  return `${name} through ${profile}`
}

/** The number of attempts by result: `sent`, or the code of the desk's refusal. */
export type Ends = ReadonlyMap<string, number>

export interface AttemptFigures {
  /** First attempts with each of the two profiles. */
  readonly firstAttempts: readonly [Ends, Ends]
  /** Repetitions of attempts with the other profile. */
  readonly repeated: Readonly<Record<'charge' | 'refund', Ends>>
}

export interface AttemptTally {
  /**
   * Records the end of an attempt, which was shown to its person; `refusal` is the code of one that the desk did
   * not send.
   */
  reported(attempt: Attempt, refusal: string | null): void
  figures(): AttemptFigures
}

/** Counts attempts, starting from none. */
export function tallyAttempts(): AttemptTally {
  const firstAttempts = [new Map<string, number>(), new Map<string, number>()] as const
  const repeated = { charge: new Map<string, number>(), refund: new Map<string, number>() }
  return {
    reported({ profile, repeats }, refusal) {
      const ends = repeats === null ? firstAttempts[profile] : repeated[repeats]
      const end = refusal ?? 'sent'
      ends.set(end, (ends.get(end) ?? 0) + 1)
    },
    figures: () => ({ firstAttempts, repeated }),
  }
}

/** True if the second profile had both expected refusals: a used merchant order id, and a busy order. */
export function profilesMet({ repeated }: AttemptFigures): boolean {
  return repeated.charge.has('merchant-order-id-used') && repeated.refund.has('order-busy')
}
