/**
 * Unknown outcomes are resolved automatically: by status queries on the polling plan, never by sending again
 * (addendum 7, 10).
 */
import { afterEach, describe, expect, it } from 'vitest'
import type { Follow } from '#shared/model/answers/answer.ts'
import { act, carriedOut, sell } from './order-support.ts'
import { statusQueries, lost, minute, openOutcomeOf, until, untilAsked, untilState } from './resolution-support.ts'
import { profileAt } from './strange-gateway.ts'
import { chargeForm, closeAll, open } from './support.ts'

afterEach(closeAll)

const notFound = 'type=validation-error\n&serial-number=1\n&error-message=Order+not+found\n&error-code=9\n'
const confirm = { reason: null, acceptUnverifiedCard: false }

describe('a charge whose reply was lost', () => {
  it('is resolved automatically, and was sent once', async () => {
    const desk = await open()
    const answer = await lost(desk, true)
    expect(await openOutcomeOf(desk, answer.entryId)).toMatchObject({ phase: 'planned', lastAskedAt: null, mismatches: [], mayBeClosed: false })
    await untilState(desk, answer, 'approved')
    expect(await desk.call('resolution.list', null)).toEqual([])
    expect(desk.ordersInLedger()).toHaveLength(1)
    const emitted = desk.events.filter(({ name }) => name === 'orders.followed').map(({ payload }) => payload as Follow)
    expect(emitted.findLast(({ entryId }) => entryId === answer.entryId)).toMatchObject({ ended: 'final', answer: { money: 'moved' } })
  })

  it('is resolved after a restart, and was sent once', async () => {
    const first = await open()
    const answer = await lost(first, true)
    await first.end()
    const second = await open({ folder: first.folder })
    await untilState(second, answer, 'approved')
    expect(second.ordersInLedger()).toHaveLength(1)
  })

  it('is checked after a restart once the first screen is shown, so that neither delays the other', async () => {
    const first = await open()
    const answer = await lost(first, true)
    await first.end()
    const { promise, resolve } = Promise.withResolvers<void>()
    const second = await open({ folder: first.folder, firstScreen: promise })
    await second.call('maintenance.verify', null)
    expect(second.events.map(({ name }) => name)).not.toContain('vault.changed')
    resolve()
    await untilState(second, answer, 'approved')
    expect(second.events.map(({ name }) => name)).toContain('vault.changed')
  })

  it('and that the gateway does not know is checked on the plan; the plan ends, and a check by a person continues it', async () => {
    const desk = await open()
    const answer = await lost(desk, false)
    await untilAsked(desk, answer)
    expect(await openOutcomeOf(desk, answer.entryId)).toMatchObject({
      mismatches: ['not-found'], said: { errorText: 'Order not found: no order has these ids' }, cannotAsk: null,
    })
    await until(desk, async () => (await openOutcomeOf(desk, answer.entryId))?.phase === 'by-hand', 5 * minute)
    const before = statusQueries(desk)
    for (let times = 0; times < 10; times++) await desk.clock.pass(10 * minute)
    expect(statusQueries(desk)).toBe(before)
    await desk.call('orders.checkStatus', { entryId: answer.entryId })
    await until(desk, async () => statusQueries(desk) > before + 2, minute)
    expect((await openOutcomeOf(desk, answer.entryId))?.phase).not.toBe('by-hand')
    expect(desk.ordersInLedger()).toHaveLength(0)
  })

  it('is checked again when the computer woke after the plan had ended', async () => {
    const desk = await open()
    const answer = await lost(desk, false)
    await until(desk, async () => (await openOutcomeOf(desk, answer.entryId))?.phase === 'by-hand', 5 * minute)
    await desk.clock.pass(9 * 60 * minute)
    const before = statusQueries(desk)
    desk.control.woke()
    await until(desk, async () => statusQueries(desk) > before)
    // The slow part of the plan, not every 3 s from the beginning.
    await expect.poll(async () => (await openOutcomeOf(desk, answer.entryId))?.phase).toBe('planned')
    const { nextAskAt } = (await openOutcomeOf(desk, answer.entryId))!
    expect(Date.parse(nextAskAt!) - desk.clock.now()).toBeGreaterThan(4 * minute)
  })

  it('whose reply was another order\'s is checked by its own id alone, and resolved by that', async () => {
    const desk = await open()
    const profileId = await profileAt(desk, (path, form) => {
      if (path.includes('/make-rebill-sale/')) {
        return 'type=async-response\n&serial-number=1-2\n&gw-order-id=99\n&merchant-order-id=somebody-elses\n'
      }
      if (!path.includes('/status/') || (form.get('orderid') ?? '') !== '') return notFound
      return [
        'type=status-response', 'status=approved', `merchant-order-id=${form.get('client_orderid') ?? ''}`, 'gw-order-id=77',
        'amount=10.15', 'currency=USD', 'transaction-type=sale', `transaction-date=${new Date().toISOString()}\n`,
      ].join('\n&')
    })
    const review = await desk.call('payments.review', { ...chargeForm(desk), profileId })
    const answer = await desk.call('payments.submit', { intentId: review.intentId, reason: null, acceptUnverifiedCard: true })
    expect(answer.outcome).toMatchObject({ kind: 'unknown', fault: 'another-order' })
    await untilState(desk, answer, 'approved')
    expect((await desk.call('history.entry', { entryId: answer.entryId })).row.orderId).toBe('77')
  })

  it('is shown as waiting while the desk is locked, is not checked, and continues after the unlock', async () => {
    const desk = await open()
    const answer = await lost(desk, true)
    await desk.call('access.lock', null)
    const before = statusQueries(desk)
    for (let times = 0; times < 5; times++) await desk.clock.pass(minute)
    expect(await desk.call('access.describe', null)).toMatchObject({ state: 'locked', openOutcomes: 1 })
    expect(await desk.refused('orders.checkStatus', { entryId: answer.entryId })).toEqual({ code: 'desk-locked' })
    expect(statusQueries(desk)).toBe(before)
    await desk.call('access.unlock', { proof: null })
    await untilState(desk, answer, 'approved')
    expect(desk.ordersInLedger()).toHaveLength(1)
  })

  it('is not checked if its environment cannot be used, which is shown', async () => {
    const first = await open()
    const profileId = await first.addProfile('staging', 'Staging')
    await first.sandbox.armFault({ kind: 'reset-after-reading', operation: 'recurrent-payment', times: 1, delayMs: 0 })
    const review = await first.call('payments.review', { ...chargeForm(first), profileId })
    const answer = await first.call('payments.submit', { intentId: review.intentId, ...confirm })
    const before = statusQueries(first)
    await first.end()
    const second = await open({ folder: first.folder, usable: ['sandbox'] })
    await until(second, async () => (await openOutcomeOf(second, answer.entryId))?.phase === 'by-hand')
    expect((await openOutcomeOf(second, answer.entryId))?.cannotAsk).toEqual({ code: 'environment-not-usable-here' })
    expect(statusQueries(second)).toBe(before)
  })

  it('is not shown as not found if the query itself was refused, or sent to another gateway', async () => {
    const desk = await open()
    const profileId = await desk.addProfile('sandbox', 'Other desk')
    await desk.sandbox.armFault({ kind: 'reset-before-reading', operation: 'recurrent-payment', times: 1, delayMs: 0 })
    const review = await desk.call('payments.review', { ...chargeForm(desk), profileId })
    const { entryId } = await desk.call('payments.submit', { intentId: review.intentId, ...confirm })
    await desk.call('profiles.storeSecret', { id: profileId, secret: 'another secret altogether' })
    expect(await desk.call('orders.checkStatus', { entryId })).toMatchObject({ mismatches: ['not-answered'] })
    await desk.call('profiles.storeSecret', { id: profileId, secret: desk.secret })
    expect(await desk.call('orders.checkStatus', { entryId })).toMatchObject({ mismatches: ['not-found'] })
    const { profiles } = await desk.call('profiles.list', null)
    const { id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
    const baseUrl = draft.gateway.kind === 'address' ? draft.gateway.baseUrl.replace('127.0.0.1', 'localhost') : ''
    await desk.call('profiles.save', {
      id, draft: { ...draft, gateway: { kind: 'address', baseUrl } }, openOutcomes: { reason: 'another shop', sameMerchant: false },
    })
    await desk.call('profiles.storeSecret', { id, secret: desk.secret })
    expect(await desk.call('orders.checkStatus', { entryId })).toMatchObject({ mismatches: ['elsewhere'] })
  })
})

describe('a refund whose reply was lost', () => {
  it('is resolved automatically by a transaction not seen before, and was sent once', async () => {
    const desk = await open()
    const order = await sell(desk, { cardReference: '1000303' })
    await desk.sandbox.armFault({ kind: 'reset-after-reading', operation: 'return', times: 1, delayMs: 0 })
    const refund = await act(desk, order, 'return')
    expect(refund.outcome.kind).toBe('unknown')
    await untilState(desk, refund, 'approved')
    expect(carriedOut(desk)).toHaveLength(1)
  })
})

describe('fifty unknown entries', () => {
  it('do not flood the gateway: a few queries at once, spread over time, each entry in turn', async () => {
    const underWay = new Set<() => void>()
    let most = 0
    const seen = new Set<string>()
    const desk = await open()
    const profileId = await profileAt(desk, (path, form, answer) => {
      if (!path.includes('/status/')) return path.includes('/make-rebill-sale/') ? null : 'type=validation-error\n'
      seen.add(form.get('client_orderid') ?? '')
      underWay.add(() => { answer(notFound) })
      most = Math.max(most, underWay.size)
      return undefined
    })
    for (let count = 0; count < 50; count++) {
      const review = await desk.call('payments.review', { ...chargeForm(desk, { amount: `${10 + count}.00` }), profileId })
      await desk.call('payments.submit', { intentId: review.intentId, reason: 'as agreed', acceptUnverifiedCard: true })
    }
    expect(await desk.call('resolution.list', null)).toHaveLength(50)
    await until(desk, async () => underWay.size === 3)
    for (let times = 0; times < 20; times++) await desk.clock.pass(10_000)
    expect(most).toBe(3)
    await until(desk, async () => {
      underWay.forEach((answer) => { answer() })
      underWay.clear()
      return seen.size === 50
    })
    expect(most).toBe(3)
  }, 60_000)
})
