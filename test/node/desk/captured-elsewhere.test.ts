/** A hold of this desk that was captured elsewhere: the gateway reports only the newest transaction of an order. */
import { afterEach, describe, expect, it } from 'vitest'
import { act, actionForm, carriedOut, confirm, followed, sold, type Sold } from './order-support.ts'
import { profileAt } from './strange-gateway.ts'
import { chargeForm, closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const part = (amount: string) => ({ amount, currency: 'USD' })

/** A hold on a card, captured by another merchant's profile of the same gateway, and partly refunded from here. */
async function partlyRefunded(cardReference: string): Promise<{ desk: TestDesk; order: Sold }> {
  const desk = await open()
  const held = await desk.call('payments.review', { ...chargeForm(desk, { cardReference }), operation: 'recurrent-preauthorisation' })
  const order = await sold(desk, await desk.call('payments.submit', { intentId: held.intentId, ...confirm }))
  const elsewhere = { ...desk, profileId: await desk.addProfile('sandbox', 'Web shop') }
  await followed(desk, await act(elsewhere, order, 'capture'))
  await followed(desk, await act(desk, order, 'return', part('3.15')))
  return { desk, order }
}

describe('a hold that was captured elsewhere and partly refunded here', () => {
  it('can be refunded further, up to the rest', async () => {
    const { desk, order } = await partlyRefunded('1000001')
    expect(await desk.refused('payments.review', actionForm(desk, order, 'return', part('7.01')))).toEqual({ code: 'not-possible-now', why: 'above-amount' })
    await followed(desk, await act(desk, order, 'return', part('7.00')))
    expect(await desk.refused('payments.review', actionForm(desk, order, 'return', part('0.01')))).toEqual({ code: 'not-possible-now', why: 'nothing-left' })
    expect(await desk.refused('payments.review', actionForm(desk, order, 'capture'))).toEqual({ code: 'not-possible-now', why: 'already-captured' })
    expect(carriedOut(desk)).toHaveLength(3)
  })

  it('after a declined refund: the next one is reviewed and counted as a refund, in part too, not as the release of a hold', async () => {
    const { desk, order } = await partlyRefunded('1000301')
    expect(await desk.call('payments.review', actionForm(desk, order, 'return', part('7.00')))).toMatchObject({ minorAmount: '700' })
    const { entryId } = await act(desk, order, 'return', {}, 'the bank asked for another try')
    expect((await desk.call('history.entry', { entryId })).row.releasesHold).toBeUndefined()
  })
})

describe('the whole refund of an order that was captured elsewhere', () => {
  it.each([
    ['disabled', '10.15', { minorAmount: '1015', currency: 'USD' }], ['enabled', null, null],
  ] as const)('where gate-partial-capture is %s: is reviewed and recorded with the amount %s', async (partialCapture, effectiveAmount, reviewed) => {
    const desk = await open()
    const profileId = await profileAt(desk, (path) => path.includes('/return/')
      ? 'type=async-response\n&serial-number=2-2\n&gw-order-id=77\n'
      : 'type=status-response\n&status=approved\n&transaction-type=capture\n&merchant-order-id=shop-1\n&gw-order-id=77\n'
        + `&amount=10.15\n&initial-amount=10.15\n&currency=USD\n&gate-partial-capture=${partialCapture}\n`)
    const review = await desk.call('payments.review', {
      profileId, entryPoint: endpoint, operation: 'return', values: { merchantOrderId: 'shop-1', orderId: '77' }, confidential: {},
    })
    expect(review.effectiveAmount).toBe(effectiveAmount)
    const { entryId } = await desk.call('payments.submit', { intentId: review.intentId, ...confirm })
    expect((await desk.call('history.entry', { entryId })).row.reviewed).toEqual(reviewed)
  })
})
