/** Two people take turns at one desk: what one began before a lock is not done in the name of the next. */
import { afterEach, expect, it } from 'vitest'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import { defaultSettings } from '#shared/model/application/settings.ts'
import type { IssuerPages } from '../../../../electron/desk/issuer-pages.ts'
import type { BatchId } from '#shared/model/payments/batch.ts'
import { createGatewayClient } from '../../../../electron/gateway/client.ts'
import type { GatewayPort } from '../../../../electron/gateway/port.ts'
import { charges } from '../../../support/fixtures/batch-rows.ts'
import { sent } from '../../../support/fixtures/settings.ts'
import { changeProfile, startBatch, unlimited, whenEnded } from '../batches/support.ts'
import { sell, stateOf } from '../order-support.ts'
import { lost, openOutcomeOf, until, untilAsked } from '../resolution-support.ts'
import { charge, closeAll, endpoint, type OpenOptions } from '../support.ts'
import { waitingSale } from '../waiting-sale.ts'
import { asOperator, minute, openProtected, operatorPassphrase, type ProtectedDesk } from './support.ts'

afterEach(closeAll)

/**
 * A desk of Otto, an operator, and of Ada, who unlocked it. After `hold`, replies to an operation wait for `release`.
 */
async function sharedDesk(options: OpenOptions = {}) {
  const real = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
  let released = Promise.resolve()
  let held: OperationId = 'status'
  let release: () => void = () => undefined
  let waiting = 0
  const send: GatewayPort['send'] = async (request) => {
    const report = await real.send(request)
    if (request.operation === held) {
      waiting += 1
      await released
    }
    return report
  }
  const system = { idleMs: () => 0, ...options.system }
  const desk = await openProtected({ ...options, system, gateway: { ...real, send } })
  const operator = await asOperator(desk)
  await desk.call('access.lock', null)
  await desk.unlock()
  return {
    desk,
    /** Returns the release of the replies that wait until the next `hold`. */
    hold(operation: OperationId = 'status') {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = operation
      waiting = 0
      released = promise
      release = resolve
      return resolve
    },
    whenWaiting: () => expect.poll(() => waiting).toBeGreaterThan(0),
    release: () => { release() },
    /** Only the replies that wait already go on waiting. */
    holdNoMore: () => { released = Promise.resolve() },
    async handOver() {
      await desk.call('access.lock', null)
      await desk.unlock(operator, operatorPassphrase)
    },
    linesOf: async (...actions: readonly string[]) =>
      (await desk.trail()).filter(({ action }) => actions.includes(action)).map(({ action, name }) => [action, name]),
  }
}

/** A batch of six rows that paused at three unknown outcomes, for which nothing was done. */
async function pausedBatch(desk: ProtectedDesk): Promise<BatchId> {
  await changeProfile(desk, { batches: { ...unlimited, atOnce: 1 } })
  await desk.sandbox.armFault({ kind: 'reset-before-reading', operation: 'recurrent-payment', times: 3, delayMs: 0 })
  const batchId = await startBatch(desk, charges(6))
  expect(await whenEnded(desk, batchId)).toMatchObject({ paused: { why: 'unknown-outcomes' } })
  return batchId
}

it('an outcome is not closed in the name of a person who unlocked during the last check', async () => {
  const { desk, hold, whenWaiting, release, handOver, linesOf } = await sharedDesk()
  await desk.call('settings.save', sent({ ...defaultSettings, operatorName: '', notFoundAfterMinutes: 15 }))
  const { entryId } = await lost(desk, false)
  await untilAsked(desk, { entryId })
  await desk.clock.pass(16 * minute)
  await desk.call('orders.checkStatus', { entryId })
  await until(desk, async () => (await openOutcomeOf(desk, entryId))?.mayBeClosed === true)
  hold()
  const closing = desk.calls['resolution.close']({ entryId, reason: 'the bank knows nothing of it' })
  await whenWaiting()
  await handOver()
  release()
  expect(await closing).toEqual({ ok: false, failure: { code: 'desk-locked' } })
  expect(await stateOf(desk, { entryId })).toBe('unknown')
  expect(await linesOf('closed-by-hand')).toEqual([])
})

it('a batch does not read as resumed by a person who unlocked during the check of its unknown rows', async () => {
  const { desk, hold, whenWaiting, release, handOver, linesOf } = await sharedDesk()
  const batchId = await pausedBatch(desk)
  const before = await linesOf('batch-resumed', 'batch-paused')
  hold()
  const resuming = desk.calls['batches.resume']({ batchId })
  await whenWaiting()
  await handOver()
  release()
  expect(await resuming).toEqual({ ok: false, failure: { code: 'desk-locked' } })
  expect(await linesOf('batch-resumed', 'batch-paused')).toEqual(before)
  expect(await desk.call('batches.show', { batchId })).toMatchObject({ paused: { why: 'unknown-outcomes' } })
})

it('a batch is resumed by the next person, although the checks of an earlier resumption still wait for the gateway', async () => {
  const { desk, hold, whenWaiting, release, holdNoMore, handOver } = await sharedDesk()
  const batchId = await pausedBatch(desk)
  hold()
  const resuming = desk.calls['batches.resume']({ batchId })
  await whenWaiting()
  await handOver()
  holdNoMore()
  const resumedByNext = await desk.calls['batches.resume']({ batchId })
  release()
  expect(resumedByNext).toMatchObject({ ok: true, value: { state: 'running' } })
  expect(await resuming).toEqual({ ok: false, failure: { code: 'desk-locked' } })
  expect(await whenEnded(desk, batchId)).toMatchObject({ state: 'ended' })
  expect(desk.ordersInLedger()).toHaveLength(3)
})

