/** The load of the gateway after a batch has paused automatically. */
import { afterEach, expect, it } from 'vitest'
import { createGatewayClient } from '../../../../electron/gateway/client.ts'
import { charges } from '../../../support/fixtures/batch-rows.ts'
import { closeAll, open, type TestDesk } from '../support.ts'
import { changeProfile, passUntil, startBatch } from './support.ts'

afterEach(closeAll)

it('a batch that paused at a reply of 429 checks its orders one after another, and resumes at its pace', async () => {
  const real = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
  const at: number[] = []
  const desk: TestDesk = await open({ processingMs: 3_600_000, gateway: { ...real, async send(request) {
    if (request.operation === 'status') at.push(desk.clock.now())
    return await real.send(request)
  } } })
  const atOnce = (): number => {
    const times = at.toSorted((one, other) => one - other)
    return Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + 500).length))
  }
  await changeProfile(desk, { batches: { perSecond: 1, atOnce: 1 } })
  const batchId = await startBatch(desk, charges(60))
  await passUntil(desk, 1_000, () => desk.ordersInLedger().length >= 20)
  await desk.sandbox.armFault({ kind: 'status-429', operation: 'recurrent-payment', times: 1, delayMs: 0 })
  await passUntil(desk, 1_000, async () =>
    (await desk.call('batches.show', { batchId })).state !== 'running')
  const before = at.length
  await passUntil(desk, 1_000, () => at.length >= before + 15)
  expect(atOnce()).toBeLessThanOrEqual(2)
  const orders = desk.ordersInLedger().length
  const resumed = desk.call('batches.resume', { batchId })
  await passUntil(desk, 1_000, () => desk.ordersInLedger().length > orders)
  await resumed
  expect(atOnce()).toBeLessThanOrEqual(2)
})

it('a batch goes on at half of its pace at least while the gateway works for a minute on each order', async () => {
  const desk = await open({ processingMs: 60_000 })
  await changeProfile(desk, { batches: { perSecond: 2, atOnce: 4 } })
  const begun = desk.clock.now()
  await startBatch(desk, charges(60))
  await passUntil(desk, 500, () => desk.ordersInLedger().length >= 60, 1_000)
  expect(desk.clock.now() - begun).toBeLessThan(90_000)
})
