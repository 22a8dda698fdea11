/** After an administrator continued with a history that was behind, the gateway is queried before each payment. */
import { afterEach, describe, expect, it } from 'vitest'
import { readReply } from '#shared/gateway/replies/reply.ts'
import type { OutsideQuestion } from '../../../../electron/desk/services.ts'
import type { SendReport } from '../../../../electron/gateway/port.ts'
import { closeAll, endpoint, type OpenOptions } from '../support.ts'
import { killed, openReal, removeJournal, restarted, type RealDesk } from './history-support.ts'

afterEach(closeAll)

const day = 24 * 60 * 60_000
const lost: SendReport = {
  outcome: { kind: 'unknown', fault: 'connection-lost', reply: null }, httpStatus: null, durationMs: 1, clockOffsetSeconds: null,
  certificateEndsAt: null,
}

/** A reply to a status query, as the gateway would have sent it. */
function answered(kind: 'answered' | 'refused', fields: Readonly<Record<string, string>>): SendReport {
  const body = Object.entries(fields).map(([name, value]) => `${name}=${value}\n`).join('&')
  const reply = readReply({ httpStatus: 200, contentType: 'text/html', body, delimited: true }, 'gw')
  return { ...lost, outcome: { kind, reply }, httpStatus: 200 }
}
const refused = (type: string, message: string) => answered('refused', { type, 'error-code': '5', 'error-message': message })

/** A desk whose journal was deleted after the charge `first`, and that continued with an empty one. */
async function continuedDesk(options: OpenOptions = {}): Promise<RealDesk> {
  const before = await openReal()
  const desk = await restarted(before, () => { removeJournal(before.folder) }, options)
  await desk.call('historyTrust.goOn', { reason: 'The disk was replaced.' })
  return desk
}

const isStatus = ({ url }: { readonly url: string }) => url.includes('/status/')
const isCharge = ({ url }: { readonly url: string }) => url.includes('/make-rebill')

describe('a charge', () => {
  it('is refused if the gateway has its merchant order id, and sent once if not', async () => {
    const desk = await continuedDesk()
    expect(await desk.charge('first')).toEqual({ code: 'gateway-knows-order' })
    expect(await desk.charge('new-one')).toBe(null)
    expect([desk.ordersOf('first'), desk.ordersOf('new-one')]).toEqual([1, 1])
    // The query is recorded like any other.
    const { rows } = await desk.call('history.search', { text: '', states: [], operations: ['status'], profileId: null, before: null, limit: 50 })
    expect(rows.map(({ merchantOrderId }) => merchantOrderId)).toEqual(expect.arrayContaining(['first', 'new-one']))
  })

  it.each([
    ['a lost answer', lost],
    ['an error of the gateway', refused('error', 'Internal error')],
    ['a refusal without a message and a code', answered('refused', { type: 'validation-error', 'serial-number': '1-2' })],
    ['a refused control', refused('validation-error', 'INVALID_CONTROL_CODE')],
    ['another order', answered('answered', { type: 'status-response', status: 'approved', 'merchant-order-id': 'another' })],
  ] as [string, SendReport][])('is not sent after %s', async (_what, report) => {
    const desk = await continuedDesk()
    desk.instead((request) => isStatus(request) ? report : null)
    expect(await desk.charge('new-one')).toEqual({ code: 'gateway-answer-unclear' })
    expect(desk.ordersOf('new-one')).toBe(0)
    desk.instead(() => null)
    expect(await desk.charge('new-one')).toBe(null)
  })

  it('is not sent by a person who unlocks the desk during the query', async () => {
    const desk = await continuedDesk()
    const queried = Promise.withResolvers<undefined>()
    const answer = Promise.withResolvers<undefined>()
    desk.instead((request) => {
      if (!isStatus(request)) return null
      queried.resolve(undefined)
      return answer.promise.then(() => refused('validation-error', 'Order not found'))
    })
    const charging = desk.charge('new-one')
    await queried.promise
    await desk.call('access.lock', null)
    await desk.unlock()
    answer.resolve(undefined)
    expect(await charging).toEqual({ code: 'desk-locked' })
    expect(desk.ordersOf('new-one')).toBe(0)
  })
})

