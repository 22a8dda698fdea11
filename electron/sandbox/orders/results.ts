/** The possible results of an order at the built-in gateway, and the rules that decide them (§3, addendum 7 and 12). */

export interface OrderResult {
  readonly status: 'approved' | 'declined' | 'filtered' | 'error' | 'unknown' | 'processing'
  /** Follows the family in the order stage: `sale_approved`, `reversal_approved` (addendum 7). */
  readonly suffix: string
  readonly error?: { readonly code: string; readonly message: string }
  /** Sent as `motivational-message`. */
  readonly advice?: string
}

const declined = (code: string, message: string, advice?: string): OrderResult =>
  ({ status: 'declined', suffix: 'declined', error: { code, message }, ...(advice !== undefined && { advice }) })

const entries = {
  approved: { status: 'approved', suffix: 'approved' },
  declined: declined('200', 'Declined by the issuer', 'Your bank declined the payment. Please ask it for the reason or use another card.'),
  'expired-card': declined('101', 'Declined: the card has expired'),
  'no-funds': declined('116', 'Declined: not sufficient funds'),
  'not-permitted': declined('119', 'Declined: transaction not permitted to the cardholder'),
  'stolen-card': declined('209', 'Declined: stolen card'),
  'not-authenticated': declined('1003', 'Declined: the cardholder was not authenticated'),
  filtered: {
    status: 'filtered', suffix: 'filtered', error: { code: '301', message: 'Stopped by a fraud filter of the merchant' },
  },
  error: {
    status: 'error', suffix: 'error', error: { code: '401', message: 'The acquirer gave no clear answer' },
  },
  unknown: { status: 'unknown', suffix: 'unknown' },
  'endless-processing': { status: 'processing', suffix: 'processing' },
  /** The result after the cardholder has authenticated; until then the order waits. */
  'waits-for-cardholder': { status: 'approved', suffix: 'approved' },
} as const satisfies Record<string, OrderResult>

export type ResultName = keyof typeof entries

/** Every result by its name. */
export const results: { readonly [Name in ResultName]: OrderResult } = entries

/** The results by cvv2; any other value is declined (addendum 12). */
export const byCardVerificationValue: ReadonlyMap<string, ResultName> = new Map<string, ResultName>([
  ['123', 'approved'], ['1234', 'approved'], ['111', 'approved'], ['321', 'waits-for-cardholder'], ['217', 'unknown'],
  ['101', 'expired-card'], ['116', 'no-funds'], ['119', 'not-permitted'], ['209', 'stolen-card'],
])

/**
 * The result of one attempt: a cvv2 decides if there is one (addendum 12), otherwise the card. An attempt that would be
 * approved, also after an authentication, is declined for lack of funds if its minor units end in 13 ("13.13", "1.13"),
 * so that enumerated amounts can be tested.
 */
function resultOf(card: ResultName, cardVerificationValue: string | undefined, minorAmount: string): ResultName {
  const decided = decidedBy(card, cardVerificationValue)
  return results[decided].status === 'approved' && minorAmount.endsWith('13') ? 'no-funds' : decided
}

/** True if the cardholder has to authenticate first, whatever the amount. */
export function waitsForCardholder(card: ResultName, cardVerificationValue: string | undefined): boolean {
  return decidedBy(card, cardVerificationValue) === 'waits-for-cardholder'
}

function decidedBy(card: ResultName, cardVerificationValue: string | undefined): ResultName {
  if (cardVerificationValue === undefined) return card
  return byCardVerificationValue.get(cardVerificationValue) ?? 'declined'
}

export interface Attempt {
  readonly amount: string
  readonly minorAmount: string
}

/** Tries each amount in turn until one is not declined or the list ends (§2.6 `enumerate_amounts`). */
export function tryInTurn(
  attempts: readonly [Attempt, ...Attempt[]], card: ResultName, cardVerificationValue: string | undefined,
): { readonly amount: string; readonly result: ResultName } {
  const tried = attempts.map(({ amount, minorAmount }) =>
    ({ amount, result: resultOf(card, cardVerificationValue, minorAmount) }))
  const decided = tried.find(({ result }) => results[result].status !== 'declined') ?? tried.at(-1)
  return decided ?? { amount: attempts[0].amount, result: 'declined' }
}
