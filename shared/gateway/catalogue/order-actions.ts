/** What is done to an order that is there already: refund, void and capture (addendum 4 and 8). */
import { field, minorAmount } from '../control-parts.ts'
import { asked, expected, required, supplied, type FieldUse } from '../field-uses.ts'
import { control, type OperationFamily } from './entry.ts'
import { capture, refund, release, voiding } from './verbs.ts'

const onOrder = {
  version: 'v2', groupForm: 'group-segment', effect: 'moves-money', createsOrder: false, reply: 'async-response',
  section: 'addendum 8', menu: null, screen: '/order',
} as const

const fieldsWith = (comment: FieldUse): readonly FieldUse[] => [
  supplied('login'), required('merchantOrderId'), required('orderId'), asked('amount'), asked('currency'),
  comment, supplied('control'),
]

/** Amount and currency take part only when they are sent, each for itself (addendum 4). */
const withOptionalAmount = control(
  field('login'), field('merchantOrderId'), field('orderId'), minorAmount('when-sent'), field('currency', 'when-sent'),
)

export const orderActionOperations = {
  return: {
    ...onOrder, path: '/v2/return/', authentication: withOptionalAmount, fields: fieldsWith(expected('comment')),
    money: {
      verb: refund, transactionType: 'reversal', direction: 'out',
      ofHold: { verb: release, name: 'Release', purpose: 'Cancels the hold as a whole.', button: 'Review release' },
    },
    name: 'Refund', purpose: 'Returns all or part of the money.', button: 'Review refund',
  },
  void: {
    ...onOrder, path: '/v2/void/', authentication: control(field('login'), field('merchantOrderId'), field('orderId')),
    fields: [
      supplied('login'), required('merchantOrderId'), required('orderId'), asked('comment'), supplied('control'),
    ],
    money: { verb: voiding, transactionType: 'reversal', direction: 'out' },
    name: 'Void', purpose: 'Cancels the whole payment before it is cleared.', button: 'Review void',
  },
  capture: {
    ...onOrder, path: '/v2/capture/', authentication: withOptionalAmount, fields: fieldsWith(asked('comment')),
    money: { verb: capture, transactionType: 'capture', direction: 'in' },
    name: 'Capture', purpose: 'Collects the money that is held.', button: 'Review capture',
  },
} as const satisfies OperationFamily
