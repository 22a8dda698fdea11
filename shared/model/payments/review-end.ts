/** The rule when a review ends. Without a schema: the page's first screen loads it. */
import type { Failure } from '../answers/failure.ts'

/**
 * Failures of a confirmation that end its review: it was used or its id is taken, its subject has changed, or a defect
 * leaves its progress unknown. After other failures the same review may be confirmed again.
 */
const endingFailures: ReadonlySet<Failure['code']> = new Set([
  'intent-gone', 'intent-under-way', 'merchant-order-id-used', 'gateway-knows-order', 'order-busy', 'not-possible-now',
  'order-not-found', 'card-entry-refused', 'no-such-profile', 'bridge-refused', 'defect', 'quitting', 'team-taken',
])

/** True if a failed confirmation ends the review: the desk drops it, and the page's button is disabled. */
export function endsReview({ code }: Pick<Failure, 'code'>): boolean {
  return endingFailures.has(code)
}
