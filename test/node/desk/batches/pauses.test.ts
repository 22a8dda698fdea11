/** When a batch pauses automatically: it has the reason, and no row is lost. */
import { afterEach, describe, expect, it } from 'vitest'
import type { MinorUnits } from '#shared/brands.ts'
import { mostBatchesListed } from '#shared/model/payments/batch.ts'
import { failed } from '#shared/result.ts'
import { faultCards } from '../../../../electron/sandbox/orders/cards.ts'
import { charges, type Cells } from '../../../support/fixtures/batch-rows.ts'
import { unlimited as noLimits } from '../../../support/fixtures/limits.ts'
import { savingTexts } from '../../../support/fixtures/system.ts'
import { ledgerElsewhere } from '../ledger-elsewhere.ts'
import { smallDisk } from '../../journal/small-disk.ts'
import { sell } from '../order-support.ts'
import { charge, closeAll, open, type TestDesk } from '../support.ts'
import {
  changeProfile, counts, draftOf, resumed, passUntil, rowsOf, run, startBatch, unlimited, whenEnded,
} from './support.ts'

afterEach(closeAll)

const serial = { perSecond: null, atOnce: 1 }
const cardWith = (fault: string) => faultCards.find((card) => card.fault === fault)!.cardReference
const isOver = async (desk: TestDesk, batchId: Parameters<typeof whenEnded>[1]) =>
  (await desk.call('batches.show', { batchId })).state !== 'running'

