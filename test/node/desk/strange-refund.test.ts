/** A gateway whose status replies are about another transaction than requested: which entry they count for. */
import { afterEach, describe, expect, it } from 'vitest'
import { act, confirm, stateOf, type Sold } from './order-support.ts'
import { profileAt } from './strange-gateway.ts'
import { chargeForm, closeAll, open, type TestDesk } from './support.ts'

afterEach(closeAll)

interface Answers { status: Record<string, string>; refund: string | null }

/** A desk with an approved sale at a gateway with given replies to every request. */
async function openAt(): Promise<{ desk: TestDesk; order: Sold; answers: Answers }> {
  const answers: Answers = { status: {}, refund: 'type=async-response\n&serial-number=2-2\n&gw-order-id=77\n' }
  const desk = await open()
  const profileId = await profileAt(desk, (path) => {
    const status = Object.entries({ type: 'status-response', ...answers.status })
    if (path.includes('/status/')) return status.map(([name, value]) => `${name}=${value}\n`).join('&')
    if (path.includes('/return/')) return answers.refund
    return path.includes('/make-rebill-sale/')
      ? 'type=async-response\n&serial-number=1-1\n&gw-order-id=77\n' : 'type=validation-error\n'
  })
  const review = await desk.call('payments.review', { ...chargeForm(desk), profileId })
  const answer = await desk.call('payments.submit', { intentId: review.intentId, ...confirm, acceptUnverifiedCard: true })
  answers.status = {
    status: 'approved', 'transaction-type': 'sale', 'merchant-order-id': review.merchantOrderId, 'gw-order-id': '77',
    'initial-amount': '10.15', currency: 'USD', 'processor-tx-id': 'PNTEST-1', 'gate-partial-reversal': 'disabled',
    'transaction-date': new Date().toISOString().replace('T', ' ').replace('Z', ' UTC'),
  }
  await desk.call('orders.checkStatus', { entryId: answer.entryId })
  const order = { orderId: answer.orderId!, merchantOrderId: review.merchantOrderId, answer }
  return { desk: { ...desk, profileId }, order, answers }
}

const checked = (desk: TestDesk, { entryId }: Sold['answer']) => desk.call('orders.checkStatus', { entryId })

describe('a refund that was accepted', () => {
  it('does not use the sale’s status as its own, and shows that money may have moved', async () => {
    const { desk, order, answers } = await openAt()
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
    const { desk, order, answers } = await openAt()
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
    const { desk, order, answers } = await openAt()
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

describe('a lost refund that was resolved', () => {
  it('keeps its own transaction: a later one by somebody else is not mistaken for it', async () => {
    const { desk, order, answers } = await openAt()
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
    const { desk, order, answers } = await openAt()
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
    const { desk, order, answers } = await openAt()
    answers.refund = null
    const refund = await act(desk, order, 'return')
    const { 'gw-order-id': _unnamed, ...rest } = answers.status
    answers.status = { ...rest, 'transaction-type': 'reversal', 'processor-tx-id': 'PNTEST-2' }
    expect(await checked(desk, refund)).toMatchObject({ resolved: false, mismatches: ['order-id'] })
  })
})
