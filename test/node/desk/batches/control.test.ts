/** Pausing, resuming and stopping; a lock; the pace; and rows that were changed outside the application. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { createGatewayClient } from '../../../../electron/gateway/client.ts'
import { charges } from '../../../support/fixtures/batch-rows.ts'
import { savingTexts } from '../../../support/fixtures/system.ts'
import { smallDisk } from '../../journal/small-disk.ts'
import { asOperator, openAgain, openProtected, type ProtectedDesk } from '../access/support.ts'
import { ledgerElsewhere } from '../ledger-elsewhere.ts'
import { act, carriedOut, followed, sell } from '../order-support.ts'
import { charge, closeAll, open, type TestDesk } from '../support.ts'
import { changeProfile, counts, draftOf, resumed, passUntil, rowsOf, run, startBatch, unlimited, whenEnded } from './support.ts'

afterEach(closeAll)

const slow = { perSecond: 1, atOnce: 1 }
const sent = (desk: TestDesk) => desk.ordersInLedger().length

/** A batch of ten rows of which one was sent; each second sends another. */
async function begun(desk: TestDesk) {
  await changeProfile(desk, { batches: slow })
  const batchId = await startBatch(desk, charges(10))
  await expect.poll(() => sent(desk)).toBe(1)
  return batchId
}

