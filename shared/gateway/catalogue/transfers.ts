/** Transfers, payouts, and the check whether a card may send money (§2.12, addendum 3 and 5). */
import { folded, shown, type FieldGroup } from '../fields/field-groups.ts'
import { allOptional, optional, required } from '../fields/field-uses.ts'
import { oauth, oauthOrHmac } from './entry.ts'
import { family } from './family.ts'
import { payout, transfer } from './verbs.ts'

const transferFields = [
  required('merchantOrderId'), required('orderDescription'), required('amount'), required('currency'),
  required('customerIpAddress'),
  ...allOptional('cardNumber', 'cardHolder', 'cardVerificationValue', 'expireMonth', 'expireYear', 'depositToCard',
    'destinationCardNumber', 'destinationCardReference', 'cardRecurringPaymentId', 'destinationCardRecurringPaymentId',
    'firstName', 'middleName', 'lastName', 'socialSecurityNumber', 'birthday', 'address', 'city', 'state', 'zipCode',
    'country', 'phone', 'cellPhone', 'email', 'purpose', 'receiverFirstName', 'receiverMiddleName', 'receiverLastName',
    'receiverPhone', 'receiverResident', 'receiverIdentityDocumentSeries', 'receiverIdentityDocumentNumber',
    'receiverIdentityDocumentId', 'receiverAddress', 'receiverCity', 'redirectUrl', 'redirectSuccessUrl',
    'redirectFailUrl', 'serverCallbackUrl', 'merchantData'),
] as const

const transferGroups: readonly FieldGroup[] = [
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
] as const

const sending = {
  authentication: oauth, menu: 'sendMoney', screen: null,
} as const

const toAccount = {
  ...sending, batch: 'file-only', kind: 'payout', verb: payout,
  fields: [
    required('accountNumber'), required('amount'), optional('bankBranch'), optional('bankName'),
    required('merchantOrderId'), required('currency'),
  ],
  groups: [
    shown('order', 'merchantOrderId', 'amount', 'currency'),
    shown('account', 'accountNumber', 'bankName', 'bankBranch'),
  ],
  button: 'Review payout',
} as const

export const transferOperations = family({
  'transfer-v4': {
    ...sending, version: 'v4', path: '/v4/transfer/', groupForm: 'group-segment', batch: 'file-only', section: '§2.12',
    kind: 'transfer', verb: transfer, fields: transferFields, groups: transferGroups,
    name: 'Transfer', purpose: 'Move money from card to card.', button: 'Review transfer',
  },
  'payout-v2': {
    ...toAccount, version: 'v2', path: '/v2/payout/', groupForm: 'none', section: '§2.12',
    name: 'Payout (v2)', purpose: 'Pay out to an account, from an endpoint.',
  },
  'payout-v4': {
    ...toAccount, version: 'v4', path: '/v4/payout/', groupForm: 'group-segment', section: 'addendum 3',
    name: 'Payout (v4)', purpose: 'Pay out to an account, from an endpoint or a group.',
  },
  'pan-eligibility-send': {
    version: 'v2', path: '/v2/pan-eligibility/send/', groupForm: 'none', authentication: oauthOrHmac,
    kind: 'other-check', section: '§2.12',
    fields: [required('merchantOrderId', 'client-order-id'), required('sendingCardReference')],
    name: 'Card eligibility check', purpose: 'Check whether a card on file may send money.',
    button: 'Check eligibility', menu: 'ask', screen: null,
  },
})