describe('a batch', () => {
  it('sends every row once and ends', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: unlimited })
    const batch = await run(desk, charges(30))
    expect(batch).toMatchObject({ state: 'ended', paused: null, rows: 30 })
    expect(counts(batch)).toEqual({ processing: 30 })
    expect(desk.ordersInLedger().map(({ order }) => order!.merchantOrderId).toSorted())
      .toEqual(charges(30).map(({ merchantOrderId }) => merchantOrderId).toSorted())
  })

  it('pauses at three unknown outcomes; resuming resolves them first and sends the rest once', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: serial })
    const lost = cardWith('truncated')
    const rows = charges(12, (row) => (row === 1 || row === 3 || row === 5 ? { cardReference: lost } : {}))
    const batch = await run(desk, rows)
    expect(batch).toMatchObject({ state: 'paused', paused: { why: 'unknown-outcomes' } })
    expect(counts(batch)).toEqual({ processing: 3, unknown: 3, waiting: 6 })
    const later = await resumed(desk, batch.batchId)
    expect(later.state).toBe('ended')
    expect(counts(later).unknown).toBeUndefined()
    expect(desk.ordersInLedger()).toHaveLength(12)
  })

  it('pauses at ten declines of one code in a row', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: { perSecond: 1, atOnce: 1 } })
    const batchId = await startBatch(desk, charges(60, () => ({ cardReference: '1000002' })))
    await passUntil(desk, 1_000, () => isOver(desk, batchId))
    const batch = await whenEnded(desk, batchId)
    expect(batch).toMatchObject({ state: 'paused', paused: { why: 'declines' } })
    expect(counts(batch).declined).toBeGreaterThanOrEqual(10)
    expect(counts(batch).waiting).toBeGreaterThan(20)
  })

  it('estimates its end by the sent rows only, not also by their outcomes', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: { perSecond: 1, atOnce: 1 } })
    const begun = desk.clock.now()
    const batchId = await startBatch(desk, charges(60))
    const final = async () => counts(await desk.call('batches.show', { batchId })).approved ?? 0
    await passUntil(desk, 1_000, async () => await final() >= 20)
    const { msLeft, states } = await desk.call('batches.show', { batchId })
    const waiting = states.waiting!.rows
    expect(waiting).toBeGreaterThan(10)
    const msForEach = (desk.clock.now() - begun) / (60 - waiting)
    expect(msLeft! / waiting / msForEach).toBeCloseTo(1, 1)
  })

  it('does not pause for declines with a payment between them', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: { perSecond: 1, atOnce: 1 } })
    const batchId = await startBatch(desk, charges(24, (row) => (row % 8 === 0 ? {} : { cardReference: '1000002' })))
    await passUntil(desk, 1_000, () => isOver(desk, batchId))
    expect(await desk.call('batches.show', { batchId })).toMatchObject({ state: 'ended', paused: null })
  })

  it('of status checks does not pause, however many of the orders were declined', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: serial })
    for (const { merchantOrderId, amount } of charges(11)) {
      await charge(desk, { merchantOrderId: merchantOrderId!, amount: amount!, cardReference: '1000002' })
    }
    const rows: Cells[] = desk.ordersInLedger().map(({ order }) => ({
      merchantOrderId: order!.merchantOrderId, orderId: order!.orderId,
    }))
    const batch = await run(desk, rows, { operation: 'status' })
    expect(batch.state).toBe('ended')
    expect(counts(batch)).toEqual({ answered: 11 })
  })

  it('of refunds whose orders cannot be queried pauses, and sets none of them aside', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: serial })
    const sold = charges(5, () => ({}), 'sold')
    for (const { merchantOrderId = '', amount = '' } of sold) await sell(desk, { merchantOrderId, amount })
    const rows = desk.ordersInLedger().map(({ order }): Cells => ({
      merchantOrderId: order!.merchantOrderId, orderId: order!.orderId, comment: 'faulty delivery',
    }))
    const draft = await draftOf(desk, rows, { operation: 'return' })
    await desk.sandbox.armFault({ kind: 'empty', operation: 'status', times: 1_000, delayMs: 0 })
    const { batchId } = await desk.call('batches.start', draft)
    const batch = await whenEnded(desk, batchId)
    expect(batch).toMatchObject({ state: 'paused', paused: { why: 'not-sent' } })
    expect(counts(batch)).toEqual({ waiting: 5 })
    await desk.sandbox.clearFaults()
    expect(await resumed(desk, batchId)).toMatchObject({ state: 'ended' })
    expect(desk.ledger().filter(({ transaction }) => transaction !== undefined)).toHaveLength(5)
  })

  it('of refunds sets an order aside that the gateway does not know, with its message, and continues to its end', async () => {
    const saved: string[] = []
    const desk = await open({ system: { chooseSaveDestination: savingTexts((_name, text) => { saved.push(text) }) } })
    await changeProfile(desk, { batches: serial })
    const sold = charges(5, () => ({}), 'sold')
    for (const { merchantOrderId = '', amount = '' } of sold) await sell(desk, { merchantOrderId, amount })
    const rows = desk.ordersInLedger().map(({ order }, row): Cells => ({
      merchantOrderId: order!.merchantOrderId, orderId: row < 4 ? `9${order!.orderId}` : order!.orderId, comment: 'faulty delivery',
    }))
    const batch = await run(desk, rows, { operation: 'return' })
    expect(batch).toMatchObject({ state: 'ended', paused: null })
    expect(counts(batch)).toEqual({ 'set-aside': 4, 'processing': 1 })
    const [mistyped] = await rowsOf(desk, batch.batchId)
    const failure = { code: 'order-not-found', answered: 'Order not found: no order has these ids' }
    expect(mistyped).toMatchObject({ state: 'set-aside', entryId: null, failure })
    expect(desk.ledger().filter(({ transaction }) => transaction !== undefined)).toHaveLength(1)
    const again = { batchId: batch.batchId, row: 0, reason: 'tried once more' }
    expect(await desk.refused('batches.sendRow', again)).toEqual(failure)
    await desk.call('batches.saveResult', { batchId: batch.batchId, format: 'csv' })
    expect(saved[0]).toContain('"set aside, not sent",,order-not-found,Order not found: no order has these ids,')
  })

  it('of refunds of which one order could not be queried ends the others, and pauses with that row waiting', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: serial })
    for (const { merchantOrderId = '', amount = '' } of charges(3, () => ({}), 'sold')) {
      const { answer } = await sell(desk, { merchantOrderId, amount })
      // The desk's own check may still be running. It ends before this one, so that it does not use up the fault below.
      await desk.call('orders.checkStatus', { entryId: answer.entryId })
    }
    const rows = desk.ordersInLedger().map(({ order }): Cells => ({
      merchantOrderId: order!.merchantOrderId, orderId: order!.orderId, comment: 'faulty delivery',
    }))
    await desk.sandbox.armFault({ kind: 'empty', operation: 'status', times: 1, delayMs: 0 })
    const batch = await run(desk, rows, { operation: 'return' })
    expect(batch).toMatchObject({ state: 'paused', paused: { why: 'not-sent' } })
    expect(counts(batch)).toEqual({ waiting: 1, processing: 2 })
    expect(await resumed(desk, batch.batchId)).toMatchObject({ state: 'ended' })
  })

  it('pauses at a reply of 429, and does not send that row again', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: serial })
    await desk.sandbox.start()
    await desk.sandbox.armFault({ kind: 'status-429', operation: 'recurrent-payment', times: 1, delayMs: 0 })
    const batch = await run(desk, charges(6))
    expect(batch).toMatchObject({ state: 'paused', paused: { why: 'too-many-requests' } })
    expect(counts(batch)).toEqual({ unknown: 1, waiting: 5 })
    const later = await resumed(desk, batch.batchId)
    expect(counts(later)).toEqual({ unknown: 1, processing: 5 })
    expect(desk.ordersInLedger()).toHaveLength(5)
  })

  it('pauses at a refused signature after no more than the rows in progress', async () => {
    const desk = await open()
    const profileId = await desk.addProfile('sandbox', 'Wrong secret')
    await desk.call('profiles.storeSecret', { id: profileId, secret: 'another-secret-than-the-one' })
    await changeProfile(desk, { batches: serial }, profileId)
    const batch = await run(desk, charges(6), { profileId })
    expect(batch).toMatchObject({ state: 'paused', paused: { why: 'signature-refused' } })
    expect(counts(batch)).toEqual({ refused: 1, waiting: 5 })
    expect(desk.ordersInLedger()).toEqual([])
  })

  it('pauses at the limit of the day, and continues when it was raised', async () => {
    const desk = await open()
    const limits = (most: string) => [{ currency: 'USD', ...noLimits, chargesOfADay: most as MinorUnits }]
    await changeProfile(desk, { batches: { perSecond: 1, atOnce: 1 }, limits: limits('20000') })
    const batchId = await startBatch(desk, charges(6))
    await expect.poll(() => desk.ordersInLedger().length).toBe(1)
    await changeProfile(desk, { limits: limits('7000') })
    await passUntil(desk, 1_000, () => isOver(desk, batchId))
    const batch = await desk.call('batches.show', { batchId })
    expect(batch).toMatchObject({ state: 'paused', paused: { why: 'day-limit' } })
    expect(counts(batch).waiting).toBe(3)
    await changeProfile(desk, { batches: serial, limits: limits('20000') })
    expect(await resumed(desk, batchId)).toMatchObject({ state: 'ended' })
    expect(desk.ordersInLedger()).toHaveLength(6)
  })

  it('pauses if the profile was changed, and does not continue for another merchant', async () => {
    const desk = await open()
    const profileId = await desk.addProfile('sandbox', 'Elsewhere')
    await changeProfile(desk, { batches: { perSecond: 1, atOnce: 1 } }, profileId)
    const batchId = await startBatch(desk, charges(5), { profileId })
    await passUntil(desk, 1_000, () => desk.ordersInLedger().length > 0)
    const { profiles } = await desk.call('profiles.list', null)
    const { id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
    const sent = desk.ordersInLedger().length
    await desk.call('profiles.save', { id, draft: { ...draft, login: 'another-merchant' }, openOutcomes: { reason: 'moved', sameMerchant: false } })
    await passUntil(desk, 1_000, () => isOver(desk, batchId))
    expect(await desk.call('batches.show', { batchId })).toMatchObject({ state: 'paused', paused: { why: 'profile-changed' } })
    expect(await desk.call('batches.paused', null)).toMatchObject([{ batchId, profileName: 'Elsewhere' }])
    expect(desk.ordersInLedger()).toHaveLength(sent)
    expect((await desk.refused('batches.resume', { batchId })).code).toMatch(/intent-gone|secret-of-other-address/)
  })

  it('on a full disk is shown as paused, although that cannot be written, and continues when there is space', async (context) => {
    const disk = smallDisk(context, '8m')
    ledgerElsewhere(disk.folder)
    const desk = await open({ folder: disk.folder })
    await changeProfile(desk, { batches: serial })
    const batchId = await startBatch(desk, charges(400))
    await expect.poll(() => desk.ordersInLedger().length).toBeGreaterThan(3)
    disk.fill(0)
    const batch = await whenEnded(desk, batchId)
    expect(batch).toMatchObject({ state: 'paused', paused: { why: 'journal' } })
    disk.makeRoom()
    expect(desk.ordersInLedger().length).toBeLessThan(400)
    await desk.call('batches.stop', { batchId })
    expect(await desk.call('batches.show', { batchId })).toMatchObject({ state: 'stopped' })
  })

  it('that ran when the application ended is shown as paused after a start on a full disk, and continues with space', async (context) => {
    const disk = smallDisk(context, '8m')
    ledgerElsewhere(disk.folder)
    const desk = await open({ folder: disk.folder })
    await changeProfile(desk, { batches: { perSecond: 1, atOnce: 1 } })
    const batchId = await startBatch(desk, charges(6))
    await expect.poll(() => desk.ordersInLedger().length).toBe(1)
    await desk.end()
    disk.fill(0)
    const again = await open({ folder: disk.folder })
    expect(await again.call('batches.show', { batchId })).toMatchObject({ state: 'paused', paused: { why: 'journal' } })
    expect(await again.call('batches.paused', null)).toMatchObject([{ batchId }])
    disk.makeRoom()
    await changeProfile(again, { batches: serial })
    expect(await resumed(again, batchId)).toMatchObject({ state: 'ended' })
    expect(again.ordersInLedger()).toHaveLength(6)
  })

  it('pauses if the keychain is locked while the desk is not, and continues when it is unlocked', async () => {
    let isLocked = false
    const desk: TestDesk = await open({ vault: {
      control: (request) => isLocked ? Promise.resolve(failed({ code: 'keychain-locked' })) : desk.vault.port.control(request),
    } })
    await changeProfile(desk, { batches: { perSecond: 1, atOnce: 1 } })
    const batchId = await startBatch(desk, charges(5))
    await expect.poll(() => desk.ordersInLedger().length).toBe(1)
    isLocked = true
    await passUntil(desk, 1_000, () => isOver(desk, batchId))
    expect(await desk.call('batches.show', { batchId })).toMatchObject({ state: 'paused', paused: { why: 'keychain', detail: 'keychain-locked' } })
    isLocked = false
    await changeProfile(desk, { batches: serial })
    expect(await resumed(desk, batchId)).toMatchObject({ state: 'ended' })
    expect(desk.ordersInLedger()).toHaveLength(5)
  })

  it('is listed while it is paused, however many were sent after it', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: { perSecond: 1, atOnce: 1 } })
    const paused = await startBatch(desk, charges(3))
    await desk.call('batches.pause', { batchId: paused })
    await changeProfile(desk, { batches: unlimited })
    for (let sent = 0; sent < mostBatchesListed; sent += 1) {
      await run(desk, [{ cardReference: '1000001' }], { operation: 'get-card-info' })
    }
    const listed = await desk.call('batches.list', { profileId: desk.profileId })
    expect(listed).toHaveLength(mostBatchesListed + 1)
    expect(listed.at(-1)).toMatchObject({ batchId: paused, state: 'paused' })
  })

  it('of status checks pauses on a full disk for the history, and queries no further order', async (context) => {
    const disk = smallDisk(context, '8m')
    ledgerElsewhere(disk.folder)
    const desk = await open({ folder: disk.folder })
    await changeProfile(desk, { batches: serial })
    const rows = charges(40).map(({ merchantOrderId }): Cells => ({ merchantOrderId }))
    const draft = await draftOf(desk, rows, { operation: 'status' })
    const { batchId } = await desk.call('batches.start', draft)
    disk.fill(0)
    const batch = await whenEnded(desk, batchId)
    expect(batch).toMatchObject({ state: 'paused', paused: { why: 'journal' } })
    expect(desk.ledger().length).toBeLessThan(40)
    disk.makeRoom()
    expect(await resumed(desk, batchId)).toMatchObject({ state: 'ended' })
  })
})
