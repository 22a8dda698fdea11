/** The status query of an order (§2.8, §2.9, addendum 3). */
import { field } from './control-parts.ts'
import { required, supplied, visible } from '../fields/field-uses.ts'
import { control, oauth } from './entry.ts'
import { family } from './family.ts'

const asking = {
  groupForm: 'group-segment', batch: 'any-source', kind: 'status-check', button: 'Look up',
} as const

export const orderStatusOperations = family({
  status: {
    ...asking, version: 'v2', path: '/v2/status/', section: '§2.8',
    authentication: control(field('login'), field('merchantOrderId'), field('orderId')),
    fields: [
      supplied('login'), required('merchantOrderId'), visible('orderId'), visible('serialNumber'), supplied('control'),
    ],
    name: 'Order status',
    purpose: 'Check the status of an order. Enter its merchant order id; a serial number or order id alone is enough only for orders in the history here. No money moves.',
    menu: null, screen: '/order-status',
  },
  'status-v4': {
    ...asking, version: 'v4', path: '/v4/status/', section: 'addendum 3', authentication: oauth,
    fields: [required('merchantOrderId'), visible('orderId'), visible('serialNumber')],
    name: 'Order status (v4)',
    purpose: 'Check an order status with a signature instead of the control.',
    menu: 'ask', screen: null,
  },
})
