/** The actions on an existing order: refund, void and capture (addendum 4 and 8). */
import { field, minorAmount } from './control-parts.ts'
import { expected, required, supplied, visible, type FieldUse } from '../fields/field-uses.ts'
import { control } from './entry.ts'
import { family } from './family.ts'
import { capture, refund, release, voiding } from './verbs.ts'

const onOrder = {
  version: 'v2', groupForm: 'group-segment', batch: 'any-source', section: 'addendum 8', menu: null, screen: '/payment',
} as const

const fieldsWith = (comment: FieldUse<'comment', 'optional'>) => [
  supplied('login'), required('merchantOrderId'), required('orderId'), visible('amount'), visible('currency'),
  comment, supplied('control'),
] as const

/** The control covers amount and currency only if they are sent (addendum 4). */
const withOptionalAmount = control(
  field('login'), field('merchantOrderId'), field('orderId'), minorAmount('when-sent'), field('currency', 'when-sent'),
)

export const orderActionOperations = family({
  return: {
    ...onOrder, path: '/v2/return/', authentication: withOptionalAmount, fields: fieldsWith(expected('comment')),
    kind: 'reversal', verb: refund,
    ofHold: { verb: release, name: 'Release', purpose: 'Cancels the hold as a whole.', button: 'Review release' },
    name: 'Refund', purpose: 'Returns all or part of the money.', button: 'Review refund',
  },
  void: {
    ...onOrder, path: '/v2/void/', authentication: control(field('login'), field('merchantOrderId'), field('orderId')),
    fields: [
      supplied('login'), required('merchantOrderId'), required('orderId'), visible('comment'), supplied('control'),
    ],
    kind: 'reversal', verb: voiding,
    name: 'Void', purpose: 'Cancels the whole payment before it is cleared.', button: 'Review void',
  },
  capture: {
    ...onOrder, path: '/v2/capture/', authentication: withOptionalAmount, fields: fieldsWith(visible('comment')),
    kind: 'capture', verb: capture,
    name: 'Capture', purpose: 'Collects the money that is held.', button: 'Review capture',
  },
})
