/** Which fields of an operation belong together on a form; one without a grouping has few enough to need none. */
import type { FieldKey } from './fields.ts'
import type { OperationId } from './operations.ts'

export type FieldGroupId =
  | 'order' | 'card' | 'customer' | 'browser' | 'addresses' | 'source' | 'destination' | 'sender' | 'receiver'
  | 'account'

export interface FieldGroup {
  readonly id: FieldGroupId
  /** A folded group is one click away; it holds nothing that is required. */
  readonly folded: boolean
  readonly keys: readonly FieldKey[]
}

const shown = (id: FieldGroupId, ...keys: FieldKey[]): FieldGroup => ({ id, folded: false, keys })
const folded = (id: FieldGroupId, ...keys: FieldKey[]): FieldGroup => ({ id, folded: true, keys })

const newCardPayment: readonly FieldGroup[] = [
  shown('order', 'merchantOrderId', 'amount', 'currency', 'customerIpAddress', 'orderDescription'),
  shown('card', 'cardNumber', 'cardHolder', 'expireMonth', 'expireYear', 'cardVerificationValue'),
  folded('customer', 'firstName', 'lastName', 'email', 'phone', 'country', 'city', 'zipCode', 'address'),
  folded('browser', 'browserInfo', 'browserUserAgent', 'browserAccept', 'browserAcceptLanguage',
    'browserJavascriptEnabled', 'browserJavaEnabled', 'browserScreenWidth', 'browserScreenHeight', 'browserColorDepth',
    'browserTimeZone'),
  folded('addresses', 'redirectUrl', 'serverCallbackUrl', 'merchantData'),
]

const transfer: readonly FieldGroup[] = [
  shown('order', 'merchantOrderId', 'amount', 'currency', 'customerIpAddress', 'orderDescription'),
  shown('source', 'cardNumber', 'cardHolder', 'expireMonth', 'expireYear', 'cardVerificationValue',
    'cardRecurringPaymentId'),
  shown('destination', 'destinationCardNumber', 'destinationCardReference', 'destinationCardRecurringPaymentId',
    'depositToCard', 'purpose'),
  folded('sender', 'firstName', 'middleName', 'lastName', 'birthday', 'socialSecurityNumber', 'email', 'phone',
    'cellPhone', 'address', 'city', 'state', 'zipCode', 'country'),
  folded('receiver', 'receiverFirstName', 'receiverMiddleName', 'receiverLastName', 'receiverPhone',
    'receiverResident', 'receiverIdentityDocumentSeries', 'receiverIdentityDocumentNumber',
    'receiverIdentityDocumentId', 'receiverAddress', 'receiverCity'),
  folded('addresses', 'redirectUrl', 'redirectSuccessUrl', 'redirectFailUrl', 'serverCallbackUrl', 'merchantData'),
]

const uploadMethodResult: readonly FieldGroup[] = [
  shown('order', 'orderId', 'merchantOrderId', 'threeDSecureServerTransactionId', 'methodCompletion',
    'notificationUrl'),
  folded('browser', 'browserJavascriptEnabled', 'browserJavaEnabled', 'browserUserAgent', 'browserAccept',
    'browserAcceptLanguage', 'browserScreenWidth', 'browserScreenHeight', 'browserColorDepth', 'browserTimeZone',
    'customerIpAddress'),
]

const payout: readonly FieldGroup[] = [
  shown('order', 'merchantOrderId', 'amount', 'currency'),
  shown('account', 'accountNumber', 'bankName', 'bankBranch'),
]

/** The grouping of each operation that has one (§2.10 to §2.12); every field of it stands in exactly one group. */
export const fieldGroups: { readonly [Id in OperationId]?: readonly FieldGroup[] } = {
  'sale': newCardPayment,
  'preauth': newCardPayment,
  'transfer-v4': transfer,
  'payout-v2': payout,
  'payout-v4': payout,
  'upload-method-url-result': uploadMethodResult,
}