describe('a batch', () => {
  it('sends no row while it is paused, and each remaining row once when it is resumed', async () => {
    const desk = await open()
    const batchId = await begun(desk)
    await desk.call('batches.pause', { batchId })
    const before = sent(desk)
    for (let times = 0; times < 10; times += 1) await desk.clock.pass(1_000)
    expect(sent(desk)).toBe(before)
    expect(await desk.call('batches.show', { batchId })).toMatchObject({ state: 'paused', paused: { why: 'by-person' } })
    await changeProfile(desk, { batches: unlimited })
    expect(await resumed(desk, batchId)).toMatchObject({ state: 'ended' })
    expect(new Set(desk.ordersInLedger().map(({ order }) => order!.merchantOrderId)).size).toBe(10)
    expect(sent(desk)).toBe(10)
  })

  it('does not refund an order again that was refunded the same amount since the check, however long ago', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: unlimited })
    const order = await sell(desk)
    const { orderId, merchantOrderId } = order
    const draft = await draftOf(desk, [{ orderId, merchantOrderId, amount: '2.00', currency: 'USD' }], { operation: 'return' })
    await followed(desk, await act(desk, order, 'return', { amount: '2.00', currency: 'USD' }))
    await desk.clock.pass(40 * 60_000)
    const { batchId } = await desk.call('batches.start', draft)
    expect(counts(await whenEnded(desk, batchId))).toEqual({ 'set-aside': 1 })
    expect(carriedOut(desk)).toHaveLength(1)
    await desk.call('batches.sendRow', { batchId, row: 0, reason: 'a second one was agreed' })
    expect(carriedOut(desk)).toHaveLength(2)
  })

  it('that was stopped is never sent: not by resuming, and not after its state was changed in the file', async () => {
    const desk = await open()
    const batchId = await begun(desk)
    await desk.call('batches.stop', { batchId })
    const before = sent(desk)
    const batch = await desk.call('batches.show', { batchId })
    expect(batch.state).toBe('stopped')
    expect(counts(batch).left).toBe(10 - before)
    expect(await desk.refused('batches.resume', { batchId })).toEqual({ code: 'batch-not-possible-now' })
    const again = await changedInFile(desk, `UPDATE batch SET state = 'paused'`)
    expect(await again.refused('batches.resume', { batchId })).toEqual({ code: 'batch-rows-changed' })
    expect(sent(again)).toBe(before)
  })

  it('keeps its profile until it has ended, as it could not be resumed or stopped without it', async () => {
    const desk = await open()
    const profileId = await desk.addProfile('sandbox', 'Shop')
    const batchId = await startBatch(desk, charges(10), { profileId })
    await desk.call('batches.pause', { batchId })
    const reason = 'the shop was closed'
    expect(await desk.refused('profiles.remove', { id: profileId, reason })).toEqual({ code: 'batch-not-ended' })
    await desk.call('batches.stop', { batchId })
    await desk.call('profiles.remove', { id: profileId, reason })
  })

  it.each([
    ['an amount', `UPDATE batch_row SET confirmed = replace(confirmed, '"amount":"20.29"', '"amount":"920.29"')`],
    ['the sum that a person is shown', 'UPDATE batch_row SET minor_amount = 1'],
    ['a row less', 'DELETE FROM batch_row WHERE row = 9'],
    ['who started it', `UPDATE batch SET confirmed = replace(confirmed, '"who":"m.keller', '"who":"n.keller')`],
  ])('whose rows were changed in the file does not go on: %s', async (_what, change) => {
    const desk = await open()
    const batchId = await begun(desk)
    await desk.call('batches.pause', { batchId })
    const before = sent(desk)
    const again = await changedInFile(desk, change)
    expect(await again.refused('batches.resume', { batchId })).toEqual({ code: 'batch-rows-changed' })
    expect(sent(again)).toBe(before)
  })

  it('is refused while another one runs, and only one of two starts at the same moment', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: slow })
    const drafts = [await draftOf(desk, charges(3, () => ({}), 'one')), await draftOf(desk, charges(3, () => ({ cardReference: '1000304' }), 'two'))]
    const answers = await Promise.all(drafts.map((draft) => desk.calls['batches.start'](draft)))
    expect(answers.map((answer) => (answer.ok ? 'started' : answer.failure.code)).toSorted()).toEqual(['batch-under-way', 'started'])
    const later = answers.findIndex(({ ok }) => !ok)
    expect(await desk.refused('batches.start', drafts[later]!)).toEqual({ code: 'batch-under-way' })
  })

  it('sets a row aside that became a possible duplicate, and sends it once with a reason', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: unlimited })
    const draft = await draftOf(desk, charges(4))
    await charge(desk, { amount: '20.22' })
    const { batchId } = await desk.call('batches.start', draft)
    const batch = await whenEnded(desk, batchId)
    expect(counts(batch)).toEqual({ 'processing': 3, 'set-aside': 1 })
    const [row] = (await rowsOf(desk, batchId)).filter(({ state }) => state === 'set-aside')
    expect(row).toMatchObject({ row: 2, failure: { code: 'reason-needed' } })
    const again = { batchId, row: 2, reason: 'two subscriptions' }
    const twice = await Promise.all([desk.calls['batches.sendRow'](again), desk.calls['batches.sendRow'](again)])
    expect(twice.map(({ ok }) => ok)).toContain(true)
    expect(sent(desk)).toBe(5)
    expect(counts(await desk.call('batches.show', { batchId }))).toEqual({ processing: 4 })
    expect(await desk.refused('batches.sendRow', again)).toEqual({ code: 'batch-not-possible-now' })
  })

  it('keeps a row set aside whose request did not leave, so that it can be sent once the network is back', async () => {
    const real = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
    let isDown = false
    const desk = await open({ gateway: { ...real, send: (request) => real.send(isDown && request.operation === 'recurrent-payment'
      ? { ...request, url: request.url.replace(/:\d+/, ':1') } : request) } })
    await changeProfile(desk, { batches: unlimited })
    const draft = await draftOf(desk, charges(4))
    await charge(desk, { amount: '20.22' })
    const { batchId } = await desk.call('batches.start', draft)
    await whenEnded(desk, batchId)
    const again = { batchId, row: 2, reason: 'two subscriptions' }
    isDown = true
    expect(counts(await desk.call('batches.sendRow', again))).toEqual({ 'processing': 3, 'set-aside': 1 })
    isDown = false
    expect(counts(await desk.call('batches.sendRow', again))).toEqual({ processing: 4 })
    expect(sent(desk)).toBe(5)
    expect((await rowsOf(desk, batchId))[2]).toMatchObject({ state: 'processing', failure: null })
  })

  it('shows a singly sent row as sent, even if the disk became full meanwhile', async (context) => {
    const disk = smallDisk(context, '8m')
    ledgerElsewhere(disk.folder)
    const real = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test' })
    let fills = false
    const desk = await open({ folder: disk.folder, gateway: { ...real, async send(request) {
      const report = await real.send(request)
      if (fills && request.operation === 'recurrent-payment') disk.fill(0)
      return report
    } } })
    await changeProfile(desk, { batches: unlimited })
    const draft = await draftOf(desk, charges(4))
    await charge(desk, { amount: '20.22' })
    const { batchId } = await desk.call('batches.start', draft)
    await whenEnded(desk, batchId)
    fills = true
    const batch = await desk.call('batches.sendRow', { batchId, row: 2, reason: 'two subscriptions' })
    expect(sent(desk)).toBe(5)
    expect(counts(batch)['set-aside']).toBeUndefined()
  })

  it('of status checks shows the status of each order, and saves it', async () => {
    const saved: string[] = []
    const desk = await open({ system: { chooseSaveDestination: savingTexts((_name, text) => { saved.push(text) }) } })
    await changeProfile(desk, { batches: unlimited })
    const paid = await sell(desk)
    const declined = await charge(desk, { cardReference: '1000002', amount: '20.00' })
    await followed(desk, declined)
    const orders = [paid, declined].map(({ merchantOrderId }) => ({ merchantOrderId: merchantOrderId! }))
    const { batchId } = await run(desk, orders, { operation: 'status' })
    expect((await rowsOf(desk, batchId)).map(({ reportedStatus }) => reportedStatus)).toEqual(['approved', 'declined'])
    await desk.call('batches.saveResult', { batchId, format: 'csv' })
    const states = saved[0]!.split('\r\n').map((line) => line.split(',').slice(-5, -3))
    expect(states.slice(0, 3)).toEqual([['State', 'Order status'], ['answered', 'approved'], ['answered', 'declined']])
  })

  it('cannot be sent twice: the same file again has no ready row', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: unlimited })
    await run(desk, charges(5))
    expect(await desk.refused('batches.start', await draftOf(desk, charges(5)))).toEqual({ code: 'nothing-ready' })
    expect(sent(desk)).toBe(5)
  })
})

