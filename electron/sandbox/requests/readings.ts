import type { SignatureMethod } from '#shared/gateway/operations/operations.ts'

/** The points on which gateways of this family differ, as the built-in gateway reads them (addendum 2). */
export interface Readings {
  /** §5.1 rule 2: the recurrent control starts with the endpoint or group id. */
  readonly recurrentControlStartsWithEntryPoint: boolean
  /** §5.2: OAuth parameters in header and body; with false in the header alone, and in the body they are refused. */
  readonly oauthParametersInBody: boolean
  /** Digits of minor units: ISO 4217, or two for every currency. */
  readonly minorUnitDigits: 'iso-4217' | 'always-two'
  /** Browser fields of a sale: the names of §2.10, or `customer_browser_*` throughout. */
  readonly browserFieldNames: 'document' | 'prefixed'
  /** Digits of `expire_year` (§2.10, addendum 2). */
  readonly expireYearDigits: 2 | 4
  /** The signature method of pan-eligibility: §5.2 restricts it, public documentation still has HMAC (addendum 5). */
  readonly panEligibilitySignature: SignatureMethod
}

/** The interface document's readings. */
export const documentReadings: Readings = {
  recurrentControlStartsWithEntryPoint: true,
  oauthParametersInBody: true,
  minorUnitDigits: 'iso-4217',
  browserFieldNames: 'document',
  expireYearDigits: 2,
  panEligibilitySignature: 'RSA-SHA256',
}
