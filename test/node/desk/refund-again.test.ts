/** After a failed refund the history supplies the facts that cannot be queried by a serial number. */
import { afterEach, describe, expect, it } from 'vitest'
import type { MerchantOrderId, OrderId } from '#shared/brands.ts'
import { act, actionForm, stateOf, type Sold } from './order-support.ts'
import { saleAt, type Answers } from './strange-sale.ts'
import { closeAll, endpoint, type TestDesk } from './support.ts'

afterEach(closeAll)

const part = { amount: '4.00', currency: 'USD' }

/** An order of the web shop, which this desk knows from the gateway's status only. */
async function orderOfShop(type: 'sale' | 'preauth'): Promise<{ desk: TestDesk; order: Sold; answers: Answers }> {
  const { desk, order: { answer }, answers } = await saleAt()
  answers.status = {
    ...answers.status, 'transaction-type': type, 'merchant-order-id': 'web-1', 'gw-order-id': '99', 'gate-partial-reversal': 'enabled',
  }
  answers.refund = 'type=async-response\n&serial-number=2-2\n&gw-order-id=99\n'
  return { desk, answers, order: { orderId: '99' as OrderId, merchantOrderId: 'web-1' as MerchantOrderId, answer } }
}

const declined = (answers: Answers) => {
  answers.status = { ...answers.status, 'transaction-type': 'reversal', status: 'declined', 'processor-tx-id': 'PNTEST-2' }
}

async function declinedRefund(
  desk: TestDesk, order: Sold, answers: Answers, values: Record<string, string>,
): Promise<void> {
  const refund = await act(desk, order, 'return', values)
  declined(answers)
  await desk.call('orders.checkStatus', { entryId: refund.entryId })
  expect(await stateOf(desk, refund)).toBe('declined')
}

describe('of an order that was sent from elsewhere', () => {
  it('a sale can be refunded again, up to its amount', async () => {
    const { desk, order, answers } = await orderOfShop('sale')
    await declinedRefund(desk, order, answers, part)
    expect(await desk.refused('payments.review', actionForm(desk, order, 'return', { ...part, amount: '10.16' })))
      .toEqual({ code: 'not-possible-now', why: 'above-amount' })
    expect(await act(desk, order, 'return', part, 'the merchant account has money again')).toMatchObject({ outcome: { kind: 'accepted' } })
  })

  it('a hold can be released again, as a hold', async () => {
    const { desk, order, answers } = await orderOfShop('preauth')
    await declinedRefund(desk, order, answers, {})
    expect((await desk.call('payments.review', actionForm(desk, order, 'return'))).releasesHold).toBe(true)
  })

  it('a hold cannot if the failed reversal was sent from elsewhere: it may have been captured', async () => {
    const { desk, order, answers } = await orderOfShop('preauth')
    await desk.call('payments.review', actionForm(desk, order, 'return'))
    declined(answers)
    expect(await desk.refused('payments.review', actionForm(desk, order, 'return'))).toEqual({ code: 'not-possible-now', why: 'not-successful' })
  })

  it('no payment is confirmed by facts that only the history has', async () => {
    const { desk, order, answers } = await orderOfShop('sale')
    await declinedRefund(desk, order, answers, part)
    const { answer: _answer, ...ids } = order
    const about = { profileId: desk.profileId, entryPoint: endpoint, ...ids }
    expect(await desk.refused('documents.prepare', { order: about, wanted: { kind: 'payment' } }))
      .toEqual({ code: 'not-possible-now', why: 'not-successful' })
  })
})
