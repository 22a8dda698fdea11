/** Entries that the compiler refuses: `npm run typecheck` fails if a line below an expected error compiles. */
import { expect, it } from 'vitest'
import { control, oauth } from '#shared/gateway/catalogue/entry.ts'
import { family } from '#shared/gateway/catalogue/family.ts'
import { charge } from '#shared/gateway/catalogue/verbs.ts'
import { field, minorAmount } from '#shared/gateway/catalogue/control-parts.ts'
import { required, supplied, visible, type FieldUse } from '#shared/gateway/fields/field-uses.ts'

const common = {
  version: 'v2', groupForm: 'group-segment', path: '/v2/some/', section: 'test', name: 'Some', purpose: 'Does some.',
  button: 'Some', menu: 'takePayment', screen: null, authentication: control(field('merchantOrderId')),
} as const
const order = [required('merchantOrderId'), supplied('control')] as const
const withAmount = [...order, required('amount'), required('currency')] as const
const some = { ...common, kind: 'charge', verb: charge, fields: withAmount } as const
const withoutAmount = { ...some, kind: 'hold-without-amount', fields: order } as const
const { verb: _verb, ...wordless } = some

it('consistent entries compile: with an amount, and without one if the kind allows it', () => {
  expect(Object.keys(family({ some, withoutAmount }))).toEqual(['some', 'withoutAmount'])
})

it('an entry cannot set an effect, an order, a reply or a direction besides its kind', () => {
  // @ts-expect-error the kind determines that money moves
  family({ some: { ...some, effect: 'reads' } })
  // @ts-expect-error the kind determines that an order is created
  family({ some: { ...some, createsOrder: false } })
  // @ts-expect-error the kind determines the reply
  family({ some: { ...some, reply: 'order-status' } })
  // @ts-expect-error the kind determines the direction of money
  family({ some: { ...some, direction: 'out' } })
  // @ts-expect-error there is no such kind
  family({ some: { ...some, kind: 'moves-money' } })
})

it('a payment needs its texts, and an operation that moves no money cannot have them', () => {
  // @ts-expect-error a charge has the words of its review
  family({ some: wordless })
  // @ts-expect-error a check has none
  family({ some: { ...some, kind: 'other-check' } })
  // @ts-expect-error a charge is no step of 3-D Secure
  family({ some: { ...some, step: 'challenge' } })
  // @ts-expect-error a capture has no other words for a hold
  family({ some: { ...some, kind: 'capture', ofHold: { verb: charge, name: '', purpose: '', button: '' } } })
  // @ts-expect-error an upload names its step
  family({ some: { ...wordless, kind: 'upload' } })
})

it('an amount cannot be missing, nor be present if the kind excludes it', () => {
  // @ts-expect-error a charge sends an amount
  family({ some: { ...some, fields: order } })
  // @ts-expect-error and does not leave it to the person
  family({ some: { ...some, fields: [...order, visible('amount'), required('currency')] } })
  // @ts-expect-error an amount has a currency
  family({ some: { ...some, fields: [...order, required('amount')] } })
  // @ts-expect-error a hold without an amount sends none
  family({ some: { ...withoutAmount, fields: withAmount } })
  // @ts-expect-error nor one that a person enters
  family({ some: { ...withoutAmount, fields: [...order, visible('amount')] } })
})

it('the order or card cannot be missing', () => {
  // @ts-expect-error a charge has the merchant order id of its order
  family({ some: { ...some, authentication: control(), fields: [supplied('control'), required('amount'), required('currency')] } })
  // @ts-expect-error a capture names the order
  family({ some: { ...some, kind: 'capture', fields: withAmount } })
  // @ts-expect-error a card lookup names the card
  family({ some: { ...wordless, kind: 'card-lookup' } })
})

it('a control must be sent and cannot cover a field that is not sent', () => {
  // @ts-expect-error the login is not sent
  family({ some: { ...some, authentication: control(field('login')) } })
  // @ts-expect-error no amount is sent
  family({ some: { ...withoutAmount, authentication: control(minorAmount('always')) } })
  // @ts-expect-error the control has no field
  family({ some: { ...some, fields: [required('merchantOrderId'), required('amount'), required('currency')] } })
  // @ts-expect-error OAuth sends no control
  family({ some: { ...some, authentication: oauth } })
})

it('an operation must be reachable from a screen, and its fields must be readable types', () => {
  // @ts-expect-error neither the overview nor a screen
  family({ some: { ...some, menu: null, screen: null } })
  const unread: readonly FieldUse[] = withAmount
  // @ts-expect-error any field might be among them
  family({ some: { ...some, fields: unread } })
})
