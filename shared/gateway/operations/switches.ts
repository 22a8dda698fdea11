import type { SignatureMethod } from './operations.ts'

/** The readings on which gateways of this family differ (addendum 2); each profile has one value of each. */
export interface Switches {
  /** §5.1 rule 2; three public clients omit the entry point. */
  readonly recurrentControlStartsWithEntryPoint: boolean
  readonly recurrentPath: 'make-rebill-sale' | 'make-rebill'
  /** §5.2: in body and header; vendor code sends them in the header only. The signed set is the same. */
  readonly oauthParametersInBody: boolean
  /** Browser fields of a sale: names of §2.10, or `customer_browser_*` throughout. */
  readonly browserFieldNames: 'document' | 'prefixed'
  readonly expireYearDigits: 2 | 4
  /** Digits of minor units: ISO 4217, or two for every currency as vendor code has it. */
  readonly minorUnitDigits: 'iso-4217' | 'always-two'
  /** The meaning of `amount` in a status reply (addendum 6). */
  readonly statusAmountIs: 'initial' | 'current'
  readonly statusOfVersion4Orders: 'v2' | 'v4'
  /** Send `cardNumber` beside `credit_card_number` (addendum 12). */
  readonly sendSecondCardNumberField: boolean
  /** The OAuth method of an operation id, where its catalogue entry allows more than one. */
  readonly signatureMethods: { readonly [id: string]: SignatureMethod | undefined }
  /** By operation id: its path below `/{word}/api`, where that differs from the catalogue (addendum 1). */
  readonly paths: { readonly [id: string]: string | undefined }
}

/** The interface document's readings. */
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
