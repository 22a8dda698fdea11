/** A gateway with invalid replies, and the desk's conclusions. */
import { afterEach, describe, expect, it } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import { composeRequest } from '#shared/gateway/requests/request.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { answerSchema, type Follow } from '#shared/model/answers/answer.ts'
import { entryDetailSchema } from '#shared/model/history/history.ts'
import { intents, reviewLastsMs } from '../../../electron/desk/payments/intents.ts'
import { followers } from '../../../electron/desk/resolution/follow.ts'
import { paymentLimits } from '../../../electron/desk/payments/limits.ts'
import { submitPayment } from '../../../electron/desk/payments/submit-payment.ts'
import { statusQueries } from './resolution-support.ts'
import { profileAt } from './strange-gateway.ts'
import { charge, chargeForm, closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const accepted = 'type=async-response\n&serial-number=1-2\n&gw-order-id=77\n'

/** A gateway with given replies to charges and status queries; null breaks the connection. */
async function openAt(answers: { charge: string | null; status: string }) {
  const desk = await open()
  const profileId = await profileAt(desk, (path) => path.includes('/status/') ? answers.status
    : path.includes('/make-rebill-sale/') ? answers.charge : 'type=validation-error\n')
  const review = await desk.call('payments.review', { ...chargeForm(desk), profileId })
  const answer = await desk.call('payments.submit', { intentId: review.intentId, reason: null, acceptUnverifiedCard: true })
  return { desk, answer, merchantOrderId: review.merchantOrderId }
}

function follows(desk: TestDesk): Follow[] {
  return desk.events.filter((event) => event.name === 'orders.followed').map((event) => event.payload as Follow)
}

describe('an invalid reply', () => {
  it('with an endless id still reaches the person, and does not damage the history', async () => {
    const endless = `type=async-response\n&serial-number=${'9'.repeat(300)}\n&gw-order-id=${'7'.repeat(300)}\n`
    const { desk, answer } = await openAt({ charge: endless, status: '' })
    expect(answerSchema.safeParse(answer).success).toBe(true)
    expect(answer).toMatchObject({ outcome: { kind: 'accepted' }, money: 'under-way' })
    const detail = await desk.call('history.entry', { entryId: answer.entryId })
    expect(entryDetailSchema.safeParse(detail).success).toBe(true)
    expect(detail.row.state).toBe('processing')
  })

  it('about a declined refund does not make its charge appear declined', async () => {
    const answers = { charge: accepted, status: 'type=status-response\n&status=declined\n&transaction-type=reversal\n' }
    const { desk, answer } = await openAt(answers)
    await expect.poll(async () => {
      await desk.clock.pass(5_000)
      return follows(desk).at(-1)?.timesAsked ?? 0
    }).toBeGreaterThan(0)
    await desk.call('orders.checkStatus', { entryId: answer.entryId })
    expect((await desk.call('history.entry', { entryId: answer.entryId })).row.state).toBe('processing')
  })

  it('about a declined refund does not resolve a lost charge, which may have moved money', async () => {
    const answers = { charge: null, status: '' }
    const { desk, answer, merchantOrderId } = await openAt(answers)
    const order = [
      'type=status-response', 'status=declined', `merchant-order-id=${merchantOrderId}`, 'amount=10.15', 'currency=USD',
      `transaction-date=${new Date().toISOString().slice(0, 19)}Z`,
    ]
    answers.status = [...order, 'transaction-type=reversal\n'].join('\n&')
    expect(await desk.call('orders.checkStatus', { entryId: answer.entryId }))
      .toMatchObject({ resolved: false, mismatches: ['order-id'], answer: { money: 'may-have-moved' } })
    answers.status = [...order, 'transaction-type=sale\n'].join('\n&')
    expect(await desk.call('orders.checkStatus', { entryId: answer.entryId }))
      .toMatchObject({ resolved: true, mismatches: [], answer: { money: 'not-moved' } })
  })
})

describe('following', () => {
  it('that cannot start after a request is reported: the page only listens', async () => {
    const emitted: unknown[] = []
    const following = followers({
      services: { journal: { entry: async () => ({ ok: false, failure: { code: 'journal-unwritable', detail: '' } }) }, log: () => undefined },
      emit: (...event: unknown[]) => { emitted.push(event) },
    } as never)
    await following.begin('entry' as EntryId)
    expect(emitted).toEqual([
      ['orders.followed', { entryId: 'entry', answer: null, timesAsked: 0, nextAt: null, ended: 'cannot-ask' }],
    ])
  })

  it('of many orders after a restart does not check all of them at the same moment', async () => {
    const first = await open({ processingMs: 60_000 })
    for (let count = 0; count < 3; count++) await charge(first)
    await first.end()
    const second = await open({ folder: first.folder, processingMs: 60_000 })
    const before = statusQueries(second)
    await second.clock.pass(3_000)
    for (const times of [1, 2, 3]) {
      await expect.poll(async () => (await second.call('resolution.list', null)).filter(({ timesAsked }) => timesAsked > 0).length).toBe(times)
      expect(statusQueries(second) - before).toBe(times)
      await second.clock.pass(500)
    }
  })

  it('can be started again by a person at any age: every ten minutes for half an hour', async () => {
    const first = await open()
    const { entryId } = await charge(first, { cardReference: '1000006' })
    await first.end()
    const second = await open({ folder: first.folder })
    await second.clock.pass(86_400_000)
    expect(await second.call('orders.follow', { entryId })).toMatchObject({ ended: null, nextAt: expect.any(String) as string })
    for (const times of [1, 2, 3]) {
      await second.clock.pass(10 * 60_000)
      await expect.poll(() => follows(second).at(-1)?.timesAsked).toBe(times)
    }
    expect(follows(second).at(-1)).toMatchObject({ ended: 'plan-ended', nextAt: null })
  })

  it('keeps to its plan when the clock was set back by a day', async () => {
    const first = await open({ processingMs: 60_000 })
    await first.clock.pass(86_400_000)
    const { entryId } = await charge(first)
    await first.end()
    const second = await open({ folder: first.folder, processingMs: 3_600_000 })
    await second.call('orders.follow', { entryId })
    const polled = async (times: number, step: number) => {
      await second.clock.pass(step)
      await expect.poll(() => follows(second).at(-1)?.timesAsked).toBe(times)
      await expect.poll(() => follows(second).at(-1)?.nextAt).not.toBeNull()
    }
    const before = second.clock.now()
    await polled(1, 6 * 60_000)
    expect(Date.parse(follows(second).at(-1)?.nextAt ?? '') - before).toBeGreaterThan(10 * 60_000)
  })
})

describe('a review', () => {
  it('needs a reason if one of its amounts was charged already', async () => {
    const desk = await open()
    await charge(desk, { amount: '8.00' })
    const review = await desk.call('payments.review', chargeForm(desk, { amount: '10.15', enumeratedAmounts: '10.15,8.00' }))
    expect(review.possibleDuplicate?.minorAmount).toBe('800')
    expect(await desk.refused('payments.submit', { intentId: review.intentId, reason: null, acceptUnverifiedCard: true }))
      .toEqual({ code: 'reason-needed' })
  })

  it('that expired during an attempt is deleted with its cvv', () => {
    let now = 0
    const services = { system: { now: () => now, randomHex: () => 'intent', schedule: () => () => undefined } }
    const waiting = intents(services as never)
    const { id } = waiting.add({} as never)
    expect(waiting.take(id).ok).toBe(true)
    now = reviewLastsMs + 1
    waiting.release(id)
    now = 0
    expect(waiting.take(id)).toMatchObject({ failure: { code: 'intent-gone' } })
  })

  it('with a defect is deleted, too', async () => {
    const context = { baseUrl: 'http://127.0.0.1:1', productWord: 'gw', login: 'l', entryPoint: endpoint, switches: defaultSwitches }
    const target = { profile: { id: 'p', environment: 'sandbox', gateway: { kind: 'built-in' } }, entryPoint: endpoint, context }
    const operation = operations['recurrent-payment']
    const services = { system: { now: () => 0, randomHex: () => 'intent', schedule: () => () => undefined } }
    const waiting = intents(services as never)
    const { id } = waiting.add({
      operationRequest: { target, operation, values: {} }, request: composeRequest(operation, {}, context),
      cardVerified: true,
    } as never)
    const sender = { sendOperation: () => Promise.reject(new Error('defect')) }
    const history = { precondition: async () => ({ ok: true, value: 'none' }) }
    const desk = { services, sender, history, findTarget: async () => ({ ok: true, value: target }) }
    const submitted = submitPayment(
      desk as never, waiting, paymentLimits(services as never), { intentId: id, reason: 'as agreed', acceptUnverifiedCard: false },
    )
    await expect(submitted).rejects.toThrow('defect')
    expect(waiting.find(id)).toMatchObject({ failure: { code: 'intent-gone' } })
  })
})