describe('a refund', () => {
  const refund = async (desk: RealDesk, reason: string | null) => {
    const { orderId } = desk.ordersInLedger().find(({ order }) => order?.merchantOrderId === 'first')!.order!
    const review = await desk.calls['payments.review']({
      profileId: desk.id, entryPoint: { kind: 'endpoint', id: '1001', currency: 'USD' }, operation: 'return',
      values: { merchantOrderId: 'first', orderId, comment: 'sent back', amount: '4.00', currency: 'USD' }, confidential: {},
    })
    if (!review.ok) return review.failure
    expect(review.value.warnings).toContain('confirmed-reason')
    const done = await desk.calls['payments.submit']({ intentId: review.value.intentId, reason, acceptUnverifiedCard: true })
    return done.ok ? done.value.outcome.kind : done.failure
  }

  it('requires a reason, which a person confirms in a message box of the system', async () => {
    const queried: OutsideQuestion[] = []
    let answer = false
    const desk = await continuedDesk({ system: { confirm: async (question) => {
      queried.push(question)
      return answer
    } } })
    expect(await refund(desk, null)).toEqual({ code: 'refund-reason-needed' })
    expect(queried).toEqual([])
    expect(await refund(desk, 'Compared with the gateway')).toEqual({ code: 'not-confirmed-outside' })
    expect(queried[0]!.question).toContain('Refund 4.00 USD')
    expect(queried[0]!.details).toEqual(expect.arrayContaining(['Environment: Staging', 'Reason: Compared with the gateway']))
    answer = true
    expect(await refund(desk, 'Compared with the gateway')).toBe('accepted')
  })
})

describe('the queries', () => {
  it('end after 30 days at the earliest, by an administrator', async () => {
    const desk = await continuedDesk()
    const early = await desk.refused('historyTrust.endQuestions', null)
    expect(early).toMatchObject({ code: 'too-early-to-end' })
    const later = await restarted(desk)
    await later.clock.pass(30 * day - 60_000)
    await later.unlock()
    expect(await later.refused('historyTrust.endQuestions', null)).toEqual(early)
    await later.clock.pass(10 * 60_000)
    await later.call('access.lock', null)
    await later.unlock()
    await later.call('historyTrust.endQuestions', null)
    expect(await later.trust()).toEqual({ kind: 'in-order' })
    expect((await later.trail())[0]!.action).toBe('gateway-questions-ended')
  })

  it('do not end early because of a clock of this computer that was set ahead, if a gateway has another time', async () => {
    const desk = await restarted(await continuedDesk())
    await desk.clock.pass(40 * day)
    await desk.unlock()
    desk.instead(() => ({ ...refused('validation-error', 'Card not found'), clockOffsetSeconds: -40 * day / 1_000 }))
    await desk.call('cards.lookUp', { profileId: desk.id, entryPoint: endpoint, cardReference: '1000001' })
    expect(await desk.refused('historyTrust.endQuestions', null)).toMatchObject({ code: 'too-early-to-end' })
  })

  it('begin at the newest known time if the clock was set back', async () => {
    const before = await openReal()
    const setBack = { system: { now: () => Date.now() - 100 * day } }
    const desk = await restarted(before, () => { removeJournal(before.folder) }, setBack)
    desk.instead(() => ({ ...refused('validation-error', 'Order not found'), clockOffsetSeconds: 100 * day / 1_000 }))
    await desk.call('cards.lookUp', { profileId: desk.id, entryPoint: endpoint, cardReference: '1000001' })
    await desk.call('historyTrust.goOn', { reason: 'The disk was replaced.' })
    const trust = await desk.trust()
    expect(trust.kind === 'careful' && Date.parse(trust.since)).toBeGreaterThan(Date.now() - day)
  })
})

describe('an application that is killed', () => {
  it('between the number in the keychain and the request raises no false alarm, and does not repeat the request', async () => {
    const desk = await openReal()
    const left = Promise.withResolvers<undefined>()
    desk.instead((request) => {
      if (!isCharge(request)) return null
      left.resolve(undefined)
      return new Promise(() => undefined)
    })
    void desk.charge('cut')
    await left.promise
    const again = await killed(desk)
    expect(await again.trust()).toEqual({ kind: 'in-order' })
    expect(await again.charge('cut')).toMatchObject({ code: 'merchant-order-id-used' })
  })

  it('between the intent and the number raises no false alarm, and does not repeat the request', async () => {
    const desk = await openReal()
    const set = desk.keychain.set.bind(desk.keychain)
    const writing = Promise.withResolvers<undefined>()
    Object.assign(desk.keychain, { set: async (name: string, value: Buffer) => {
      if (name !== 'history-record') return await set(name, value)
      writing.resolve(undefined)
      return await new Promise(() => undefined)
    } })
    desk.instead((request) => isCharge(request) ? new Promise(() => undefined) : null)
    void desk.charge('cut')
    await writing.promise
    const again = await killed(desk, () => { Object.assign(desk.keychain, { set }) })
    expect(await again.trust()).toEqual({ kind: 'in-order' })
    expect(await again.charge('cut')).toMatchObject({ code: 'merchant-order-id-used' })
  })
})