it('an earlier resumption that ends late checks no further row, and the one of the next person stays the only one', async () => {
  const { desk, hold, whenWaiting, handOver } = await sharedDesk()
  const batchId = await pausedBatch(desk)
  const releaseEarlier = hold()
  const earlier = desk.calls['batches.resume']({ batchId })
  await whenWaiting()
  await handOver()
  const releaseNext = hold()
  const next = desk.calls['batches.resume']({ batchId })
  await whenWaiting()
  const before = desk.ledger().length
  releaseEarlier()
  expect(await earlier).toEqual({ ok: false, failure: { code: 'desk-locked' } })
  expect(desk.ledger()).toHaveLength(before)
  expect(await desk.refused('batches.resume', { batchId })).toEqual({ code: 'batch-under-way' })
  releaseNext()
  expect(await next).toMatchObject({ ok: true, value: { state: 'running' } })
})

it('no page of an issuer is opened, and nothing is uploaded, for a person who unlocked during the first check', async () => {
  const visits: unknown[] = []
  const visit: IssuerPages['visit'] = async (visited) => {
    visits.push(visited)
    return { kind: 'loaded' }
  }
  const issuerPages = { visit, end: () => undefined }
  const { desk, hold, whenWaiting, release, handOver } = await sharedDesk({ issuerPages })
  const order = await waitingSale(desk, 'frictionless')
  hold()
  const visiting = desk.calls['threeDSecure.visit']({ ...order, values: {} })
  await whenWaiting()
  await handOver()
  release()
  expect(await visiting).toEqual({ ok: false, failure: { code: 'desk-locked' } })
  expect(visits).toEqual([])
  expect(desk.ledger().filter(({ operation }) => operation.startsWith('upload-'))).toEqual([])
})

it('the next person can visit an issuer, although an earlier visit still waits for the gateway', async () => {
  const issuerPages: IssuerPages = { visit: async () => ({ kind: 'loaded' }), end: () => undefined }
  const { desk, hold, whenWaiting, release, holdNoMore, handOver } = await sharedDesk({ issuerPages })
  const input = { ...await waitingSale(desk, 'frictionless'), values: {} }
  hold()
  const first = desk.calls['threeDSecure.visit'](input)
  await whenWaiting()
  await handOver()
  holdNoMore()
  const next = await desk.calls['threeDSecure.visit'](input)
  release()
  await first
  expect(next).toMatchObject({ ok: true, value: { end: 'loaded', upload: { outcome: { kind: 'accepted' } } } })
  expect(desk.ledger().filter(({ operation }) => operation.startsWith('upload-'))).toHaveLength(1)
})

it('an earlier visit to an issuer that ends late leaves the one of the next person the only one', async () => {
  const issuerPages: IssuerPages = { visit: async () => ({ kind: 'loaded' }), end: () => undefined }
  const { desk, hold, whenWaiting, handOver } = await sharedDesk({ issuerPages })
  const input = { ...await waitingSale(desk, 'frictionless'), values: {} }
  const releaseEarlier = hold()
  const earlier = desk.calls['threeDSecure.visit'](input)
  await whenWaiting()
  await handOver()
  const releaseNext = hold()
  const next = desk.calls['threeDSecure.visit'](input)
  await whenWaiting()
  releaseEarlier()
  await earlier
  const third = desk.calls['threeDSecure.visit'](input)
  releaseNext()
  expect(await third).toEqual({ ok: false, failure: { code: 'visit-under-way' } })
  expect(await next).toMatchObject({ ok: true, value: { end: 'loaded' } })
})

it.each(['lookup', 'connection test'] as const)('a %s of two queries sends the second one for nobody else', async (what) => {
  const { desk, hold, whenWaiting, release, handOver } = await sharedDesk()
  const { profileId } = desk
  const { answer: { serialNumber, merchantOrderId } } = await sell(desk)
  const ids = { merchantOrderId, orderId: null, serialNumber }
  hold()
  const asked = what === 'lookup'
    ? desk.calls['orders.status']({ profileId, entryPoint: endpoint, ...ids, askAnyway: false })
    : desk.calls['profiles.testConnection']({ id: profileId })
  await whenWaiting()
  const before = desk.ledger().length
  await handOver()
  release()
  expect(await asked).toEqual({ ok: false, failure: { code: 'desk-locked' } })
  expect(desk.ledger()).toHaveLength(before)
})

it('no notice about a payment of one person is shown after the desk was handed over', async () => {
  const shown: string[] = []
  const { desk, handOver } = await sharedDesk({ system: { showNotice: (text) => { shown.push(text) } } })
  await sell(desk, { amount: '11.15' })
  await desk.clock.pass(3_000)
  await expect.poll(() => shown).toHaveLength(1)
  await sell(desk, { amount: '12.15' })
  await handOver()
  await desk.clock.pass(60_000)
  expect(shown).toHaveLength(1)
})

it('the locked desk names a request that is still in progress, for which the next person has to wait', async () => {
  const { desk, hold, whenWaiting, release } = await sharedDesk()
  hold('recurrent-payment')
  const charging = charge(desk)
  await whenWaiting()
  const locking = desk.call('access.lock', null)
  expect(await desk.call('access.describe', null)).toMatchObject({ state: 'locked', finishing: true })
  release()
  expect(await locking).toMatchObject({ state: 'locked', finishing: false })
  expect((await charging).outcome.kind).toBe('accepted')
})
