/** Card registration and cardholder details (§2.1 to §2.5). */
import { field } from './control-parts.ts'
import { required, supplied } from '../fields/field-uses.ts'
import { control, oauth } from './entry.ts'
import { family } from './family.ts'

const registration = {
  groupForm: 'group-segment', batch: 'any-source', kind: 'card-registration',
  purpose: 'Create a card reference from an earlier payment, to charge the card again. No money moves.',
  button: 'Register card', menu: null, screen: '/register-card',
} as const

export const cardOperations = family({
  'create-card-ref-v2': {
    ...registration, version: 'v2', path: '/v2/create-card-ref/', section: '§2.1',
    authentication: control(field('login'), field('merchantOrderId'), field('orderId')),
    fields: [supplied('login'), required('merchantOrderId'), required('orderId'), supplied('control')],
    name: 'Card registration (v2)',
  },
  'create-card-ref-v4': {
    ...registration, version: 'v4', path: '/v4/create-card-ref/', section: '§2.2', authentication: oauth,
    fields: [required('merchantOrderId'), required('orderId')],
    name: 'Card registration (v4)',
  },
  'get-card-info': {
    version: 'v2', path: '/v2/get-card-info/', groupForm: 'group-segment', batch: 'any-source', section: '§2.4',
    authentication: control(field('login'), field('cardReference')),
    kind: 'card-lookup',
    fields: [supplied('login'), required('cardReference'), supplied('control')],
    name: 'Card lookup', purpose: 'See who a card on file belongs to and how long it is valid.',
    button: 'Look up', menu: null, screen: '/card-lookup',
  },
})
