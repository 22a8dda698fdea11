/**
 * A refund that an administrator gave up although its outcome is unknown, and a second refund of the same order: one
 * refund at the gateway is one refund here.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { defaultSettings } from '#shared/model/application/settings.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import { sent } from '../../support/fixtures/settings.ts'
import { act, asPayment, confirm, stateOf, type Sold } from './order-support.ts'
import { minute } from './resolution-support.ts'
import { profileAt } from './strange-gateway.ts'
import { chargeForm, closeAll, open, type TestDesk } from './support.ts'

afterEach(closeAll)

interface Refunded {
  readonly desk: TestDesk
  readonly order: Sold
  /** Given up; the gateway's answer was lost. */
  readonly first: Answer
  readonly second: Answer
  /** What the gateway reports from now on as the order's newest transaction. */
  report(transaction: string, status: string): void
}

const accepted = (serial: string) => `type=async-response\n&serial-number=${serial}\n&gw-order-id=77\n`

const dateText = (desk: TestDesk) => new Date(desk.clock.now()).toISOString().replace('T', ' ').replace('Z', ' UTC')

/** `second`: whether the gateway's answer to the second refund arrived. */
async function refundedTwice(second: 'answered' | 'lost'): Promise<Refunded> {
  const status: Record<string, string> = { type: 'status-response' }
  let refund: string | null = null
  const opened = await open()
  const profileId = await profileAt(opened, (path) => {
    if (path.includes('/status/')) return Object.entries(status).map(([name, value]) => `${name}=${value}\n`).join('&')
    if (path.includes('/return/')) return refund
    return path.includes('/make-rebill-sale/') ? accepted('1-1') : 'type=validation-error\n'
  })
  const desk = { ...opened, profileId }
  const review = await desk.call('payments.review', { ...chargeForm(desk), profileId })
  const answer = await desk.call('payments.submit', { intentId: review.intentId, ...confirm, acceptUnverifiedCard: true })
  Object.assign(status, {
    'status': 'approved', 'transaction-type': 'sale', 'merchant-order-id': review.merchantOrderId, 'gw-order-id': '77',
    'initial-amount': '10.15', 'currency': 'USD', 'processor-tx-id': 'PNTEST-1', 'gate-partial-reversal': 'disabled',
    'transaction-date': dateText(desk),
  })
  await desk.call('orders.checkStatus', { entryId: answer.entryId })
  await desk.call('settings.save', sent({ ...defaultSettings, operatorName: '', notFoundAfterMinutes: 15 }))

  const order = { orderId: answer.orderId!, merchantOrderId: review.merchantOrderId, answer }
  const first = await act(desk, order, 'return')
  await desk.clock.pass(16 * minute)
  await desk.call('orders.checkStatus', { entryId: first.entryId })
  await desk.call('resolution.giveUp', { entryId: first.entryId, reason: 'the bank knows nothing of it' })
  refund = second === 'answered' ? accepted('3-3') : null
  return {
    desk, order, first, second: await act(desk, order, 'return', {}, 'again'),
    report: (transaction, reported) => {
      Object.assign(status, {
        'transaction-type': 'reversal', 'processor-tx-id': transaction, 'status': reported, 'by-request-sn': '3-3',
        'transaction-date': dateText(desk),
      })
    },
  }
}

const check = (desk: TestDesk, { entryId }: Answer) => desk.call('orders.checkStatus', { entryId })

describe.each(['answered', 'lost'] as const)('of a second refund whose answer was %s', (answer) => {
  it.each(['approved', 'processing', 'declined'])('the transaction (%s) is not attributed to the given-up one', async (status) => {
    const { desk, first, second, report } = await refundedTwice(answer)
    report('PNTEST-2', status)
    expect(await check(desk, first)).toMatchObject({ resolved: false, mismatches: ['order-id'] })
    expect((await check(desk, second)).mismatches).toEqual([])
    expect(await check(desk, first)).toMatchObject({ resolved: false })
    expect([await stateOf(desk, first), await stateOf(desk, second)]).toEqual(['closed-unknown', status])
  })
})

it('one refund that both could be is counted once', async () => {
  const { desk, order, first, second, report } = await refundedTwice('answered')
  report('PNTEST-2', 'approved')
  for (const refund of [second, first]) await check(desk, refund)
  const nets = []
  for (const { entryId } of [order.answer, first, second]) nets.push((await desk.call('history.entry', { entryId })).row.netMinorAmount)
  expect(nets).toEqual(['1015', null, '-1015'])
  const opened = await desk.call('orders.page', { entryId: order.answer.entryId })
  expect(asPayment(opened).refunds).toMatchObject({ knownHere: '1015' })
})

describe('when the gateway shows later that the given-up one was carried out, too', () => {
  it('it is opened again with its own result', async () => {
    const { desk, first, second, report } = await refundedTwice('answered')
    report('PNTEST-2', 'approved')
    await check(desk, second)
    report('PNTEST-3', 'approved')
    expect(await check(desk, first)).toMatchObject({ resolved: true })
    expect([await stateOf(desk, first), await stateOf(desk, second)]).toEqual(['approved', 'approved'])
  })

  it('without a final status it waits for the open one: an order has one open refund', async () => {
    const { desk, first, second, report } = await refundedTwice('answered')
    report('PNTEST-2', 'processing')
    await check(desk, second)
    report('PNTEST-3', 'processing')
    expect(await check(desk, first)).toMatchObject({ resolved: false, mismatches: ['order-id'] })
    report('PNTEST-3', 'approved')
    expect(await check(desk, first)).toMatchObject({ resolved: true })
    expect([await stateOf(desk, first), await stateOf(desk, second)]).toEqual(['approved', 'processing'])
  })
})
