/** Which fields each operation carries, in wire order, and what is asked of them (§2.1 to §2.12, addendum 8). */
import type { FieldKey } from './fields.ts'

export interface FieldUse {
  readonly key: FieldKey
  /** `supplied` ones come from the profile or the signature, never from the person. */
  readonly need: 'required' | 'optional' | 'supplied'
  /** Whether a form shows it at once or behind "more fields". */
  readonly place: 'first' | 'more'
  /** A wire name that differs from the dictionary's for this operation (`client-order-id`). */
  readonly wire?: string
  /** The wire name where the profile's browser fields are all prefixed (addendum 2). */
  readonly prefixedWire?: string
}

const required = (key: FieldKey, wire?: string): FieldUse =>
  ({ key, need: 'required', place: 'first', ...(wire !== undefined && { wire }) })
const optional = (key: FieldKey, wire?: string): FieldUse =>
  ({ key, need: 'optional', place: 'more', ...(wire !== undefined && { wire }) })
const asked = (key: FieldKey): FieldUse => ({ key, need: 'optional', place: 'first' })
const browser = (key: FieldKey, prefixedWire?: string): FieldUse =>
  ({ key, need: 'optional', place: 'more', ...(prefixedWire !== undefined && { prefixedWire }) })
const supplied = (key: FieldKey): FieldUse => ({ key, need: 'supplied', place: 'more' })
const allOptional = (...keys: FieldKey[]): FieldUse[] => keys.map((key) => optional(key))

export const cardRegistrationV2: readonly FieldUse[] = [
  supplied('login'), required('merchantOrderId'), required('orderId'), supplied('control'),
]

export const cardRegistrationV4: readonly FieldUse[] = [required('merchantOrderId'), required('orderId')]

export const cardDetails: readonly FieldUse[] = [supplied('login'), required('cardReference'), supplied('control')]

export const recurrentPayment: readonly FieldUse[] = [
  required('merchantOrderId'), supplied('login'), required('cardReference'), required('orderDescription'),
  required('amount'), optional('enumeratedAmounts'), required('currency'), optional('cardVerificationValue'),
  required('customerIpAddress'), supplied('control'),
  ...allOptional('comment', 'purpose', 'redirectUrl', 'redirectSuccessUrl', 'redirectFailUrl', 'serverCallbackUrl',
    'merchantData', 'recurrentScenario', 'recurrentInitiator'),
]

export const orderStatus: readonly FieldUse[] = [
  supplied('login'), required('merchantOrderId'), asked('orderId'), asked('serialNumber'), supplied('control'),
]

export const orderStatusV4: readonly FieldUse[] = [
  required('merchantOrderId'), asked('orderId'), asked('serialNumber'),
]

export const sale: readonly FieldUse[] = [
  required('merchantOrderId'), required('orderDescription'), required('amount'), required('currency'),
  supplied('control'), required('customerIpAddress'), required('cardNumber'), supplied('secondCardNumber'),
  required('cardHolder'), required('expireMonth'), required('expireYear'), optional('cardVerificationValue'),
  ...allOptional('firstName', 'lastName', 'email', 'phone', 'country', 'city', 'zipCode', 'address', 'redirectUrl',
    'browserInfo', 'browserScreenWidth', 'browserScreenHeight', 'browserColorDepth'),
  browser('browserUserAgent', 'customer_browser_user_agent'), browser('browserAccept', 'customer_browser_accept_header'),
  browser('browserAcceptLanguage', 'customer_browser_accept_language'),
  ...allOptional('browserTimeZone', 'browserJavascriptEnabled', 'browserJavaEnabled', 'serverCallbackUrl',
    'merchantData'),
]

const uploadedOrder: readonly FieldUse[] = [
  required('orderId'), required('merchantOrderId', 'client-order-id'), supplied('login'), supplied('control'),
]

export const uploadMethodResult: readonly FieldUse[] = [
  ...uploadedOrder,
  required('threeDSecureServerTransactionId'), required('methodCompletion'), optional('notificationUrl'),
  optional('browserAcceptLanguage', 'browserLanguage'), optional('browserColorDepth', 'browserColorDepth'),
  optional('browserJavaEnabled', 'browserJavaEnabled'),
  optional('browserJavascriptEnabled', 'browserJavascriptEnabled'), optional('customerIpAddress', 'browserIP'),
  optional('browserUserAgent', 'browserUserAgent'), optional('browserAccept', 'browserAcceptHeader'),
  optional('browserTimeZone', 'browserTZ'), optional('browserScreenHeight', 'browserScreenHeight'),
  optional('browserScreenWidth', 'browserScreenWidth'),
]

export const uploadChallengeResult: readonly FieldUse[] = [required('challengeResponse'), ...uploadedOrder]

export const uploadAuthenticationResult: readonly FieldUse[] = [
  required('authenticationResponse'), required('authenticationMerchantData'), ...uploadedOrder,
]

export const transfer: readonly FieldUse[] = [
  required('merchantOrderId'), required('orderDescription'), required('amount'), required('currency'),
  required('customerIpAddress'),
  ...allOptional('cardNumber', 'cardHolder', 'cardVerificationValue', 'expireMonth', 'expireYear', 'depositToCard',
    'destinationCardNumber', 'destinationCardReference', 'cardRecurringPaymentId', 'destinationCardRecurringPaymentId',
    'firstName', 'middleName', 'lastName', 'socialSecurityNumber', 'birthday', 'address', 'city', 'state', 'zipCode',
    'country', 'phone', 'cellPhone', 'email', 'purpose', 'receiverFirstName', 'receiverMiddleName', 'receiverLastName',
    'receiverPhone', 'receiverResident', 'receiverIdentityDocumentSeries', 'receiverIdentityDocumentNumber',
    'receiverIdentityDocumentId', 'receiverAddress', 'receiverCity', 'redirectUrl', 'redirectSuccessUrl',
    'redirectFailUrl', 'serverCallbackUrl', 'merchantData'),
]

export const payout: readonly FieldUse[] = [
  required('accountNumber'), required('amount'), optional('bankBranch'), optional('bankName'),
  required('merchantOrderId'), required('currency'),
]

export const panEligibility: readonly FieldUse[] = [
  required('merchantOrderId', 'client-order-id'), required('sendingCardReference'),
]

export const returnOrCapture: readonly FieldUse[] = [
  supplied('login'), required('merchantOrderId'), required('orderId'), asked('amount'), asked('currency'),
  asked('comment'), supplied('control'),
]

export const voidOrder: readonly FieldUse[] = [
  supplied('login'), required('merchantOrderId'), required('orderId'), asked('comment'), supplied('control'),
]
