/** The list of open outcomes of any age: each is checked at every start and unlock, then slowly, then no more. */
import { afterEach, describe, expect, it } from 'vitest'
import { failed } from '#shared/result.ts'
import { stateOf } from './order-support.ts'
import { statusQueries, lost, minute, openOutcomeOf, until, untilAsked, untilState } from './resolution-support.ts'
import { charge, closeAll, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const day = 24 * 60 * minute
const never = day

describe('a charge that has been processing since yesterday', () => {
  it('is in the list after a restart, checked immediately, and leaves the list with its result', async () => {
    const first = await open()
    const answer = await charge(first)
    await first.end()
    const second = await open({ folder: first.folder, system: { now: () => Date.now() + day } })
    expect(await openOutcomeOf(second, answer.entryId)).toMatchObject({
      row: { state: 'processing' }, phase: 'planned', lastAskedAt: null, timesAsked: 0, closes: null,
    })
    await untilState(second, answer, 'approved')
    expect(await second.call('resolution.list', null)).toEqual([])
    expect(second.ordersInLedger()).toHaveLength(1)
  })

  it('and still is: checked once, every ten minutes for half an hour, then no more until a person checks', async () => {
    const first = await open({ processingMs: never })
    const { entryId } = await charge(first)
    await first.end()
    const second = await open({ folder: first.folder, processingMs: never, system: { now: () => Date.now() + day } })
    const before = statusQueries(second)
    await untilAsked(second, { entryId })
    expect(await openOutcomeOf(second, entryId)).toMatchObject({ phase: 'planned', thenEveryMs: 10 * minute, timesAsked: 1, mismatches: [] })
    await until(second, async () => (await openOutcomeOf(second, entryId))?.phase === 'by-hand', minute)
    const atTheEnd = statusQueries(second)
    expect(atTheEnd - before).toBeGreaterThanOrEqual(3)
    expect(atTheEnd - before).toBeLessThanOrEqual(4)
    for (let times = 0; times < 10; times++) await second.clock.pass(10 * minute)
    expect(statusQueries(second)).toBe(atTheEnd)
    await second.call('orders.checkStatus', { entryId })
    expect(await openOutcomeOf(second, entryId)).toMatchObject({ phase: 'planned', timesAsked: atTheEnd - before + 1 })
    expect(second.ordersInLedger()).toHaveLength(1)
  })
})

describe('a charge that was just sent and is processing', () => {
  it('is in the list while it is followed, without being checked twice as often', async () => {
    const desk = await open({ processingMs: never })
    const { entryId } = await charge(desk)
    const before = statusQueries(desk)
    await until(desk, async () => statusQueries(desk) - before >= 8, 1_500)
    const outcome = await openOutcomeOf(desk, entryId)
    expect(outcome).toMatchObject({ row: { state: 'processing' }, phase: 'planned', cannotAsk: null })
    // Only the following checks: each of its checks is counted.
    await expect.poll(async () => (await openOutcomeOf(desk, entryId))?.timesAsked).toBe(statusQueries(desk) - before)
  })

  it('is still checked after an unlock', async () => {
    const desk = await open({ processingMs: never })
    const { entryId } = await charge(desk)
    await desk.call('access.lock', null)
    const before = statusQueries(desk)
    for (let times = 0; times < 8; times++) await desk.clock.pass(5 * minute)
    expect(statusQueries(desk)).toBe(before)
    await desk.call('access.unlock', { proof: null })
    await until(desk, async () => statusQueries(desk) > before)
    expect(await openOutcomeOf(desk, entryId)).toMatchObject({ cannotAsk: null })
  })

  it('that ends in error stays in the list and is checked on the slow part of the plan', async () => {
    const desk = await open()
    const { entryId } = await charge(desk, { cardReference: '1000004' })
    await until(desk, async () => await stateOf(desk, { entryId }) === 'error')
    await expect.poll(async () => (await openOutcomeOf(desk, entryId))?.phase).toBe('planned')
    const before = statusQueries(desk)
    for (let times = 0; times < 20; times++) await desk.clock.pass(15_000)
    expect(statusQueries(desk) - before).toBeLessThanOrEqual(1)
  })
})

describe('many open outcomes of every kind', () => {
  it('are checked once each after an unlock, at most two a second in total', async () => {
    const desk = await open({ processingMs: never })
    for (let count = 0; count < 4; count++) {
      await lost(desk, false)
      await charge(desk)
    }
    expect((await desk.call('resolution.list', null)).map(({ row }) => row.state))
      .toEqual([...Array<string>(4).fill('unknown'), ...Array<string>(4).fill('processing')])
    expect(await desk.call('access.lock', null)).toMatchObject({ state: 'locked', openOutcomes: 8 })
    const before = statusQueries(desk)
    for (let times = 0; times < 10; times++) await desk.clock.pass(minute)
    // Following stopped with the lock; from now on the plans check.
    expect(statusQueries(desk)).toBe(before)
    await desk.call('access.unlock', { proof: null })
    await desk.clock.pass(3_000)
    const begun = desk.clock.now()
    for (let steps = 0; steps < 50; steps++) {
      await expect.poll(async () => (await desk.call('resolution.list', null)).some(({ phase }) => phase === 'asking')).toBe(false)
      const soFar = statusQueries(desk) - before
      expect(soFar).toBeLessThanOrEqual(1 + (desk.clock.now() - begun) / 500)
      await desk.clock.pass(100)
    }
    await expect.poll(() => statusQueries(desk) - before).toBe(8)
    const each = (await desk.call('resolution.list', null)).map(({ lastAskedAt }) => lastAskedAt)
    expect(each).not.toContain(null)
  })
})

describe('a connection test', () => {
  it('whose reply was lost is no open outcome', async () => {
    const desk = await open()
    await desk.sandbox.armFault({ kind: 'reset-after-reading', operation: 'status', times: 1, delayMs: 0 })
    const lines = await desk.call('profiles.testConnection', { id: desk.profileId })
    expect(lines.some(({ result }) => result !== 'good')).toBe(true)
    expect(await desk.call('resolution.list', null)).toEqual([])
  })
})

describe('an order that waits for its cardholder', () => {
  it('is shown as such, with the link to pass on', async () => {
    const desk = await open()
    const { entryId } = await charge(desk, { cardReference: '1000007' })
    await until(desk, async () => (await openOutcomeOf(desk, entryId))?.cardholder != null)
    expect((await openOutcomeOf(desk, entryId))?.cardholder?.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//)
  })
})

describe('open outcomes that a keychain without an answer stopped', () => {
  it('are checked again automatically once the keychain answers to one of them', async () => {
    let waits = false
    const desk: TestDesk = await open({ processingMs: never, vault: {
      control: (request) => waits ? Promise.resolve(failed({ code: 'keychain-waiting' })) : desk.vault.port.control(request),
    } })
    const answers = [await charge(desk, { amount: '20.20' }), await charge(desk, { amount: '30.30' })]
    const codes = async () => (await desk.call('resolution.list', null)).map(({ cannotAsk }) => cannotAsk?.code)
    waits = true
    await until(desk, async () => (await codes()).every((code) => code === 'keychain-waiting'))
    const timesAsked = async () => (await openOutcomeOf(desk, answers[1]!.entryId))?.timesAsked ?? 0
    const before = await timesAsked()
    waits = false
    await desk.call('orders.checkStatus', { entryId: answers[0]!.entryId })
    await until(desk, async () => await timesAsked() > before)
  })
})
