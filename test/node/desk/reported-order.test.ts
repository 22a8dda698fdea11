/** Reports about an order by a lookup, a review or a callback reach its entries, and so Payments and reports. */
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { act, actionForm, asPayment, stateOf, type Sold } from './order-support.ts'
import { minute, until, untilState } from './resolution-support.ts'
import { saleAt } from './strange-sale.ts'
import { closeAll, endpoint, type TestDesk } from './support.ts'

afterEach(closeAll)

const lookUp = (desk: TestDesk, { orderId, merchantOrderId }: Sold) => desk.call('orders.status', {
  profileId: desk.profileId, entryPoint: endpoint, orderId, merchantOrderId, serialNumber: null, askAnyway: false,
})

/** An entry whose status is no longer checked, as after the end of its plan. */
const unasked = (desk: TestDesk, { entryId }: Sold['answer']) => desk.call('orders.stopFollowing', { entryId })

/** The days around now, in any time zone. */
function aroundNow(): { readonly first: string; readonly last: string } {
  const day = (later: number): string => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)
  return { first: day(-1), last: day(1) }
}

/** A sale of this status that no plan checks any more. */
async function leftSale(status?: string): ReturnType<typeof saleAt> {
  const sale = await saleAt(status)
  await unasked(sale.desk, sale.order.answer)
  return sale
}

async function passes(desk: TestDesk): Promise<void> {
  let steps = 0
  await until(desk, async () => (steps += 1) > 20)
}

describe('another final status of a sale', () => {
  it.each([['approved', 'declined'], ['declined', 'approved']])('than %s, found by a lookup, is its state from then on: %s', async (before, now) => {
    const { desk, order, answers } = await leftSale(before)
    expect(await stateOf(desk, order.answer)).toBe(before)
    answers.status = { ...answers.status, status: now }
    await lookUp(desk, order)
    await untilState(desk, order.answer, now)
  })

  it('is its state too if the review of a refund found it', async () => {
    const { desk, order, answers } = await leftSale()
    answers.status = { ...answers.status, status: 'declined' }
    expect(await desk.refused('payments.review', actionForm(desk, order, 'return'))).toEqual({ code: 'not-possible-now', why: 'not-successful' })
    await untilState(desk, order.answer, 'declined')
  })

  it('is not read from a reply without a kind, which may be about its refund', async () => {
    const { desk, order, answers } = await leftSale()
    const refund = await act(desk, order, 'return')
    answers.status = { ...answers.status, 'transaction-type': 'reversal', status: 'approved' }
    await desk.call('orders.checkStatus', { entryId: refund.entryId })
    const { 'transaction-type': _kind, ...silent } = answers.status
    answers.status = { ...silent, status: 'declined' }
    await lookUp(desk, order)
    await passes(desk)
    expect([await stateOf(desk, order.answer), await stateOf(desk, refund)]).toEqual(['approved', 'approved'])
  })
})

it('another final status of a refund, by its own serial number, is its state from then on', async () => {
  const { desk, order, answers } = await leftSale()
  const refund = await act(desk, order, 'return')
  answers.status = { ...answers.status, 'transaction-type': 'reversal', status: 'declined' }
  await desk.call('orders.checkStatus', { entryId: refund.entryId })
  await unasked(desk, refund)
  expect(await stateOf(desk, refund)).toBe('declined')
  answers.status = { ...answers.status, status: 'approved' }
  await lookUp(desk, order)
  await untilState(desk, refund, 'approved')
  expect(await stateOf(desk, order.answer)).toBe('approved')
})

describe('the final status of an entry that is processing in the history', () => {
  it('is its state after a lookup', async () => {
    const { desk, order, answers } = await leftSale('processing')
    answers.status = { ...answers.status, status: 'approved' }
    await lookUp(desk, order)
    await untilState(desk, order.answer, 'approved')
  })

  it('is that of a refund by its own serial number, and its sale stays approved', async () => {
    const { desk, order, answers } = await leftSale()
    const refund = await act(desk, order, 'return')
    await unasked(desk, refund)
    answers.status = { ...answers.status, 'transaction-type': 'reversal', status: 'declined' }
    await lookUp(desk, order)
    await untilState(desk, refund, 'declined')
    expect(await stateOf(desk, order.answer)).toBe('approved')
  })

  it('is queried after a correct callback', async () => {
    const { desk, order, answers } = await leftSale('processing')
    answers.status = { ...answers.status, status: 'approved' }
    const { merchantOrderId: id, orderId } = order
    const control = createHash('sha1').update(`approved${orderId}${id}${desk.secret}`, 'utf8').digest('hex')
    const fields = { status: 'approved', merchant_order: id, client_orderid: id, orderid: orderId, type: 'sale', amount: '10.15', control }
    await desk.call('callbacks.check', { profileId: desk.profileId, text: `https://shop.example/cb?${new URLSearchParams(fields).toString()}` })
    await untilState(desk, order.answer, 'approved')
  })
})

it('an error that was closed by hand is opened again by a lookup that finds another final status', async () => {
  const { desk, order, answers } = await leftSale('error')
  await desk.clock.pass(121 * minute)
  await desk.call('orders.checkStatus', { entryId: order.answer.entryId })
  await desk.call('resolution.close', { entryId: order.answer.entryId, reason: 'the bank knows nothing of it' })
  answers.status = { ...answers.status, status: 'approved' }
  await lookUp(desk, order)
  await untilState(desk, order.answer, 'approved')
})

it.each([
  ['amount', { 'initial-amount': '9.15' }], ['currency', { currency: 'EUR' }], ['kind', { 'transaction-type': 'preauth' }],
])('a later status of a sale with another %s is not a repetition: the page of the payment shows it', async (_what, changes) => {
  const { desk, order: { answer }, answers } = await leftSale()
  answers.status = { ...answers.status, ...changes }
  await desk.call('orders.checkStatus', { entryId: answer.entryId })
  const page = asPayment(await desk.call('orders.page', { profileId: desk.profileId, entryPoint: endpoint, orderId: answer.orderId, merchantOrderId: null }))
  expect(Object.fromEntries(page.reported!.reply.fields.map(({ name, value }) => [name, value]))).toMatchObject(changes)
})

it('a sale that a lookup reports with another amount is marked in Payments and the report until its amount is as sent', async () => {
  const { desk, order, answers } = await leftSale()
  const marks = async () => (await desk.call('history.entry', { entryId: order.answer.entryId })).row.reportedOtherwise
  answers.status = { ...answers.status, 'initial-amount': '9.15' }
  await lookUp(desk, order)
  await until(desk, async () => await marks() !== undefined)
  expect(await marks()).toEqual(['amount'])
  const query = { profileId: desk.profileId, ...aroundNow(), who: null, desk: null, currency: null }
  const countOf = async (currency: string | null) => (await desk.call('report.read', { ...query, currency })).reportedOtherwise
  expect([await countOf(null), await countOf('USD'), await countOf('EUR')]).toEqual([1, 1, 0])
  answers.status = { ...answers.status, 'initial-amount': '10.15' }
  await lookUp(desk, order)
  await until(desk, async () => await marks() === undefined)
  expect(await countOf(null)).toBe(0)
})
