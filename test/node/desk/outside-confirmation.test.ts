/** Production money is confirmed once more in a message box of the system, which no page can press. */
import { afterEach, describe, expect, it } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import type { OutsideQuestion } from '../../../electron/desk/services.ts'
import { actionForm, confirm, followed, sell, type Sold } from './order-support.ts'
import { chargeForm, closeAll, open, type TestDesk } from './support.ts'

afterEach(closeAll)

const everything = { text: '', states: [], operations: [], profileId: null, before: null, limit: 50 } as const

/** A desk whose message boxes are answered in turn; records their texts. */
async function openWith(...answers: readonly boolean[]) {
  const questions: OutsideQuestion[] = []
  const desk = await open({
    system: { confirm: async (question) => {
      questions.push(question)
      return answers[questions.length - 1] ?? false
    } },
  })
  return { desk, questions }
}

const review = async (desk: TestDesk, profileId: ProfileId) =>
  await desk.call('payments.review', { ...chargeForm(desk, { merchantOrderId: 'inv-1' }), profileId })

describe('a charge in production', () => {
  it('is not sent if the message box is cancelled, and the same review can be confirmed again', async () => {
    const { desk, questions } = await openWith(false, true)
    const profileId = await desk.addProfile('production', 'Acme Shop')
    const { intentId } = await review(desk, profileId)
    expect(await desk.refused('payments.submit', { intentId, ...confirm })).toEqual({ code: 'not-confirmed-outside' })
    expect(desk.ordersInLedger()).toHaveLength(0)
    expect((await desk.call('history.search', everything)).rows.filter(({ operation }) => operation === 'recurrent-payment')).toEqual([])

    await desk.call('payments.submit', { intentId, ...confirm })
    expect(desk.ordersInLedger()).toHaveLength(1)
    expect(questions).toHaveLength(2)
    // Emitted around each box, so that the page does not show that the charge is being sent.
    expect(desk.events.filter(({ name }) => name === 'payments.outsideQuestion').map(({ payload }) => payload))
      .toEqual([{ waiting: true }, { waiting: false }, { waiting: true }, { waiting: false }])
  })

  it('is described in the box with amount, merchant, order and card, as reviewed', async () => {
    const { desk, questions } = await openWith(false)
    const profileId = await desk.addProfile('production', 'Acme Shop')
    const { intentId } = await review(desk, profileId)
    await desk.refused('payments.submit', { intentId, ...confirm })
    expect(questions[0]).toMatchObject({ question: 'Charge 10.15 USD?', action: 'Charge 10.15 USD' })
    expect(questions[0]!.details).toEqual(expect.arrayContaining([
      'Merchant: Acme Shop (login sandbox-merchant)', 'Environment: Production', 'Merchant order id: inv-1',
      'Card reference id: 1000001',
    ]))
  })
})

it('a profile’s name cannot add lines to the box or reverse its text', async () => {
  const { desk, questions } = await openWith(false)
  const profileId = await desk.addProfile('production', 'Acme\u202e\nEnvironment: Sandbox')
  const { intentId } = await review(desk, profileId)
  await desk.refused('payments.submit', { intentId, ...confirm })
  expect(questions[0]!.details.join('\n').split('\n').filter((line) => line.startsWith('Environment:'))).toEqual(['Environment: Production'])
  expect(questions[0]!.details.join()).not.toContain('\u202e')
})

describe('a refund in production', () => {
  it('of the whole amount is described with the amount of the order', async () => {
    const { desk, questions } = await openWith(true, false)
    const profileId = await desk.addProfile('production', 'Acme Shop')
    const { intentId } = await review(desk, profileId)
    const sold = await desk.call('payments.submit', { intentId, ...confirm })
    await followed(desk, sold)
    const order: Sold = { orderId: sold.orderId!, merchantOrderId: sold.merchantOrderId!, answer: sold }
    const refund = await desk.call('payments.review', { ...actionForm(desk, order, 'return'), profileId })
    expect(await desk.refused('payments.submit', { intentId: refund.intentId, ...confirm })).toEqual({ code: 'not-confirmed-outside' })
    expect(questions[1]).toMatchObject({ question: 'Refund the whole 10.15 USD?' })
    expect(questions[1]!.details).toContain(`Order id: ${order.orderId}`)
  })
})

it('in other environments has no message box', async () => {
  const { desk, questions } = await openWith(false)
  await sell(desk)
  const staging = await desk.addProfile('staging', 'Acme staging')
  const { intentId } = await review(desk, staging)
  await desk.call('payments.submit', { intentId, ...confirm })
  expect(questions).toEqual([])
})
