/** One try at a payment through one of the merchant's two profiles; and how many there were, by how they ended. */

/** Which of the merchant's two profiles. */
export type ProfileNumber = 0 | 1

export interface Attempt {
  /** As `payment-name.ts` has it. */
  readonly name: string
  readonly profile: ProfileNumber
  /** What was tried through the other profile before, or at the same moment; null for a first attempt. */
  readonly repeats: 'charge' | 'refund' | null
}

/** Tells the attempts of one life apart: nobody tries the same thing twice through one profile. */
export function keyOf({ name, profile }: Attempt): string {
  return `${name} through ${profile}`
}

/** How many attempts ended how: `sent`, or the code of the desk's refusal. */
export type Ends = ReadonlyMap<string, number>

export interface AttemptFigures {
  /** First attempts through each of the two profiles. */
  readonly firstAttempts: readonly [Ends, Ends]
  /** Attempts at what was tried through the other profile already. */
  readonly repeated: Readonly<Record<'charge' | 'refund', Ends>>
}

export interface AttemptTally {
  /** An attempt has ended and was shown to its person; `refusal` is the code of one that the desk did not send. */
  reported(attempt: Attempt, refusal: string | null): void
  figures(): AttemptFigures
}

/** Counts attempts from none on. */
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

/** True when the second profile was refused both what it had to be: a used merchant order id, and a busy order. */
export function profilesMet({ repeated }: AttemptFigures): boolean {
  return repeated.charge.has('merchant-order-id-used') && repeated.refund.has('order-busy')
}