describe('the pace of a batch', () => {
  it('is that of the profile, and slower after failed replies', async () => {
    const desk = await open()
    const batchId = await begun(desk)
    await desk.clock.pass(400)
    expect(sent(desk)).toBe(1)
    await desk.clock.pass(700)
    await expect.poll(() => sent(desk)).toBe(2)
    await desk.sandbox.armFault({ kind: 'empty', operation: 'recurrent-payment', times: 1, delayMs: 0 })
    await desk.clock.pass(1_000)
    await expect.poll(async () => counts(await desk.call('batches.show', { batchId })).unknown).toBe(1)
    const failed = sent(desk)
    await desk.clock.pass(1_000)
    await desk.call('batches.show', { batchId })
    expect(sent(desk)).toBe(failed)
    await passUntil(desk, 500, () => sent(desk) > failed)
  })
})

describe('a lock', () => {
  /** A batch of a protected desk, paused by a lock. */
  async function locked() {
    const desk = await openProtected()
    const batchId = await begun(desk)
    await desk.call('access.lock', null)
    return { desk, batchId, before: sent(desk) }
  }
  const nothingMoreWasSent = async (desk: ProtectedDesk, before: number) => {
    for (let times = 0; times < 5; times += 1) await desk.clock.pass(1_000)
    expect(sent(desk)).toBe(before)
  }

  it('pauses a batch; after the unlock only its person can resume it', async () => {
    const { desk, batchId, before } = await locked()
    await nothingMoreWasSent(desk, before)
    await desk.unlock()
    await nothingMoreWasSent(desk, before)
    expect(await desk.call('batches.show', { batchId })).toMatchObject({ state: 'paused', paused: { why: 'locked' }, isOwn: true })
    await changeProfile(desk, { batches: unlimited })
    expect(await resumed(desk, batchId)).toMatchObject({ state: 'ended' })
    expect(sent(desk)).toBe(10)
  })

  it('leaves another person’s batch to the person who unlocks next', async () => {
    const desk = await openProtected()
    const batchId = await begun(desk)
    await asOperator(desk)
    expect(await desk.call('batches.show', { batchId })).toMatchObject({ state: 'paused', isOwn: false })
  })

  it('that comes while a batch starts leaves it paused with nothing sent', async () => {
    const desk = await openProtected()
    await changeProfile(desk, { batches: unlimited })
    const draft = await draftOf(desk, charges(10))
    const starting = desk.calls['batches.start'](draft)
    await desk.call('access.lock', null)
    await starting
    expect(sent(desk)).toBe(0)
    await desk.unlock()
    const [batch] = await desk.call('batches.list', { profileId: desk.profileId })
    if (batch !== undefined) expect(batch.state).toBe('paused')
    await nothingMoreWasSent(desk, 0)
  })

  it('and an end of the application leave a batch that shows the reason', async () => {
    const desk = await openProtected()
    const batchId = await begun(desk)
    await desk.endJournal()
    const again = await openAgain(desk)
    await again.unlock()
    expect(await again.call('batches.show', { batchId })).toMatchObject({ state: 'paused', paused: { why: 'application-ended' } })
  })
})

/** Ends the desk, changes its journal as another program could, and starts it again. A running one locks the file. */
async function changedInFile(desk: TestDesk, statement: string): Promise<TestDesk> {
  await desk.end()
  const file = new DatabaseSync(join(desk.folder, 'journal.db'))
  expect(file.prepare(statement).run().changes).toBeGreaterThan(0)
  file.close()
  return await open({ folder: desk.folder })
}
