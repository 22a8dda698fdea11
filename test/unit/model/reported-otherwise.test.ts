import { expect, it } from 'vitest'
import type { MinorUnits } from '#shared/brands.ts'
import type { ReplyFieldName } from '#shared/gateway/fields/reply-fields.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { reportedOtherwise } from '#shared/model/payments/reported-otherwise.ts'

const sent = {
  operation: 'recurrent-payment', state: 'approved', minorAmount: '1015' as MinorUnits, enumeratedMinorAmounts: [], currency: 'USD',
} as const
type Fields = Readonly<Partial<Record<ReplyFieldName, string>>>
const differences = (fields: Fields, changes = {}, switches = {}, earlier: readonly string[] = []): readonly string[] =>
  reportedOtherwise(
    { ...sent, ...changes }, (name) => fields[name] ?? null, { ...defaultSwitches, ...switches },
    earlier.map((type) => ({ type })),
  )
const reply: Fields = { 'transaction-type': 'sale', 'initial-amount': '10.15', 'currency': 'USD' }

it('compares amount, currency and kind with the request', () => {
  expect(differences(reply)).toEqual([])
  expect(differences({ ...reply, 'initial-amount': '10.16' })).toEqual(['amount'])
  expect(differences({ ...reply, currency: 'JPY', 'initial-amount': '1015' })).toEqual(['currency'])
  expect(differences({ ...reply, 'transaction-type': 'preauth' })).toEqual(['type'])
  expect(differences({})).toEqual([])
})

it('reads the amount of a currency with its own decimals', () => {
  expect(differences({ ...reply, currency: 'KWD', 'initial-amount': '1.015' }, { currency: 'KWD' })).toEqual([])
  expect(differences({ ...reply, currency: 'JPY', 'initial-amount': '1015.00' }, { currency: 'JPY' })).toEqual([])
  expect(differences({ ...reply, currency: 'JPY', 'initial-amount': '10.15' }, { currency: 'JPY' })).toEqual(['amount'])
})

it('does not compare current amounts, and none while enumerated amounts are tried', () => {
  const current: Fields = { 'transaction-type': 'sale', 'amount': '4.15', 'currency': 'USD' }
  expect(differences(current)).toEqual(['amount'])
  expect(differences(current, {}, { statusAmountIs: 'current' })).toEqual([])
  expect(differences({ ...reply, 'initial-amount': '5.00' }, { enumeratedMinorAmounts: ['500', '1015'] })).toEqual([])
})

it('reports an undocumented kind only after a documented one; a refund is not a kind of the payment', () => {
  expect(differences({ ...reply, 'transaction-type': 'rebill' }, {}, {}, ['rebill'])).toEqual([])
  expect(differences({ ...reply, 'transaction-type': 'chargeback' }, {}, {}, ['sale', 'chargeback'])).toEqual(['type'])
  expect(differences({ ...reply, 'transaction-type': 'reversal' })).toEqual([])
})

it('reports a status that is not final only after a final one, and never that of a refund', () => {
  expect(differences({ ...reply, status: 'processing' }, { state: 'processing' })).toEqual([])
  expect(differences({ ...reply, status: 'processing' })).toEqual(['status'])
  expect(differences({ ...reply, 'status': 'processing', 'transaction-type': 'reversal' })).toEqual([])
})

it('compares nothing with an order that was not sent from here', () => {
  expect(reportedOtherwise(null, () => 'preauth', defaultSwitches)).toEqual([])
})
