/**
 * "Not found" is no proof; closing an entry because of it is a person's decision, late and with a reason (addendum
 * 10).
 */
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultSettings } from '#shared/model/application/settings.ts'
import { sent } from '../../support/fixtures/settings.ts'
import { act, followed, sell, stateOf } from './order-support.ts'
import { lost, minute, openOutcomeOf, until, untilAsked, untilState } from './resolution-support.ts'
import { chargeForm, closeAll, open, type TestDesk } from './support.ts'

afterEach(closeAll)

/** Charged by another desk of the same merchant with the same merchant order id. */
async function chargedElsewhere(desk: TestDesk, merchantOrderId: string, amount: string): Promise<void> {
  const profileId = await desk.addProfile('sandbox', 'Other desk')
  const review = await desk.call('payments.review', { ...chargeForm(desk, { merchantOrderId, amount }), profileId })
  const answer = await desk.call('payments.submit', { intentId: review.intentId, reason: 'theirs', acceptUnverifiedCard: true })
  await followed(desk, answer)
}

/** A charge that never arrived, closed by hand after the shortest waiting time. */
async function closed(desk: TestDesk, changes: Record<string, string> = {}) {
  await desk.call('settings.save', sent({ ...defaultSettings, operatorName: '', notFoundAfterMinutes: 15 }))
  const answer = await lost(desk, false, changes)
  await untilAsked(desk, answer)
  await desk.clock.pass(16 * minute)
  await desk.call('orders.checkStatus', { entryId: answer.entryId })
  await until(desk, async () => (await openOutcomeOf(desk, answer.entryId))?.mayBeClosed === true)
  await desk.call('resolution.close', { entryId: answer.entryId, reason: 'the bank knows nothing of it' })
  return answer
}

