/** Two desks of a team send the same rows: each row is sent once. The gateway's ledger is the truth. */
import { afterEach, describe, expect, it } from 'vitest'
import type { BatchId } from '#shared/model/payments/batch.ts'
import { charges } from '../../support/fixtures/batch-rows.ts'
import { judgeBatch, noBatchMisses } from '../../bench/kill/batch/judge.ts'
import { changeProfile, counts, draftOf, rowsOf, startBatch, whenEnded } from '../desk/batches/support.ts'
import { closeAll } from '../desk/support.ts'
import { officeAt, type Colleague } from './desks.ts'
import { missing, newTeam, sharedCluster } from './support.ts'

afterEach(closeAll)

const pace = { perSecond: 20, atOnce: 4 }

async function colleagues(): Promise<readonly [Colleague, Colleague]> {
  const cluster = await sharedCluster()
  const office = officeAt(cluster, await newTeam(cluster))
  const [anna, ben] = [await office.colleague(), await office.colleague()]
  await anna.join('anna')
  await ben.join('ben')
  for (const { desk, profileId } of [anna, ben]) await changeProfile(desk, { batches: pace }, profileId)
  return [anna, ben]
}

/** Advances the clocks of both desks until the batches do not run any more. */
async function bothEnd(batches: readonly (readonly [Colleague, BatchId])[]) {
  let ended = false
  const each = batches.map(([{ desk }, batchId]) => whenEnded(desk, batchId))
  const all = Promise.all(each).finally(() => { ended = true })
  await expect.poll(async () => {
    for (const [{ desk }] of batches) await desk.clock.pass(50)
    return ended
  }, { timeout: 60_000, interval: 1 }).toBe(true)
  return await all
}

describe.skipIf(missing !== null)('the same file at two desks of a team', () => {
  it('at the same moment is sent once: each row by one of them, and set aside at the other', async () => {
    const [anna, ben] = await colleagues()
    const rows = charges(20)
    const drafts = [await draftOf(anna.desk, rows, anna), await draftOf(ben.desk, rows, ben)] as const
    const started = await Promise.all([anna, ben].map(({ desk }, index) => desk.call('batches.start', drafts[index]!)))
    const ids = started.map(({ batchId }) => batchId)
    const batches = await bothEnd([[anna, ids[0]!], [ben, ids[1]!]])
    expect(batches.map(({ state }) => state)).toEqual(['ended', 'ended'])
    const [own, others] = [await rowsOf(anna.desk, ids[0]!), await rowsOf(ben.desk, ids[1]!)]
    const expected = rows.map(({ merchantOrderId = '' }) => merchantOrderId)
    expect(judgeBatch(anna.desk.ledger(), expected, own, others)).toEqual(noBatchMisses)
    expect(judgeBatch(anna.desk.ledger(), expected, others, own)).toEqual(noBatchMisses)
    expect(anna.desk.ordersInLedger()).toHaveLength(20)
    const setAside = [...own, ...others].filter(({ state }) => state === 'set-aside')
    expect(setAside).toHaveLength(20)
    // By its id, or before that as an equal payment of the other desk.
    for (const { failure } of setAside) expect(['team-taken', 'team-duplicate']).toContain(failure?.code)
  })

  it('pauses if the team’s database cannot be reached, and continues when it can', async () => {
    const [anna] = await colleagues()
    const rows = charges(6, (row) => ({ amount: `31.${20 + row}` }), 'gone')
    anna.between.claim = async () => ({ ok: false, failure: { code: 'unreachable', mayHaveHappened: false, detail: 'gone' } }) as never
    const batchId = await startBatch(anna.desk, rows, anna)
    const [batch] = await bothEnd([[anna, batchId]])
    expect(batch).toMatchObject({ state: 'paused', paused: { why: 'team' } })
    expect(counts(batch!)).toEqual({ waiting: 6 })
    expect(anna.desk.ordersInLedger()).toEqual([])
    anna.between.claim = null
    await changeProfile(anna.desk, { batches: pace }, anna.profileId)
    await anna.desk.call('batches.resume', { batchId })
    const [later] = await bothEnd([[anna, batchId]])
    expect(later!.state).toBe('ended')
    expect(anna.desk.ordersInLedger()).toHaveLength(6)
  })
})
