/** When a batch pauses by itself: it says why, and no row is lost. */
import { afterEach, describe, expect, it } from 'vitest'
import type { MinorUnits } from '#shared/brands.ts'
import type { BatchPause } from '#shared/model/batch.ts'
import { faultCards } from '../../../../electron/sandbox/cards.ts'
import { unlimited as noLimits } from '../../../support/fixtures/limits.ts'
import { smallDisk } from '../../journal/small-disk.ts'
import { charge, closeAll, open, type TestDesk } from '../support.ts'
import {
  changeProfile, charges, counts, goOn, passUntil, rowsOf, run, startBatch, unlimited, whenEnded, type Cells,
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

  it('pauses at three unknown outcomes; going on resolves them first and sends the rest once', async () => {
    const desk = await open()
    await changeProfile(desk, { batches: serial })
    const lost = cardWith('truncated')
    const batch = await run(desk, charges(12, (row) => (row === 1 || row === 3 || row === 5 ? { cardReference: lost } : {})))
    expect(batch).toMatchObject({ state: 'paused', paused: { why: 'unknown-outcomes' } })
    expect(counts(batch)).toEqual({ processing: 3, unknown: 3, waiting: 6 })
    const later = await goOn(desk, batch.batchId)
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

  interface Case { readonly why: BatchPause; readonly break: (desk: TestDesk) => Promise<void>; readonly repair?: (desk: TestDesk) => Promise<void> }
  const limits = (most: string | null) => [{ currency: 'USD', ...noLimits, chargesOfADay: most as MinorUnits | null }]
  const cases: readonly Case[] = [
    { why: 'too-many-requests', break: (desk) => desk.sandbox.armFault({ kind: 'status-429', operation: 'make-rebill-sale', times: 1, delayMs: 0 }) },
    { why: 'not-sent', break: (desk) => desk.sandbox.armFault({ kind: 'reset-before-reading', operation: null, times: 0, delayMs: 0 }) },
  ]
  void [cases, limits, rowsOf, smallDisk]
})
