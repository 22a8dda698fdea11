/** The payment that an entry or an id opens, with its stored status and without a status query. */
import { afterEach, describe, expect, it } from 'vitest'
import { openedSchema } from '#shared/model/payments/order.ts'
import { act, asPayment, cardForm, confirm, followed, sell, sold, type Sold } from './order-support.ts'
import { chargeForm, closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const opened = async (desk: TestDesk, entryId: string) => await desk.call('orders.page', { entryId: entryId as never })

describe('an entry', () => {
  it('that created an order opens its payment with the newest stored status, without a status query', async () => {
    const desk = await open()
    const { answer, orderId } = await sell(desk)
    const sentBefore = desk.ledger().length
    const page = asPayment(await opened(desk, answer.entryId))
    expect(openedSchema.safeParse(page).success).toBe(true)
    expect(page).toMatchObject({ orderId, openedBy: answer.entryId, profileName: 'Sandbox' })
    expect(page.reported?.reply.fields).toContainEqual(expect.objectContaining({ name: 'status', value: 'approved' }))
    expect(desk.ledger()).toHaveLength(sentBefore)
  })

  it('of a refund opens the payment that it refunds, with the refund marked', async () => {
    const desk = await open()
    const order = await sell(desk)
    const refund = await act(desk, order, 'return', { amount: '3.15', comment: 'wrong size' })
    await followed(desk, refund)
    const page = asPayment(await opened(desk, refund.entryId))
    const { orderId, merchantOrderId } = order
    expect(page).toMatchObject({ openedBy: refund.entryId, orderId, merchantOrderId })
    expect(page.entries.map(({ row }) => row.operation)).toEqual(expect.arrayContaining(['recurrent-payment', 'return']))
    expect(page.reported?.reply.fields).toContainEqual(
      expect.objectContaining({ name: 'transaction-type', value: 'reversal' }))
  })

  it('that is not a payment is returned unchanged', async () => {
    const desk = await open()
    const { entryId } = await desk.call('cards.lookUp', { profileId: desk.profileId, entryPoint: endpoint, cardReference: '1000001' })
    expect(await opened(desk, entryId)).toMatchObject({ kind: 'request', detail: { row: { entryId, operation: 'get-card-info' } } })
  })

  it('of a payment without an order id is a separate payment beside another one of its merchant order id', async () => {
    const desk = await open()
    const reviewed = await desk.call('payments.review', chargeForm(desk))
    await desk.sandbox.stop()
    const first = await desk.call('payments.submit', { intentId: reviewed.intentId, ...confirm, acceptUnverifiedCard: true })
    expect(first.outcome.kind).toBe('not-sent')
    await desk.sandbox.start()
    const again = await desk.call('payments.review', chargeForm(desk, { merchantOrderId: first.merchantOrderId! }))
    const second = await desk.call('payments.submit', { intentId: again.intentId, ...confirm, acceptUnverifiedCard: true })
    const page = asPayment(await opened(desk, first.entryId))
    expect(page.entries.map(({ row }) => row.entryId)).toEqual([first.entryId])
    expect(page).toMatchObject({ orderId: null, reported: null })
    expect(asPayment(await opened(desk, second.entryId))).toMatchObject({ orderId: second.orderId })
  })

  it('whose profile was removed is readable; another profile of its merchant takes its place', async () => {
    const desk = await open()
    const profileId = await desk.addProfile('sandbox', 'Acme')
    const review = await desk.call('payments.review', { ...chargeForm(desk), profileId })
    const { answer } = await sold(desk, await desk.call('payments.submit', { intentId: review.intentId, ...confirm }))
    const second = await desk.addProfile('sandbox', 'Acme second')
    await desk.call('profiles.remove', { id: profileId })
    expect(asPayment(await opened(desk, answer.entryId))).toMatchObject({ profileId: second, orderId: answer.orderId })
    await desk.call('profiles.remove', { id: second })
    const page = asPayment(await opened(desk, answer.entryId))
    expect(page).toMatchObject({ profileId, profileName: 'Acme', orderId: answer.orderId })
    expect(page.entries[0]?.row.entryId).toBe(answer.entryId)
  })

  it('that does not exist is reported', async () => {
    const desk = await open()
    expect(await desk.refused('orders.page', { entryId: 'f'.repeat(32) as never })).toEqual({ code: 'no-such-entry' })
  })
})

describe('the newest status', () => {
  it('stays that of the refund when the sale is queried by its serial number afterwards', async () => {
    const desk = await open()
    const order = await sell(desk)
    await followed(desk, await act(desk, order, 'return', { amount: '3.15', comment: 'wrong size' }))
    await desk.call('orders.status', {
      profileId: desk.profileId, entryPoint: endpoint, serialNumber: order.answer.serialNumber, orderId: null,
      merchantOrderId: order.merchantOrderId, askAnyway: false,
    })
    const { reported } = asPayment(await opened(desk, order.answer.entryId))
    expect(reported?.reply.fields).toContainEqual(expect.objectContaining({ name: 'transaction-type', value: 'reversal' }))
  })
})

describe('a confirmed payment', () => {
  it('is announced with its entry after the entry is durable and before the one send', async () => {
    const desk = await open()
    const { intentId } = await desk.call('payments.review', chargeForm(desk))
    const sent = desk.ledger().length
    const submitted = desk.call('payments.submit', { intentId, ...confirm })
    await expect.poll(() => desk.events.find(({ name }) => name === 'payments.sending')?.payload ?? null).toMatchObject({ intentId })
    const { entryId } = desk.events.find(({ name }) => name === 'payments.sending')!.payload as { entryId: string }
    expect(asPayment(await opened(desk, entryId)).entries[0]?.row.entryId).toBe(entryId)
    const answer = await submitted
    expect(answer.entryId).toBe(entryId)
    expect(desk.events.filter(({ name }) => name === 'payments.sending')).toHaveLength(1)
    expect(desk.ledger().length).toBe(sent + 1)
  })

  it('that is refused before its send is never announced', async () => {
    const desk = await open()
    const { intentId } = await desk.call('payments.review', chargeForm(desk))
    await desk.call('payments.discard', { intentId })
    await desk.refused('payments.submit', { intentId, ...confirm })
    expect(desk.events.filter(({ name }) => name === 'payments.sending')).toEqual([])
  })
})

describe('a charge of the same card, amount and currency within 24 hours', () => {
  const equalTo = async (desk: TestDesk, { answer }: Sold) =>
    asPayment(await opened(desk, answer.entryId)).equalCharges.map(({ entryId }) => entryId)

  it('is named on both payments, until one of them is refunded in full', async () => {
    const desk = await open()
    const first = await sell(desk)
    const { intentId } = await desk.call('payments.review', chargeForm(desk))
    const second = await sold(desk, await desk.call('payments.submit', { ...confirm, intentId, reason: 'second order' }))
    await sell(desk, { amount: '20.00' })
    expect(await equalTo(desk, first)).toEqual([second.answer.entryId])
    expect(await equalTo(desk, second)).toEqual([first.answer.entryId])
    await followed(desk, await act(desk, second, 'return', { comment: 'charged twice' }))
    expect([await equalTo(desk, first), await equalTo(desk, second)]).toEqual([[], []])
  })

  it('is found by the hash of the card if its number was typed', async () => {
    const desk = await open()
    const sale = async (changes: Record<string, string> = {}) => {
      const { intentId } = await desk.call('payments.review', cardForm(desk, 'sale', changes))
      return await sold(desk, await desk.call('payments.submit', { ...confirm, intentId, reason: 'second order' }))
    }
    const [first, second, other] = [await sale(), await sale(), await sale({ amount: '10.16' })]
    expect([await equalTo(desk, first), await equalTo(desk, second), await equalTo(desk, other)])
      .toEqual([[second.answer.entryId], [first.answer.entryId], []])
  })

  it('is found by the charged amount of enumerated ones', async () => {
    const desk = await open()
    const plain = await sell(desk, { amount: '8.00' })
    // The built-in gateway declines the first one.
    const tried = await sell(desk, { amount: '13.13', enumeratedAmounts: '13.13,8.00' })
    expect(await equalTo(desk, plain)).toEqual([tried.answer.entryId])
    expect(await equalTo(desk, tried)).toEqual([plain.answer.entryId])
    await followed(desk, await act(desk, tried, 'return', { comment: 'charged twice' }))
    expect(await equalTo(desk, plain)).toEqual([])
  })

  it('is found for a comparison even if it was refunded in full', async () => {
    const desk = await open()
    const first = await sell(desk)
    const { intentId } = await desk.call('payments.review', chargeForm(desk))
    const second = await sold(desk, await desk.call('payments.submit', { ...confirm, intentId, reason: 'second order' }))
    await followed(desk, await act(desk, second, 'return', { comment: 'charged twice' }))
    const sentBefore = desk.ledger().length
    const around = async (entryId: string) => {
      const { cardKnown, charges } = await desk.call('history.chargesAround', { entryId: entryId as never })
      return { cardKnown, charges: charges.map((one) => one.entryId) }
    }
    for (const one of [first, second]) {
      expect(await around(one.answer.entryId))
        .toEqual({ cardKnown: true, charges: [second.answer.entryId, first.answer.entryId] })
    }
    expect(await desk.refused('history.chargesAround', { entryId: 'f'.repeat(32) as never })).toEqual({ code: 'no-such-entry' })
    expect(desk.ledger()).toHaveLength(sentBefore)
  })
})
