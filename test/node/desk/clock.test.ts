/** A wrong clock of this computer, and one that is put right. */
import { afterEach, describe, expect, it } from 'vitest'
import { createGatewayClient } from '../../../electron/gateway/client.ts'
import { confirm } from './order-support.ts'
import { lost, minute, settlingOf, untilAsked } from './settling-support.ts'
import { charge, chargeForm, closeAll, open, type OpenOptions } from './support.ts'

afterEach(closeAll)

const day = 24 * 60 * minute

/** A computer whose wall clock can be set, while the time that passes is the test's. */
function settableClock(wrongBy = 0) {
  const clock = { wrongBy, passed: 0 }
  const computer: NonNullable<OpenOptions['computer']> = {
    now: () => Date.now() + clock.wrongBy + clock.passed,
    monotonic: () => performance.now() + clock.passed,
  }
  return { clock, computer }
}

describe('within one run', () => {
  it('attack: the clock is put forward by a day: "not found" does not count any sooner', async () => {
    const { clock, computer } = settableClock()
    const desk = await open({ computer })
    const { entryId } = await lost(desk, false)
    clock.wrongBy = day
    await desk.call('orders.checkStatus', { entryId })
    expect((await settlingOf(desk, entryId))?.mayBeClosed).toBe(false)
    clock.passed += 121 * minute
    await desk.call('orders.checkStatus', { entryId })
    expect((await settlingOf(desk, entryId))?.mayBeClosed).toBe(true)
  })

  it('attack: the clock is put forward by a day: the same charge still asks for a reason', async () => {
    const { clock, computer } = settableClock(-day)
    const desk = await open({ computer })
    const first = await charge(desk)
    clock.wrongBy = 0
    const review = await desk.call('deeds.review', chargeForm(desk))
    expect(review.likeDeed?.entryId).toBe(first.entryId)
    expect(await desk.refused('deeds.submit', { intentId: review.intentId, ...confirm })).toEqual({ code: 'reason-needed' })
  })
})

describe('over a restart', () => {
  it('the age is measured between two dates of the gateway where the clock was put right meanwhile', async () => {
    const { computer } = settableClock(-day)
    const gateway = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test', now: computer.now })
    const first = await open({ computer, gateway })
    // Its reply tells the gateway's clock before the charge is sent.
    const { profileId, entryPoint } = chargeForm(first)
    await first.call('cards.lookUp', { profileId, entryPoint, cardReference: '1000001' })
    const { entryId } = await lost(first, false)
    await first.end()
    const second = await open({ folder: first.folder, computer: settableClock().computer })
    await untilAsked(second, { entryId })
    await second.call('orders.checkStatus', { entryId })
    expect((await settlingOf(second, entryId))?.mayBeClosed).toBe(false)
  })

  it('a clock that was years ahead blocks for one waiting period at most', async () => {
    const ahead = settableClock(3_000 * day)
    const first = await open({ computer: ahead.computer })
    const { entryId } = await lost(first, false)
    await first.end()
    const { clock, computer } = settableClock()
    const second = await open({ folder: first.folder, computer })
    const closes = (await settlingOf(second, entryId))!.closesFrom
    expect(Date.parse(closes) - Date.now()).toBeLessThanOrEqual(120 * minute)
    clock.passed += 121 * minute
    await second.call('orders.checkStatus', { entryId })
    expect((await settlingOf(second, entryId))?.mayBeClosed).toBe(true)
  })
})
