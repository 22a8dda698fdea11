import { expect, it } from 'vitest'
import { catalogue } from '#shared/gateway/operations/operations.ts'
import { fields } from '#shared/gateway/fields/fields.ts'

const required = catalogue.filter(({ batch }) => batch !== undefined).map((operation) => ({
  batch: operation.batch, id: operation.id,
  sensitivities: operation.fields.filter(({ need }) => need === 'required').map(({ key }) => fields[key].sensitivity),
}))

it('no batch needs a card number, and values that must not be stored come from a file only', () => {
  for (const { id, batch, sensitivities } of required) {
    expect(sensitivities, id).not.toContain('card-number')
    if (batch === 'any-source') expect(sensitivities, id).not.toContain('never')
  }
})

it('recurrent payments, refunds, voids, captures, payouts, transfers, statuses, card lookups and registrations are sent as batches', () => {
  expect(required.map(({ id }) => id).toSorted()).toEqual([
    'capture', 'create-card-ref-v2', 'create-card-ref-v4', 'get-card-info', 'payout-v2', 'payout-v4', 'recurrent-payment',
    'recurrent-preauthorisation', 'return', 'status', 'status-v4', 'transfer-v4', 'void',
  ])
})
