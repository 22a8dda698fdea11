import type { SignatureMethod } from './operations.ts'

/** The variations between gateways of this family (addendum 2); each profile has a value for each. */
export interface Switches {
  /** §5.1 rule 2; three public clients omit the entry point. */
  readonly recurrentControlStartsWithEntryPoint: boolean
  readonly recurrentPath: 'make-rebill-sale' | 'make-rebill'
  /** §5.2: in body and header; vendor code sends them in the header only. The signed parameters are the same. */
  readonly oauthParametersInBody: boolean
  /** Names of a sale's browser fields: those of §2.10, or all with the prefix `customer_browser_`. */
  readonly browserFieldNames: 'document' | 'prefixed'
  readonly expireYearDigits: 2 | 4
  /** Digits of minor units: ISO 4217, or two for every currency as in vendor code. */
  readonly minorUnitDigits: 'iso-4217' | 'always-two'
  /** The meaning of `amount` in a status reply (addendum 6). */
  readonly statusAmountIs: 'initial' | 'current'
  readonly statusOfVersion4Orders: 'v2' | 'v4'
  /** Sends `cardNumber` beside `credit_card_number` (addendum 12). */
  readonly sendSecondCardNumberField: boolean
  /** The OAuth method by operation id, if its catalogue entry allows more than one. */
  readonly signatureMethods: { readonly [id: string]: SignatureMethod | undefined }
  /** The path below `/{word}/api` by operation id, if it differs from the catalogue (addendum 1). */
  readonly paths: { readonly [id: string]: string | undefined }
}

/** The variations of the interface document. */
export const defaultSwitches: Switches = {
  recurrentControlStartsWithEntryPoint: true,
  recurrentPath: 'make-rebill-sale',
  oauthParametersInBody: true,
  browserFieldNames: 'document',
  expireYearDigits: 2,
  minorUnitDigits: 'iso-4217',
  statusAmountIs: 'initial',
  statusOfVersion4Orders: 'v2',
  sendSecondCardNumberField: false,
  signatureMethods: {},
  paths: {},
}
