/** Payments with a card on file: recurrent payment and recurrent preauthorisation (§2.6, §5.1, addendum 2 to 4). */
import { entryPoint, field, minorAmount } from '../control-parts.ts'
import { allOptional, optional, required, supplied, type FieldUse } from '../field-uses.ts'
import { control, type OperationFamily } from './entry.ts'
import { charge, hold } from './verbs.ts'

const fields: readonly FieldUse[] = [
  required('merchantOrderId'), supplied('login'), required('cardReference'), required('orderDescription'),
  required('amount'), optional('enumeratedAmounts'), required('currency'), optional('cardVerificationValue'),
  required('customerIpAddress'), supplied('control'),
  ...allOptional('comment', 'purpose', 'redirectUrl', 'redirectSuccessUrl', 'redirectFailUrl', 'serverCallbackUrl',
    'merchantData', 'recurrentScenario', 'recurrentInitiator'),
]

const cardOnFile = {
  version: 'v2', groupForm: 'group-segment', createsOrder: true, reply: 'async-response', fields,
  authentication: control(
    entryPoint('unless-switched-off'), field('login'), field('merchantOrderId'), field('cardReference'),
    minorAmount('always'), field('currency'),
  ),
} as const

export const recurrentPaymentOperations = {
  'recurrent-payment': {
    ...cardOnFile, path: '/v2/make-rebill-sale/', olderPath: '/v2/make-rebill/', section: '§2.6',
    effect: 'moves-money', money: { verb: charge, transactionType: 'sale', direction: 'in' },
    name: 'Recurrent payment', purpose: 'Charge a card on file. Nothing is sent until you confirm.',
    button: 'Review charge', menu: null, screen: '/recurrent-payment',
  },
  'recurrent-preauthorisation': {
    ...cardOnFile, path: '/v2/make-rebill-preauth/', section: 'addendum 3',
    effect: 'holds-money', money: { verb: hold, transactionType: 'preauth', direction: 'none' },
    name: 'Recurrent preauthorisation', purpose: 'Hold an amount on a card on file, to capture it later.',
    button: 'Review preauthorisation', menu: 'takePayment', screen: null,
  },
} as const satisfies OperationFamily