describe('"not found"', () => {
  it('is not treated as "not charged" before the waiting time, nor with a reply from before it', async () => {
    const desk = await open()
    const { entryId } = await lost(desk, false)
    await untilAsked(desk, { entryId })
    const { row, closesFrom, mayBeClosed } = (await openOutcomeOf(desk, entryId))!
    const waits = Date.parse(closesFrom) - Date.parse(row.at)
    expect(waits).toBeGreaterThanOrEqual(120 * minute)
    expect(waits).toBeLessThan(121 * minute)
    expect(mayBeClosed).toBe(false)
    expect(await desk.refused('resolution.close', { entryId, reason: 'in a hurry' })).toEqual({ code: 'too-early-to-close' })
    await until(desk, async () => (await openOutcomeOf(desk, entryId))?.phase === 'by-hand', 5 * minute)
    await desk.clock.pass(120 * minute)
    expect((await openOutcomeOf(desk, entryId))?.mayBeClosed).toBe(false)
    expect(await desk.refused('resolution.close', { entryId, reason: 'in a hurry' })).toEqual({ code: 'too-early-to-close' })
    await desk.call('orders.checkStatus', { entryId })
    expect((await openOutcomeOf(desk, entryId))?.mayBeClosed).toBe(true)
    expect(await stateOf(desk, { entryId })).toBe('unknown')
  })

  it('allows closing a charge by hand: who and why are stored, its id stays used, and it is no possible duplicate', async () => {
    const desk = await open()
    // Some of its digits pass the check digit of cards; the audit trail has it whole.
    const answer = await closed(desk, { merchantOrderId: '17958058889520001' })
    expect(await stateOf(desk, answer)).toBe('not-found')
    expect(await desk.call('resolution.list', null)).toEqual([])
    const { events } = await desk.call('history.entry', { entryId: answer.entryId })
    expect(events.at(-1)).toMatchObject({
      kind: 'closing', who: 'm.keller', reason: 'the bank knows nothing of it', errorText: 'Order not found: no order has these ids',
    })
    expect((await desk.call('maintenance.audit', { before: null, limit: 10 })).lines[0]).toMatchObject({
      action: 'closed-by-hand', osUser: 'm.keller', subject: answer.merchantOrderId, detail: 'the bank knows nothing of it',
    })
    const again = { ...chargeForm(desk, { merchantOrderId: answer.merchantOrderId! }) }
    expect(await desk.refused('payments.review', again)).toMatchObject({ code: 'merchant-order-id-used' })
    expect((await desk.call('payments.review', chargeForm(desk))).possibleDuplicate).toBeNull()
    expect(desk.ordersInLedger()).toHaveLength(0)
  })

  it('is kept after a restart', async () => {
    const first = await open()
    const answer = await closed(first)
    await first.end()
    const second = await open({ folder: first.folder })
    expect(await stateOf(second, answer)).toBe('not-found')
  })

  it('that is wrong is corrected by the next status of the order', async () => {
    const desk = await open()
    const answer = await closed(desk)
    await chargedElsewhere(desk, answer.merchantOrderId!, '10.15')
    await desk.call('orders.checkStatus', { entryId: answer.entryId })
    expect(await stateOf(desk, answer)).toBe('approved')
  })

  it('becomes unknown again if a lookup finds an order that does not match', async () => {
    const desk = await open()
    const answer = await closed(desk)
    await chargedElsewhere(desk, answer.merchantOrderId!, '8.00')
    await desk.call('orders.status', {
      profileId: desk.profileId, entryPoint: answer.entryPoint, merchantOrderId: answer.merchantOrderId, orderId: null,
      serialNumber: null, askAnyway: false,
    })
    await untilState(desk, answer, 'unknown')
    expect(await openOutcomeOf(desk, answer.entryId)).toBeDefined()
  })

  it('is resolved if a correct callback names the order', async () => {
    const desk = await open()
    const answer = await closed(desk)
    const id = answer.merchantOrderId!
    await chargedElsewhere(desk, id, '10.15')
    const control = createHash('sha1').update(`approved77${id}${desk.secret}`, 'utf8').digest('hex')
    const fields = { status: 'approved', merchant_order: id, client_orderid: id, orderid: '77', type: 'sale', amount: '10.15' }
    const text = (signature: string) => `https://shop.example/cb?${new URLSearchParams({ ...fields, control: signature }).toString()}`
    await desk.call('callbacks.check', { profileId: desk.profileId, text: text('0'.repeat(40)) })
    for (let times = 0; times < 3; times++) await desk.clock.pass(minute)
    expect(await stateOf(desk, answer)).toBe('not-found')
    await desk.call('callbacks.check', { profileId: desk.profileId, text: text(control) })
    await untilState(desk, answer, 'approved')
  })

  it('closes nothing if the order was found since the last check', async () => {
    const desk = await open()
    await desk.call('settings.save', sent({ ...defaultSettings, operatorName: '', notFoundAfterMinutes: 15 }))
    const answer = await lost(desk, false)
    await desk.clock.pass(16 * minute)
    await desk.call('orders.checkStatus', { entryId: answer.entryId })
    expect((await openOutcomeOf(desk, answer.entryId))?.mayBeClosed).toBe(true)
    await chargedElsewhere(desk, answer.merchantOrderId!, '8.00')
    const refusal = await desk.refused('resolution.close', { entryId: answer.entryId, reason: 'surely not' })
    expect(['not-found-no-more', 'too-early-to-close']).toContain(refusal.code)
    expect(await stateOf(desk, answer)).toBe('unknown')
  })
})

describe('a refund whose reply was lost', () => {
  it('that never arrived is never closed as not found; an administrator closes it after the waiting time, with a final status', async () => {
    const desk = await open()
    await desk.call('settings.save', sent({ ...defaultSettings, operatorName: '', notFoundAfterMinutes: 15 }))
    const order = await sell(desk, { cardReference: '1000203' })
    const refund = await act(desk, order, 'return')
    await untilAsked(desk, refund)
    await desk.clock.pass(16 * minute)
    await desk.call('orders.checkStatus', { entryId: refund.entryId })
    expect(await openOutcomeOf(desk, refund.entryId)).toMatchObject({ mismatches: expect.arrayContaining(['order-id']) as unknown, closes: 'unknown', mayBeClosed: true })
    expect(await desk.refused('resolution.close', { entryId: refund.entryId, reason: 'surely not' }))
      .toEqual({ code: 'nothing-to-resolve' })
    expect(await stateOf(desk, refund)).toBe('unknown')
    await desk.call('resolution.giveUp', { entryId: refund.entryId, reason: 'the bank knows nothing of it' })
    expect(await stateOf(desk, refund)).toBe('closed-unknown')
    // The order's own status has no information about the refund, now as before.
    await desk.call('orders.checkStatus', { entryId: refund.entryId })
    expect(await stateOf(desk, refund)).toBe('closed-unknown')
  })
})
