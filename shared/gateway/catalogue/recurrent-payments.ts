/** Payments with a card on file: recurrent payment and recurrent preauthorisation (§2.6, §5.1, addendum 2 to 4). */
import { entryPoint, field, minorAmount } from './control-parts.ts'
import { allOptional, optional, required, supplied } from '../fields/field-uses.ts'
import { control } from './entry.ts'
import { family } from './family.ts'
import { charge, hold } from './verbs.ts'

const fields = [
  required('merchantOrderId'), supplied('login'), required('cardReference'), required('orderDescription'),
  required('amount'), optional('enumeratedAmounts'), required('currency'), optional('cardVerificationValue'),
  required('customerIpAddress'), supplied('control'),
  ...allOptional('comment', 'purpose', 'redirectUrl', 'redirectSuccessUrl', 'redirectFailUrl', 'serverCallbackUrl',
    'merchantData', 'recurrentScenario', 'recurrentInitiator'),
] as const

const cardOnFile = {
  version: 'v2', groupForm: 'group-segment', batch: 'any-source', fields,
  authentication: control(
    entryPoint('unless-switched-off'), field('login'), field('merchantOrderId'), field('cardReference'),
    minorAmount('always'), field('currency'),
  ),
} as const

export const recurrentPaymentOperations = family({
  'recurrent-payment': {
    ...cardOnFile, path: '/v2/make-rebill-sale/', olderPath: '/v2/make-rebill/', section: '§2.6',
    kind: 'charge', verb: charge,
    name: 'Recurrent payment', purpose: 'Charge a card on file. Nothing is sent until you confirm.',
    button: 'Review charge', menu: null, screen: '/recurrent-payment',
  },
  'recurrent-preauthorisation': {
    ...cardOnFile, path: '/v2/make-rebill-preauth/', section: 'addendum 3',
    kind: 'hold', verb: hold,
    name: 'Recurrent preauthorisation', purpose: 'Hold an amount on a card on file, to capture it later.',
    button: 'Review preauthorisation', menu: 'takePayment', screen: null,
  },
})
