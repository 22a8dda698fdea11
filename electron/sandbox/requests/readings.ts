import type { SignatureMethod } from '#shared/gateway/operations/operations.ts'

/** The variations of this gateway family that the built-in gateway supports (addendum 2). */
export interface Readings {
  /** §5.1 rule 2: the recurrent control starts with the endpoint or group id. */
  readonly recurrentControlStartsWithEntryPoint: boolean
  /** §5.2: OAuth parameters in header and body; if false, in the header only, and refused in the body. */
  readonly oauthParametersInBody: boolean
  /** Digits of minor units: ISO 4217, or two for every currency. */
  readonly minorUnitDigits: 'iso-4217' | 'always-two'
  /** Names of a sale's browser fields: those of §2.10, or all with the prefix `customer_browser_`. */
  readonly browserFieldNames: 'document' | 'prefixed'
  /** Digits of `expire_year` (§2.10, addendum 2). */
  readonly expireYearDigits: 2 | 4
  /**
   * The signature method of pan-eligibility: §5.2 restricts it, but public documentation still has HMAC (addendum 5).
   */
  readonly panEligibilitySignature: SignatureMethod
}

/** The variations of the interface document. */
export const documentReadings: Readings = {
  recurrentControlStartsWithEntryPoint: true,
  oauthParametersInBody: true,
  minorUnitDigits: 'iso-4217',
  browserFieldNames: 'document',
  expireYearDigits: 2,
  panEligibilitySignature: 'RSA-SHA256',
}
