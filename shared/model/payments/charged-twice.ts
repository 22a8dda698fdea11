/** Decides whether a customer was charged twice, as far as the states of the payments prove it. */
import { isTakenBack, nothingMoved, type OrderState } from '../../gateway/orders/order-state.ts'

/** A charge for the comparison. */
export interface Candidate {
  readonly state: OrderState
  /** True if the charge, or its refund, void or capture, has no certain outcome. */
  readonly isOpen: boolean
}

/** Only `not-certain` may change without a new request; the others rest on final results. */
export type Verdict =
  /** There is one payment, in any state; others may exist elsewhere. */
  | { readonly kind: 'only-one' }
  /** A result is missing, or it is not known how much was returned. */
  | { readonly kind: 'not-certain'; readonly missing: 'result' | 'returned-amount' }
  | { readonly kind: 'two-approved' }
  /** At most one was approved; the others were declined, refused or not sent. */
  | { readonly kind: 'not-approved'; readonly approved: 'one' | 'none' }
  /** At least one was returned whole; `one`: another one remains charged. */
  | { readonly kind: 'already-refunded'; readonly charged: 'one' | 'none' }

type Result = 'approved' | 'not-approved' | 'returned' | 'no-result' | 'returned-in-part'

/** The verdict about one or two payments, in any order. */
export function verdictOf(candidates: readonly [Candidate] | readonly [Candidate, Candidate]): Verdict {
  const [first, second] = candidates
  if (second === undefined) return { kind: 'only-one' }
  const results = [resultOf(first), resultOf(second)]
  if (results.includes('no-result')) return { kind: 'not-certain', missing: 'result' }
  if (results.includes('returned-in-part')) return { kind: 'not-certain', missing: 'returned-amount' }
  const approved = results.filter((result) => result === 'approved').length
  if (approved === 2) return { kind: 'two-approved' }
  const some = approved === 1 ? 'one' : 'none'
  return results.includes('returned')
    ? { kind: 'already-refunded', charged: some }
    : { kind: 'not-approved', approved: some }
}

function resultOf({ state, isOpen }: Candidate): Result {
  if (isOpen) return 'no-result'
  if (isTakenBack(state)) return 'returned'
  switch (state.kind) {
    case 'as-made': return nothingMoved.includes(state.status) ? 'not-approved' : 'no-result'
    case 'reversed-elsewhere': return state.whole ? 'returned' : 'returned-in-part'
    case 'contradictory':
    case 'not-known':
      return 'no-result'
    default: return 'approved'
  }
}
