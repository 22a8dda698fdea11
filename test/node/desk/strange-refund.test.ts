/** A gateway whose status replies are about another transaction than requested: which entry they count for. */
import { afterEach, describe, expect, it } from 'vitest'
import { act, actionForm, stateOf, type Sold } from './order-support.ts'
import { saleAt } from './strange-sale.ts'
import { changeProfile, counts, draftOf, rowsOf, unlimited, whenEnded } from './batches/support.ts'
import { closeAll, endpoint, type TestDesk } from './support.ts'

afterEach(closeAll)

const checked = (desk: TestDesk, { entryId }: Sold['answer']) => desk.call('orders.checkStatus', { entryId })

describe('a refund that was accepted', () => {
  it('does not use the sale’s status as its own, and shows that money may have moved', async () => {
    const { desk, order, answers } = await saleAt()
    const refund = await act(desk, order, 'return')
    expect((await checked(desk, refund)).answer.money).toBe('may-have-moved')
    expect(await stateOf(desk, refund)).toBe('processing')
    answers.status = { ...answers.status, 'transaction-type': 'reversal', status: 'declined' }
    expect((await checked(desk, refund)).answer.money).toBe('not-moved')
    expect([await stateOf(desk, refund), await stateOf(desk, order.answer)]).toEqual(['declined', 'approved'])
    await checked(desk, order.answer)
    expect(await stateOf(desk, order.answer)).toBe('approved')
  })

  it('accepts an undocumented kind of transaction only if the reply has its serial number', async () => {
    const { desk, order, answers } = await saleAt()
    const refund = await act(desk, order, 'return')
    answers.status = { ...answers.status, 'transaction-type': 'cancel' }
    await checked(desk, refund)
    expect(await stateOf(desk, refund)).toBe('processing')
    answers.status = { ...answers.status, 'by-request-sn': '2-2' }
    await checked(desk, refund)
    expect(await stateOf(desk, refund)).toBe('approved')
  })
})

describe('a sale that was approved', () => {
  it('is not declined by an undocumented kind of transaction, unless the reply has its serial number', async () => {
    const { desk, order, answers } = await saleAt()
    const sale = answers.status
    answers.status = { ...sale, 'transaction-type': 'chargeback', status: 'declined' }
    expect((await checked(desk, order.answer)).answer.money).toBe('may-have-moved')
    expect(await stateOf(desk, order.answer)).toBe('approved')
    answers.status = { ...sale, 'transaction-type': 'rebill' }
    expect((await checked(desk, order.answer)).answer.money).toBe('moved')
    answers.status = { ...answers.status, status: 'declined', 'by-request-sn': '1-1' }
    await checked(desk, order.answer)
    expect(await stateOf(desk, order.answer)).toBe('declined')
  })
})

describe('a sale that the gateway reports differently from the request', () => {
  it.each<Record<string, string>>([{ 'initial-amount': '100.00' }, { currency: 'EUR' }])('(%o) has no certain whole to refund, and no confirmation for the customer', async (otherwise) => {
    const { desk, order, answers } = await saleAt()
    const whole = async () => (await desk.call('payments.review', actionForm(desk, order, 'return'))).effectiveAmount
    expect(await whole()).toBe('10.15')
    answers.status = { ...answers.status, ...otherwise }
    expect(await whole()).toBeNull()
    const { orderId, merchantOrderId } = order
    expect(await desk.refused('documents.prepare', {
      order: { profileId: desk.profileId, entryPoint: endpoint, orderId, merchantOrderId }, wanted: { kind: 'payment' },
    })).toEqual({ code: 'not-possible-now', why: 'not-as-sent' })
  })
})

it.each<Record<string, string>>([{ 'initial-amount': '100.00' }, { 'transaction-type': 'chargeback' }])('a batch refunds no payment that is reported otherwise (%o), until a person sends it', async (otherwise) => {
  const { desk, order, answers } = await saleAt()
  answers.status = { ...answers.status, 'gate-partial-reversal': 'enabled' }
  const { orderId, merchantOrderId } = order
  const rows = [{ orderId, merchantOrderId, amount: '2.00', currency: 'USD', comment: 'faulty' }]
  await changeProfile(desk, { batches: unlimited })
  const draft = await draftOf(desk, rows, { operation: 'return', profileId: desk.profileId })
  answers.status = { ...answers.status, ...otherwise }
  const { batchId } = await desk.call('batches.start', draft)
  expect(counts(await whenEnded(desk, batchId))).toEqual({ 'set-aside': 1 })
  expect((await rowsOf(desk, batchId))[0]?.failure).toEqual({ code: 'not-possible-now', why: 'not-as-sent' })
  const sent = await desk.call('batches.sendRow', { batchId, row: 0, reason: 'as gateway support explained' })
  expect(counts(sent)).toEqual({ processing: 1 })
})

describe('a lost refund that was resolved', () => {
  it('keeps its own transaction: a later one from elsewhere is not mistaken for it', async () => {
    const { desk, order, answers } = await saleAt()
    answers.refund = null
    const refund = await act(desk, order, 'return')
    expect(await checked(desk, refund)).toMatchObject({ resolved: false, mismatches: ['order-id'] })
    answers.status = { ...answers.status, 'transaction-type': 'reversal', 'processor-tx-id': 'PNTEST-2' }
    expect(await checked(desk, refund)).toMatchObject({ resolved: true, mismatches: [] })
    answers.status = { ...answers.status, status: 'declined', 'processor-tx-id': 'PNTEST-3' }
    await checked(desk, refund)
    expect(await stateOf(desk, refund)).toBe('approved')
    answers.status = { ...answers.status, 'processor-tx-id': 'PNTEST-2' }
    await checked(desk, refund)
    expect(await stateOf(desk, refund)).toBe('declined')
  })

  it('is not resolved by a part that another desk refunded in the meantime: the gateway reports the initial amount of both (§2.9)', async () => {
    const { desk, order, answers } = await saleAt()
    answers.refund = null
    const refund = await act(desk, order, 'return')
    answers.status = {
      ...answers.status, 'transaction-type': 'reversal', 'processor-tx-id': 'PNTEST-2', amount: '10.15', 'gate-partial-reversal': 'enabled',
    }
    expect(await checked(desk, refund)).toMatchObject({ resolved: false, mismatches: ['amount'] })
    expect(await stateOf(desk, refund)).toBe('unknown')
    await desk.clock.pass(60_000)
    expect(await stateOf(desk, refund)).toBe('unknown')
  })

  it('is not resolved by a reply that does not name the order', async () => {
    const { desk, order, answers } = await saleAt()
    answers.refund = null
    const refund = await act(desk, order, 'return')
    const { 'gw-order-id': _unnamed, ...rest } = answers.status
    answers.status = { ...rest, 'transaction-type': 'reversal', 'processor-tx-id': 'PNTEST-2' }
    expect(await checked(desk, refund)).toMatchObject({ resolved: false, mismatches: ['order-id'] })
  })
})
