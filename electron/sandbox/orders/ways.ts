/** The paths of a cardholder's authentication, as the sandbox's cards select them (§3). */
export type Way =
  /** No 3-D Secure at all. */
  | 'none'
  /** The method page, then approved without a challenge. */
  | 'frictionless'
  /** The method page, then a challenge that the cardholder can pass. */
  | 'challenge-passed'
  /** The method page, then a challenge that fails whatever the cardholder does. */
  | 'challenge-failed'
  | 'version-1-passed'
  | 'version-1-failed'

/** The upload that an order waits for: of a method result, a challenge response or a version 1 response. */
export type Wait = 'method' | 'challenge' | 'authentication'

/** One completed step of the authentication, as stored in the ledger. */
export interface AuthenticationStep {
  readonly orderId: string
  /** Of the request that performed it. */
  readonly serialNumber: string
  readonly step: Wait
  /** Null if a challenge follows. */
  readonly passed: boolean | null
  /** From then on the order's result is visible. ISO 8601, UTC. */
  readonly settledAt: string
  /** The address for the challenge response, which the merchant sent with the method result. */
  readonly notificationUrl: string | null
}

export type Progress =
  | { readonly kind: 'not-needed' }
  | { readonly kind: 'waits'; readonly for: Wait }
  | { readonly kind: 'ended'; readonly passed: boolean; readonly settledAt: string }

/** The progress of an order's authentication after its steps. */
export function progressOf(way: Way, steps: readonly AuthenticationStep[]): Progress {
  if (way === 'none') return { kind: 'not-needed' }
  const last = steps.at(-1)
  if (last === undefined) return { kind: 'waits', for: isVersion1(way) ? 'authentication' : 'method' }
  if (last.passed === null) return { kind: 'waits', for: 'challenge' }
  return { kind: 'ended', passed: last.passed, settledAt: last.settledAt }
}

/** True if the issuer confirms the cardholder after they complete the page. */
export function canPass(way: Way): boolean {
  return way !== 'challenge-failed' && way !== 'version-1-failed'
}

/** True for 3-D Secure version 1. */
function isVersion1(way: Way): boolean {
  return way === 'version-1-passed' || way === 'version-1-failed'
}
