import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { operationIds, operations } from '#shared/gateway/operations.ts'
import { isReplayable } from '#shared/gateway/replayable.ts'
import { composeRequest, controlTextOf } from '#shared/gateway/request.ts'
import { defaultSwitches } from '#shared/gateway/switches.ts'

const context = {
  baseUrl: 'https://gateway.example', productWord: 'gw', login: 'merchant',
  entryPoint: { kind: 'endpoint', id: '22903', currency: 'USD' }, switches: defaultSwitches,
} as const
const values = { merchantOrderId: 'inv4097763', orderId: '6768788' }

it('the control of a status query is the one of a full refund of the same order, so it is kept back like one', () => {
  const controls = (['status', 'create-card-ref-v2', 'return', 'void'] as const).map((id) => {
    const request = composeRequest(operations[id], values, context)
    return createHash('sha1').update(`${controlTextOf(request!)}secret`).digest('hex')
  })
  expect(new Set(controls).size).toBe(1)
  expect(isReplayable(operations.status)).toBe(true)
  expect(isReplayable(operations['create-card-ref-v2'])).toBe(true)
})

it('everything that touches money is kept back', () => {
  const kept = operationIds.filter((id) => isReplayable(operations[id]))
  for (const id of operationIds) {
    if (['moves-money', 'holds-money', 'continues-order'].includes(operations[id].effect)) expect(kept).toContain(id)
  }
})

it('a card lookup can be shown whole: its control opens nothing else', () => {
  expect(isReplayable(operations['get-card-info'])).toBe(false)
})
