import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { operationIds, operations, touchesMoney, type OperationId } from '#shared/gateway/operations/operations.ts'
import { isReplayable } from '#shared/gateway/operations/replayable.ts'
import { composeRequest, controlTextOf } from '#shared/gateway/requests/request.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'

const context = {
  baseUrl: 'https://gateway.example', productWord: 'gw', login: 'merchant',
  entryPoint: { kind: 'endpoint', id: '22903', currency: 'USD' }, switches: defaultSwitches,
} as const
const values = { merchantOrderId: 'inv4097763', orderId: '6768788' }

function controlOf(id: OperationId, typed: Parameters<typeof composeRequest>[1]): string {
  return createHash('sha1').update(`${controlTextOf(composeRequest(operations[id], typed, context)!)}secret`).digest('hex')
}

it.each([
  ['status', values], ['create-card-ref-v2', values], ['return', values],
  // No separators: two consecutive ids together are a card reference.
  ['get-card-info', { cardReference: 'inv40977636768788' }], ['status', { merchantOrderId: 'inv40977636768788' }],
] as const)('the control of %s can equal that of a void, so it is withheld like one', (id, typed) => {
  expect(controlOf(id, typed)).toBe(controlOf('void', values))
  expect(isReplayable(operations[id])).toBe(true)
})

it('everything that touches money or is signed with a control is withheld', () => {
  const shown = operationIds.filter((id) => !isReplayable(operations[id]))
  expect(shown).toEqual(expect.arrayContaining(['create-card-ref-v4', 'pan-eligibility-send', 'status-v4']))
  expect(shown.filter((id) => touchesMoney(operations[id]) || operations[id].authentication.kind === 'control')).toEqual([])
})
