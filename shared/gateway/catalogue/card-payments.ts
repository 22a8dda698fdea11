/** Payments with a typed card number: sale and preauthorisation (§2.10, addendum 3 and 4). */
import { entryPoint, field, minorAmount } from './control-parts.ts'
import { folded, shown, type FieldGroup } from '../fields/field-groups.ts'
import { allOptional, browser, optional, required, supplied } from '../fields/field-uses.ts'
import { control } from './entry.ts'
import { family } from './family.ts'
import { charge, hold } from './verbs.ts'

const fields = [
  required('merchantOrderId'), required('orderDescription'), required('amount'), required('currency'),
  supplied('control'), required('customerIpAddress'), required('cardNumber'), supplied('secondCardNumber'),
  required('cardHolder'), required('expireMonth'), required('expireYear'), optional('cardVerificationValue'),
  ...allOptional('firstName', 'lastName', 'email', 'phone', 'country', 'city', 'zipCode', 'address', 'redirectUrl',
    'browserInfo', 'browserScreenWidth', 'browserScreenHeight', 'browserColorDepth'),
  browser('browserUserAgent', 'customer_browser_user_agent'), browser('browserAccept', 'customer_browser_accept_header'),
  browser('browserAcceptLanguage', 'customer_browser_accept_language'),
  ...allOptional('browserTimeZone', 'browserJavascriptEnabled', 'browserJavaEnabled', 'serverCallbackUrl',
    'merchantData'),
] as const

const groups: readonly FieldGroup[] = [
  shown('order', 'merchantOrderId', 'amount', 'currency', 'customerIpAddress', 'orderDescription'),
  shown('card', 'cardNumber', 'cardHolder', 'expireMonth', 'expireYear', 'cardVerificationValue'),
  folded('customer', 'firstName', 'lastName', 'email', 'phone', 'country', 'city', 'zipCode', 'address'),
  folded('browser', 'browserInfo', 'browserUserAgent', 'browserAccept', 'browserAcceptLanguage',
    'browserJavascriptEnabled', 'browserJavaEnabled', 'browserScreenWidth', 'browserScreenHeight', 'browserColorDepth',
    'browserTimeZone'),
  folded('addresses', 'redirectUrl', 'serverCallbackUrl', 'merchantData'),
]

const typedCard = {
  version: 'v2', groupForm: 'group-segment', fields, groups,
  authentication: control(entryPoint('always'), field('merchantOrderId'), minorAmount('always'), field('email')),
  menu: 'takePayment', screen: null,
} as const

export const cardPaymentOperations = family({
  sale: {
    ...typedCard, path: '/v2/sale/', section: '§2.10',
    kind: 'charge', verb: charge,
    name: 'Sale', purpose: 'Charge a card by entering its number.', button: 'Review sale',
  },
  preauth: {
    ...typedCard, path: '/v2/preauth/', section: 'addendum 3',
    kind: 'hold', verb: hold,
    name: 'Preauthorisation', purpose: 'Hold an amount on a card by entering its number, to capture it later.',
    button: 'Review preauthorisation',
  },
})
