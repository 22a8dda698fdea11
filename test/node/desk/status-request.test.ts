/** The version of the status request, for a gateway that knows orders of version 4 only at `/v4/status/`. */
import { randomBytes } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import type { MerchantOrderId, OrderId } from '#shared/brands.ts'
import type { Answer } from '#shared/model/answers/answer.ts'
import { confirm } from './order-support.ts'
import { charge, closeAll, endpoint, open, type TestDesk } from './support.ts'

afterEach(closeAll)

async function deskWithSwitch(): Promise<TestDesk> {
  const desk = await open()
  const { profiles } = await desk.call('profiles.list', null)
  const { id, ...draft } = profiles.find(({ profile }) => profile.id === desk.profileId)!.profile
  const switches = { ...draft.switches, statusOfVersion4Orders: 'v4' as const }
  await desk.call('profiles.save', { id, draft: { ...draft, switches } })
  return desk
}

async function transfer(desk: TestDesk): Promise<Answer> {
  const review = await desk.call('payments.review', {
    profileId: desk.profileId, entryPoint: endpoint, operation: 'transfer-v4',
    values: {
      merchantOrderId: `test-${randomBytes(5).toString('hex')}`, orderDescription: 'Winnings', amount: '10.15', currency: 'USD',
      customerIpAddress: '203.0.113.9', cardHolder: 'TEST HOLDER', expireMonth: '12', expireYear: '39',
    },
    confidential: { cardNumber: '4111111111111111', cardVerificationValue: '111', destinationCardNumber: '5500005555555559' },
  })
  return await desk.call('payments.submit', { intentId: review.intentId, ...confirm })
}

/** The requests with which a lookup and the workbench of 3-D Secure query an order. */
async function askedWith(
  desk: TestDesk, merchantOrderId: MerchantOrderId | null, orderId: OrderId | null,
): Promise<readonly Answer['operation'][]> {
  const at = { profileId: desk.profileId, entryPoint: endpoint, merchantOrderId, orderId }
  const { answer } = await desk.call('orders.status', { ...at, serialNumber: null, askAnyway: false })
  const look = await desk.call('threeDSecure.look', at)
  return [answer.operation, look.answer.operation]
}

it('a transfer is queried with version 4, a charge and an order from elsewhere with version 2', async () => {
  const desk = await deskWithSwitch()
  const sent = await transfer(desk)
  const version4 = ['status-v4', 'status-v4']
  expect(await askedWith(desk, sent.merchantOrderId, null)).toEqual(version4)
  expect(await askedWith(desk, sent.merchantOrderId, sent.orderId)).toEqual(version4)
  expect(await askedWith(desk, null, sent.orderId)).toEqual(version4)

  const version2 = ['status', 'status']
  const charged = await charge(desk)
  expect(await askedWith(desk, charged.merchantOrderId, charged.orderId)).toEqual(version2)
  expect(await askedWith(desk, 'of-somebody-else' as MerchantOrderId, null)).toEqual(version2)
  expect(await askedWith(desk, sent.merchantOrderId, '999999' as OrderId), 'the same merchant order id, another order').toEqual(version2)
})
