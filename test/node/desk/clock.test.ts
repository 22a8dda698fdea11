/** A wrong clock of this computer, and one that is corrected. */
import { afterEach, describe, expect, it } from 'vitest'
import { createGatewayClient } from '../../../electron/gateway/client.ts'
import { act, confirm, sell } from './order-support.ts'
import { profileAt } from './strange-gateway.ts'
import { lost, minute, openOutcomeOf, untilAsked, untilState } from './resolution-support.ts'
import { charge, chargeForm, closeAll, endpoint, open, type OpenOptions } from './support.ts'

afterEach(closeAll)

const day = 24 * 60 * minute

/** A computer whose wall clock can be set; its monotonic time is the test's. */
function settableClock(wrongBy = 0) {
  const clock = { wrongBy, passed: 0 }
  const system: NonNullable<OpenOptions['system']> = {
    now: () => Date.now() + clock.wrongBy + clock.passed,
    monotonic: () => performance.now() + clock.passed,
  }
  return { clock, system }
}

describe('within one run', () => {
  it('attack: the clock is put forward by a day: "not found" does not count any sooner', async () => {
    const { clock, system } = settableClock()
    const desk = await open({ system })
    const { entryId } = await lost(desk, false)
    clock.wrongBy = day
    await desk.call('orders.checkStatus', { entryId })
    expect((await openOutcomeOf(desk, entryId))?.mayBeClosed).toBe(false)
    clock.passed += 121 * minute
    await desk.call('orders.checkStatus', { entryId })
    expect((await openOutcomeOf(desk, entryId))?.mayBeClosed).toBe(true)
  })

  it('attack: the clock is put forward by a day: the same charge still needs a reason', async () => {
    const { clock, system } = settableClock(-day)
    const desk = await open({ system })
    const first = await charge(desk)
    clock.wrongBy = 0
    const review = await desk.call('payments.review', chargeForm(desk))
    expect(review.possibleDuplicate?.entryId).toBe(first.entryId)
    expect(await desk.refused('payments.submit', { intentId: review.intentId, ...confirm })).toEqual({ code: 'reason-needed' })
  })
})

describe('a charge whose reply was lost is resolved', () => {
  /** A computer whose clock is wrong at the send and, unless it is `corrected`, at the check. */
  async function lostBy(wrongBy: number, more: OpenOptions = {}) {
    const { clock, system } = settableClock(wrongBy)
    const gateway = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test', now: system.now })
    const desk = await open({ system, gateway, ...more })
    return { clock, desk, answer: await lost(desk, true) }
  }

  it.each([['ahead', day], ['behind', -day]])('by a computer whose clock is a day %s', async (_where, wrongBy) => {
    const { desk, answer: { entryId } } = await lostBy(wrongBy)
    expect(await desk.call('orders.checkStatus', { entryId })).toMatchObject({ resolved: true, mismatches: [] })
  })

  it('after the clock, which was a day ahead, was corrected', async () => {
    const { clock, desk, answer: { entryId } } = await lostBy(day)
    clock.wrongBy = 0
    expect(await desk.call('orders.checkStatus', { entryId })).toMatchObject({ resolved: true, mismatches: [] })
  })

  it('after a restart with the corrected clock', async () => {
    const { desk: first, answer: { entryId } } = await lostBy(day)
    await first.end()
    const second = await open({ folder: first.folder, system: settableClock().system })
    await untilState(second, { entryId }, 'approved')
  })
})

it('a refund whose reply was lost is resolved, although a person looked its order up after the clock was put back by a day', async () => {
  const { clock, system } = settableClock(day)
  const gateway = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test', now: system.now })
  const desk = await open({ system, gateway })
  const { profileId } = desk
  const order = await sell(desk, { cardReference: '1000303' })
  const { orderId, merchantOrderId } = order
  await desk.sandbox.armFault({ kind: 'reset-after-reading', operation: 'return', times: 1, delayMs: 0 })
  const { entryId } = await act(desk, order, 'return', { comment: 'faulty delivery' })
  clock.wrongBy = 0
  await desk.call('orders.status', { profileId, entryPoint: endpoint, askAnyway: true, serialNumber: null, orderId, merchantOrderId })
  expect(await desk.call('orders.checkStatus', { entryId })).toMatchObject({ resolved: true, mismatches: [] })
})

describe('over a restart', () => {
  it('the age is measured between two dates of the gateway if the clock was corrected in between', async () => {
    const { system } = settableClock(-day)
    const gateway = createGatewayClient({ resolveProxy: async () => 'DIRECT', userAgent: 'test', now: system.now })
    const first = await open({ system, gateway })
    // Its reply has the gateway's clock before the charge is sent.
    const { profileId, entryPoint } = chargeForm(first)
    await first.call('cards.lookUp', { profileId, entryPoint, cardReference: '1000001' })
    const { entryId } = await lost(first, false)
    await first.end()
    const second = await open({ folder: first.folder, system: settableClock().system })
    await untilAsked(second, { entryId })
    await second.call('orders.checkStatus', { entryId })
    expect((await openOutcomeOf(second, entryId))?.mayBeClosed).toBe(false)
  })

  it('a clock that was years ahead delays by at most one waiting period', async () => {
    const ahead = settableClock(3_000 * day)
    const first = await open({ system: ahead.system })
    const { entryId } = await lost(first, false)
    await first.end()
    const { clock, system } = settableClock()
    const second = await open({ folder: first.folder, system })
    const closes = (await openOutcomeOf(second, entryId))!.closesFrom
    expect(Date.parse(closes) - Date.now()).toBeLessThanOrEqual(120 * minute)
    clock.passed += 121 * minute
    await second.call('orders.checkStatus', { entryId })
    expect((await openOutcomeOf(second, entryId))?.mayBeClosed).toBe(true)
  })
})

it('attack: a gateway dates its reply to the last moment of the calendar: it is asked and charged as before', async () => {
  const desk = await open()
  const profileId = await profileAt(desk, (path, form) => path.includes('/make-rebill-sale/')
    ? `type=async-response\n&serial-number=1\n&merchant-order-id=${form.get('client_orderid')}\n&gw-order-id=77\n`
    : 'type=get-card-info-response\n&card-printed-name=Zoe\n&last-four-digits=0001\n', { date: 'Sat, 13 Sep 275760 00:00:00 GMT' })
  const { entryPoint } = chargeForm(desk)
  await desk.call('cards.lookUp', { profileId, entryPoint, cardReference: '1000001' })
  await new Promise((resolve) => { setTimeout(resolve, 1_000) })
  const { intentId } = await desk.call('payments.review', { ...chargeForm(desk), profileId })
  expect(await desk.call('payments.submit', { intentId, ...confirm })).toMatchObject({ outcome: { kind: 'accepted' } })
})
