/** Refunds, voids and captures over the real sandbox: its ledger is the truth (addendum 8). */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { act, actionForm, asPayment, cardForm, carriedOut, confirm, followed, sell, sold, stateOf, type Sold } from './order-support.ts'
import { charge, closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const dollars = (amount: string) => ({ amount, currency: 'USD' })

async function refusedReview(desk: TestDesk, order: Sold, operation: 'return' | 'void' | 'capture', values: Record<string, string> = {}) {
  return await desk.refused('payments.review', actionForm(desk, order, operation, values))
}

describe('a refund', () => {
  it('of the whole amount is reviewed with the amount, sent once, and followed by its own number while the sale stays approved', async () => {
    const desk = await open()
    const order = await sell(desk)
    const review = await desk.call('payments.review', actionForm(desk, order, 'return', { comment: 'returned goods' }))
    expect(review).toMatchObject({
      operation: 'return', orderId: order.orderId, merchantOrderId: order.merchantOrderId, amounts: [], minorAmount: null,
      effectiveAmount: '10.15', currency: 'USD', refundedKnownHere: '0', cardVerified: true, card: null, possibleDuplicate: null,
    })
    expect(review.order?.money).toBe('moved')
    expect(review.sent.map(({ field }) => field)).toEqual(['login', 'merchantOrderId', 'orderId', 'comment'])
    expect(carriedOut(desk)).toHaveLength(0)

    const answer = await desk.call('payments.submit', { intentId: review.intentId, ...confirm })
    expect(answer).toMatchObject({ outcome: { kind: 'accepted' }, orderId: order.orderId })
    expect(answer.serialNumber).not.toBe(order.answer.serialNumber)
    const end = await followed(desk, answer)
    expect(end.answer?.reply?.fields.find(({ name }) => name === 'by-request-sn')?.value).toBe(answer.serialNumber)
    expect(await stateOf(desk, answer)).toBe('approved')
    await desk.call('orders.checkStatus', { entryId: order.answer.entryId })
    expect(await stateOf(desk, order.answer)).toBe('approved')
    expect(carriedOut(desk)).toHaveLength(1)
    expect(await refusedReview(desk, order, 'return')).toEqual({ code: 'not-possible-now', why: 'nothing-left' })
    expect(await refusedReview(desk, order, 'void')).toEqual({ code: 'not-possible-now', why: 'later-transaction' })
  })

  it('of two parts adds up, and not a cent more is refunded', async () => {
    const desk = await open()
    const order = await sell(desk)
    await followed(desk, await act(desk, order, 'return', dollars('3.15')))
    const second = await desk.call('payments.review', actionForm(desk, order, 'return', dollars('7.00')))
    expect(second).toMatchObject({ refundedKnownHere: '315', effectiveAmount: '7.00', minorAmount: '700' })
    expect(await refusedReview(desk, order, 'return', dollars('7.01'))).toEqual({ code: 'not-possible-now', why: 'above-amount' })
    expect(await refusedReview(desk, order, 'return')).toEqual({ code: 'not-possible-now', why: 'above-amount' })
    await followed(desk, await desk.call('payments.submit', { intentId: second.intentId, ...confirm }))
    expect(await refusedReview(desk, order, 'return', dollars('0.01'))).toEqual({ code: 'not-possible-now', why: 'nothing-left' })
    expect(carriedOut(desk)).toHaveLength(2)
  })

  it('of an order with enumerated amounts is at most the approved one', async () => {
    const desk = await open()
    // The sandbox declines the first one and charges 8.00.
    const order = await sell(desk, { amount: '13.13', enumeratedAmounts: '13.13,8.00' })
    expect(await refusedReview(desk, order, 'return', dollars('8.01'))).toEqual({ code: 'not-possible-now', why: 'above-amount' })
    const refundsOf = async (key: Sold) =>
      asPayment(await desk.call('orders.page', { profileId: desk.profileId, entryPoint: endpoint, ...key })).refunds.knownHere
    await followed(desk, await act(desk, order, 'return', dollars('3.00')))
    expect(await refusedReview(desk, order, 'return', dollars('5.01'))).toEqual({ code: 'not-possible-now', why: 'above-amount' })
    expect(await refundsOf(order)).toBe('300')
    const whole = await sell(desk, { amount: '23.13', enumeratedAmounts: '23.13,9.00' })
    await followed(desk, await act(desk, whole, 'return'))
    expect(await refundsOf(whole)).toBe('900')
    expect(await refusedReview(desk, whole, 'return')).toEqual({ code: 'not-possible-now', why: 'nothing-left' })
  })

  it('of a part implies the order’s currency, and another one is not possible', async () => {
    const desk = await open()
    const order = await sell(desk)
    const group = { kind: 'group' as const, id: '2001' }
    const form = actionForm(desk, order, 'return', { amount: '3.15' })
    expect(await desk.call('payments.review', form)).toMatchObject({ minorAmount: '315', currency: 'USD' })
    const review = await desk.call('payments.review', { ...form, entryPoint: group })
    expect(review.sent.find(({ field }) => field === 'currency')?.value).toBe('USD')
    const euro = { ...form, entryPoint: group, values: { ...form.values, currency: 'EUR' } }
    expect(await desk.refused('payments.review', euro)).toEqual({ code: 'not-possible-now', why: 'other-currency' })
  })

  it('reports problems of its form before any request, and if the gate accepts no parts', async () => {
    const desk = await open()
    const order = await sell(desk, { cardReference: '1000303' })
    const before = desk.ledger().length
    expect(await refusedReview(desk, order, 'return', { amount: '3,15' })).toMatchObject({ code: 'form-invalid', problems: [{ field: 'amount' }] })
    expect(desk.ledger()).toHaveLength(before)
    expect(await refusedReview(desk, order, 'return', dollars('3.15'))).toEqual({ code: 'not-possible-now', why: 'part-not-supported' })
  })

  it('is not offered while the sale is in progress, nor for a declined or unknown one', async () => {
    const desk = await open({ processingMs: 60_000 })
    const answer = await charge(desk)
    const order: Sold = { orderId: answer.orderId!, merchantOrderId: answer.merchantOrderId!, answer }
    expect(await refusedReview(desk, order, 'return')).toEqual({ code: 'not-possible-now', why: 'not-final' })
    const unknown = { ...order, orderId: '1' as Sold['orderId'] }
    expect(await refusedReview(desk, unknown, 'return')).toEqual({
      code: 'order-not-found', answered: 'Order not found: no order has these ids',
    })
    const other = await open()
    expect(await refusedReview(other, await sell(other, { cardReference: '1000002' }), 'return'))
      .toEqual({ code: 'not-possible-now', why: 'not-successful' })
  })

  it('that was declined does not change the order, and may be repeated with a reason', async () => {
    const desk = await open()
    const order = await sell(desk, { cardReference: '1000301' })
    const first = await act(desk, order, 'return')
    expect((await followed(desk, first)).answer?.money).toBe('not-moved')
    expect(await stateOf(desk, first)).toBe('declined')
    const again = await desk.call('payments.review', actionForm(desk, order, 'return'))
    expect(again).toMatchObject({ refundedKnownHere: '0', effectiveAmount: '10.15', possibleDuplicate: { entryId: first.entryId } })
    expect(await desk.refused('payments.submit', { intentId: again.intentId, ...confirm })).toEqual({ code: 'reason-needed' })
    expect(carriedOut(desk)).toHaveLength(1)
    await desk.call('payments.submit', { intentId: again.intentId, ...confirm, reason: 'the bank asked for another try' })
    expect(carriedOut(desk)).toHaveLength(2)
  })

  it('of the same part within half an hour needs a reason; of another part it does not', async () => {
    const desk = await open()
    const order = await sell(desk)
    await followed(desk, await act(desk, order, 'return', dollars('3.15')))
    expect((await desk.call('payments.review', actionForm(desk, order, 'return', dollars('3.14')))).possibleDuplicate).toBeNull()
    expect((await desk.call('payments.review', actionForm(desk, order, 'return', dollars('3.15')))).possibleDuplicate?.minorAmount).toBe('315')
    await desk.clock.pass(31 * 60_000)
    expect((await desk.call('payments.review', actionForm(desk, order, 'return', dollars('3.15')))).possibleDuplicate).toBeNull()
  })
})

describe('of one order one thing is in flight', () => {
  it('two reviews confirmed at the same moment cause one line in the ledger of the gateway', async () => {
    const desk = await open({ processingMs: 0 })
    const order = await sell(desk)
    const one = await desk.call('payments.review', actionForm(desk, order, 'return', dollars('3.15')))
    const two = await desk.call('payments.review', actionForm(desk, order, 'return', dollars('4.00')))
    const answers = await Promise.allSettled([one, two].map(({ intentId }) => desk.call('payments.submit', { intentId, ...confirm })))
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(String(answers.find((answer) => answer.status === 'rejected')?.reason)).toContain('order-busy')
    expect(carriedOut(desk)).toHaveLength(1)
  })

  it('the next is refused before any request, and possible once the first has ended', async () => {
    const desk = await open()
    const order = await sell(desk)
    const first = await act(desk, order, 'return', dollars('3.15'))
    const sentBefore = desk.ledger().length
    expect(await refusedReview(desk, order, 'return', dollars('1.00'))).toEqual({ code: 'order-busy', entryId: first.entryId })
    expect(desk.ledger()).toHaveLength(sentBefore)
    await followed(desk, first)
    expect(await desk.call('payments.review', actionForm(desk, order, 'return', dollars('1.00')))).toMatchObject({ refundedKnownHere: '315' })
  })

  it('a review is checked again before sending: a refund in between counts', async () => {
    const desk = await open()
    const order = await sell(desk)
    const late = await desk.call('payments.review', actionForm(desk, order, 'return', dollars('8.00')))
    await followed(desk, await act(desk, order, 'return', dollars('3.15')))
    expect(await desk.refused('payments.submit', { intentId: late.intentId, ...confirm })).toEqual({ code: 'not-possible-now', why: 'above-amount' })
    expect(carriedOut(desk)).toHaveLength(1)
  })
})

describe('if the reply to a refund is lost', () => {
  const lose = (desk: TestDesk, kind: 'reset-after-reading' | 'reset-before-reading') =>
    desk.sandbox.armFault({ kind, operation: 'return', times: 1, delayMs: 0 })

  it('a whole one blocks the order until a status query finds the new transaction, if the gate accepts no parts', async () => {
    const desk = await open()
    const order = await sell(desk, { cardReference: '1000303' })
    await lose(desk, 'reset-after-reading')
    const answer = await act(desk, order, 'return')
    expect(answer).toMatchObject({ outcome: { kind: 'unknown' }, money: 'may-have-moved' })
    expect(await refusedReview(desk, order, 'return')).toEqual({ code: 'order-busy', entryId: answer.entryId })
    expect(await desk.call('orders.checkStatus', { entryId: answer.entryId }))
      .toMatchObject({ resolved: true, mismatches: [], answer: { money: 'moved' } })
    expect(await stateOf(desk, answer)).toBe('approved')
    expect(await stateOf(desk, order.answer)).toBe('approved')
    expect(await refusedReview(desk, order, 'return')).toEqual({ code: 'not-possible-now', why: 'nothing-left' })
    expect(carriedOut(desk)).toHaveLength(1)
  })

  it('a whole one stays unknown and blocks if the gate accepts parts: another desk’s part is reported with the same amount', async () => {
    const desk = await open()
    const order = await sell(desk)
    await lose(desk, 'reset-after-reading')
    const answer = await act(desk, order, 'return')
    expect(await desk.call('orders.checkStatus', { entryId: answer.entryId }))
      .toMatchObject({ resolved: false, mismatches: ['amount'], answer: { money: 'may-have-moved' } })
    expect(await stateOf(desk, answer)).toBe('unknown')
    expect(await refusedReview(desk, order, 'return')).toEqual({ code: 'order-busy', entryId: answer.entryId })
  })

  it('a part stays unknown and blocks: the gateway does not report which part it was', async () => {
    const desk = await open()
    const order = await sell(desk)
    await lose(desk, 'reset-after-reading')
    const answer = await act(desk, order, 'return', dollars('3.15'))
    expect(await desk.call('orders.checkStatus', { entryId: answer.entryId }))
      .toMatchObject({ resolved: false, mismatches: ['amount'], answer: { money: 'may-have-moved' } })
    expect(await stateOf(desk, answer)).toBe('unknown')
    expect(await refusedReview(desk, order, 'return', dollars('1.00'))).toEqual({ code: 'order-busy', entryId: answer.entryId })
    expect(carriedOut(desk)).toHaveLength(1)
  })

  it('and it never arrived, an earlier refund is not mistaken for it', async () => {
    const desk = await open()
    const order = await sell(desk, { cardReference: '1000301' })
    await followed(desk, await act(desk, order, 'return'))
    await lose(desk, 'reset-before-reading')
    const answer = await act(desk, order, 'return', {}, 'once more')
    expect(await desk.call('orders.checkStatus', { entryId: answer.entryId }))
      .toMatchObject({ resolved: false, mismatches: ['order-id', 'amount'], answer: { money: 'may-have-moved' } })
    expect(await stateOf(desk, answer)).toBe('unknown')
    expect(carriedOut(desk)).toHaveLength(1)
  })

  it('and there is only the sale, nothing is resolved', async () => {
    const desk = await open()
    const order = await sell(desk, { cardReference: '1000303' })
    await lose(desk, 'reset-before-reading')
    const answer = await act(desk, order, 'return')
    expect(await desk.call('orders.checkStatus', { entryId: answer.entryId })).toMatchObject({ resolved: false, mismatches: ['order-id'] })
    expect(await stateOf(desk, answer)).toBe('unknown')
    expect(carriedOut(desk)).toHaveLength(0)
  })

  it('because the application was killed in the middle, it is unknown and blocks', async () => {
    const first = await open()
    const order = await sell(first)
    await first.sandbox.armFault({ kind: 'no-answer', operation: 'return', times: 1, delayMs: 0 })
    const { intentId } = await first.call('payments.review', actionForm(first, order, 'return'))
    const submitted = first.call('payments.submit', { intentId, ...confirm }).catch(() => null)
    await expect.poll(() => carriedOut(first).length).toBe(1)
    // The files as a power cut would have left them at this moment.
    const left = mkdtempSync(join(tmpdir(), 'desk-killed-'))
    onTestFinished(() => { rmSync(left, { recursive: true, force: true }) })
    cpSync(first.folder, left, { recursive: true })
    await first.end()
    await submitted

    const second = await open({ folder: left })
    const [open_] = await second.call('resolution.list', null)
    expect(open_?.row).toMatchObject({ operation: 'return', state: 'unknown', orderId: order.orderId })
    expect(await refusedReview(second, order, 'return')).toEqual({ code: 'order-busy', entryId: open_?.row.entryId })
    expect(carriedOut(second)).toHaveLength(1)
  })
})

describe('a preauthorisation', () => {
  const hold = async (desk: TestDesk) => {
    const review = await desk.call('payments.review', cardForm(desk, 'preauth'))
    return await sold(desk, await desk.call('payments.submit', { intentId: review.intentId, ...confirm }))
  }

  it('is captured, then refunded in parts; captured once only', async () => {
    const desk = await open()
    const order = await hold(desk)
    expect(await refusedReview(desk, order, 'return', dollars('3.15'))).toEqual({ code: 'not-possible-now', why: 'whole-only' })
    const capture = await act(desk, order, 'capture')
    await followed(desk, capture)
    expect(await stateOf(desk, capture)).toBe('approved')
    expect(await refusedReview(desk, order, 'capture')).toEqual({ code: 'not-possible-now', why: 'already-captured' })
    await followed(desk, await act(desk, order, 'return', dollars('3.15')))
    expect(await refusedReview(desk, order, 'capture')).toEqual({ code: 'not-possible-now', why: 'already-captured' })
    const rest = await act(desk, order, 'return', dollars('7.00'))
    await followed(desk, rest)
    expect([await stateOf(desk, order.answer), await stateOf(desk, capture), await stateOf(desk, rest)])
      .toEqual(['approved', 'approved', 'approved'])
    expect(carriedOut(desk)).toHaveLength(3)
  })

  it('is cancelled as a whole, and then neither captured nor cancelled again', async () => {
    const desk = await open()
    const order = await hold(desk)
    const cancel = await act(desk, order, 'return')
    await followed(desk, cancel)
    expect(await stateOf(desk, cancel)).toBe('approved')
    expect(await refusedReview(desk, order, 'capture')).toEqual({ code: 'not-possible-now', why: 'later-transaction' })
    expect(await refusedReview(desk, order, 'return')).toEqual({ code: 'not-possible-now', why: 'nothing-left' })
    expect(carriedOut(desk)).toHaveLength(1)
  })

  it('a sale can be voided whole, once', async () => {
    const desk = await open()
    const order = await sell(desk)
    const review = await desk.call('payments.review', actionForm(desk, order, 'void'))
    expect(review).toMatchObject({ effectiveAmount: '10.15', minorAmount: null })
    await followed(desk, await desk.call('payments.submit', { intentId: review.intentId, ...confirm }))
    expect(await refusedReview(desk, order, 'void')).toEqual({ code: 'not-possible-now', why: 'later-transaction' })
    expect(carriedOut(desk)).toHaveLength(1)
  })
})
