/** The uploads that continue an order through its 3-D Secure (§2.11, §3, addendum 3 and 4). */
import { field } from './control-parts.ts'
import { folded, shown } from '../fields/field-groups.ts'
import { optional, required, supplied } from '../fields/field-uses.ts'
import { control } from './entry.ts'
import { family } from './family.ts'

const order = [
  required('orderId'), required('merchantOrderId', 'client-order-id'), supplied('login'), supplied('control'),
] as const

const upload = {
  version: '3ds/v1', groupForm: 'bare-id', kind: 'upload',
  authentication: control(field('login'), field('merchantOrderId'), field('orderId')),
  section: '§2.11', menu: 'threeDSecure', screen: null,
} as const

export const threeDSecureOperations = family({
  'upload-method-url-result': {
    ...upload, path: '/3ds/v1/upload-method-url-result/', step: 'method',
    fields: [
      ...order,
      required('threeDSecureServerTransactionId'), required('methodCompletion'), optional('notificationUrl'),
      optional('browserAcceptLanguage', 'browserLanguage'), optional('browserColorDepth', 'browserColorDepth'),
      optional('browserJavaEnabled', 'browserJavaEnabled'),
      optional('browserJavascriptEnabled', 'browserJavascriptEnabled'), optional('customerIpAddress', 'browserIP'),
      optional('browserUserAgent', 'browserUserAgent'), optional('browserAccept', 'browserAcceptHeader'),
      optional('browserTimeZone', 'browserTZ'), optional('browserScreenHeight', 'browserScreenHeight'),
      optional('browserScreenWidth', 'browserScreenWidth'),
    ],
    groups: [
      shown('order', 'orderId', 'merchantOrderId', 'threeDSecureServerTransactionId', 'methodCompletion',
        'notificationUrl'),
      folded('browser', 'browserJavascriptEnabled', 'browserJavaEnabled', 'browserUserAgent', 'browserAccept',
        'browserAcceptLanguage', 'browserScreenWidth', 'browserScreenHeight', 'browserColorDepth', 'browserTimeZone',
        'customerIpAddress'),
    ],
    name: '3-D Secure method result', purpose: 'Report to the gateway how the issuer\'s method page ended.',
    button: 'Upload result',
  },
  'upload-cres-result': {
    ...upload, path: '/3ds/v1/upload-cres-result/', step: 'challenge',
    fields: [required('challengeResponse'), ...order],
    name: '3-D Secure challenge result', purpose: 'Submit the issuer\'s answer to a challenge.',
    button: 'Upload answer',
  },
  'upload-pares-result': {
    ...upload, path: '/3ds/v1/upload-pares-result/', step: 'authentication',
    fields: [required('authenticationResponse'), required('authenticationMerchantData'), ...order],
    name: '3-D Secure authentication result', purpose: 'Submit the issuer\'s answer of 3-D Secure version 1.',
    button: 'Upload answer',
  },
})
