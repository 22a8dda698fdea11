/** When a batch pauses by itself: it says why, and no row is lost. */
import { afterEach, describe, expect, it } from 'vitest'
import { faultCards } from '../../../../electron/sandbox/cards.ts'
import { closeAll, open } from '../support.ts'
import { changeProfile, charges, counts, passUntil, run, startBatch, unlimited, whenEnded, goOn } from './support.ts'

afterEach(closeAll)

const cardWith = (fault: string) => faultCards.find((card) => card.fault === fault)!.cardReference

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
    await changeProfile(desk, { batches: { perSecond: null, atOnce: 1 } })
    const lost = cardWith('truncated')
    const rows = charges(12, (row) => (row === 1 || row === 3 || row === 5 ? { cardReference: lost } : {}))
    const batch = await run(desk, rows)
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
    await passUntil(desk, 1_000, async () => (await desk.call('batches.show', { batchId })).state !== 'running')
    const batch = await whenEnded(desk, batchId)
    expect(batch).toMatchObject({ state: 'paused', paused: { why: 'declines' } })
    expect(counts(batch).declined).toBeGreaterThanOrEqual(10)
    expect(counts(batch).waiting).toBeGreaterThan(20)
  })
})
