/** A status of error: the result at the bank is not certain, so money may have moved (addendum 7). */
import { afterEach, describe, expect, it } from 'vitest'
import { confirm, followed, stateOf } from './order-support.ts'
import { minute, openOutcomeOf, untilAsked } from './resolution-support.ts'
import { charge, chargeForm, closeAll, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const ofErrorCard = { cardReference: '1000004' }

async function chargeInError(desk: TestDesk) {
  const answer = await charge(desk, ofErrorCard)
  await followed(desk, answer)
  expect(await stateOf(desk, answer)).toBe('error')
  return answer
}

describe('a charge that ended in error', () => {
  it('is an open outcome, and queried again', async () => {
    const desk = await open()
    const answer = await chargeInError(desk)
    expect((await desk.call('resolution.list', null)).map(({ row }) => row.entryId)).toEqual([answer.entryId])
    await untilAsked(desk, answer)
    expect(await openOutcomeOf(desk, answer.entryId)).toMatchObject({ closes: 'error', mayBeClosed: false, mismatches: [] })
  })

  it('attack: the same card and amount after 40 minutes: a reason is needed, and the entry is named', async () => {
    const desk = await open()
    const { entryId } = await chargeInError(desk)
    await desk.clock.pass(40 * minute)
    const review = await desk.call('payments.review', chargeForm(desk, ofErrorCard))
    expect(review.possibleDuplicate?.entryId).toBe(entryId)
    expect(await desk.refused('payments.submit', { intentId: review.intentId, ...confirm })).toEqual({ code: 'reason-needed' })
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('may be closed with a reason and a status from after the waiting time, and then is not a possible duplicate', async () => {
    const desk = await open()
    const { entryId } = await chargeInError(desk)
    const closing = { entryId, reason: 'the bank says that nothing was taken' }
    expect(await desk.refused('resolution.close', closing)).toEqual({ code: 'too-early-to-close' })
    await desk.clock.pass(121 * minute)
    expect(await desk.refused('resolution.close', closing)).toEqual({ code: 'too-early-to-close' })
    await desk.call('orders.checkStatus', { entryId })
    await desk.call('resolution.close', closing)
    expect((await desk.call('history.entry', { entryId })).row.state).toBe('closed-error')
    expect(await desk.call('resolution.list', null)).toEqual([])
    expect((await desk.call('payments.review', chargeForm(desk, ofErrorCard))).possibleDuplicate).toBeNull()
    const { lines } = await desk.call('maintenance.audit', { before: null, limit: 5 })
    expect(lines.find(({ action }) => action === 'closed-by-hand')?.detail).toBe(closing.reason)
  })

  it('is not closed if the gateway cannot be reached immediately before', async () => {
    const desk = await open()
    const { entryId } = await chargeInError(desk)
    await desk.clock.pass(121 * minute)
    await desk.call('orders.checkStatus', { entryId })
    await desk.sandbox.armFault({ kind: 'reset-before-reading', operation: 'status', times: 1, delayMs: 0 })
    expect(await desk.refused('resolution.close', { entryId, reason: 'surely nothing' })).toEqual({ code: 'not-found-no-more' })
    expect((await desk.call('history.entry', { entryId })).row.state).toBe('error')
  })
})
