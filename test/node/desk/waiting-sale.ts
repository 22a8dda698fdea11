/** Sales that wait for their cardholders. */
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { MerchantOrderId } from '#shared/brands.ts'
import type { OrderKey } from '#shared/model/payments/order.ts'
import { sandboxTestCards } from '../../../electron/sandbox/orders/cards.ts'
import type { Way } from '../../../electron/sandbox/orders/ways.ts'
import { chargeForm, endpoint, type TestDesk } from './support.ts'

/** A sale with a card that takes these steps, which waits for its cardholder. */
export async function waitingSale(desk: TestDesk, way: Way): Promise<OrderKey> {
  const { cardNumber } = sandboxTestCards.find((card) => card.way === way)!
  const { cardReference: _none, ...values } = chargeForm(desk).values
  const merchantOrderId = `3ds-${randomBytes(5).toString('hex')}` as MerchantOrderId
  const review = await desk.call('payments.review', {
    profileId: desk.profileId,
    entryPoint: endpoint,
    operation: 'sale',
    values: { ...values, merchantOrderId, cardHolder: 'ANNA TEST', expireMonth: '12', expireYear: '39' },
    confidential: { cardNumber, cardVerificationValue: '123' },
  })
  const answer = await desk.call('payments.submit', { intentId: review.intentId, reason: 'as agreed', acceptUnverifiedCard: true })
  expect(answer.outcome).toMatchObject({ kind: 'accepted' })
  return { profileId: desk.profileId, entryPoint: endpoint, orderId: answer.orderId, merchantOrderId }
}
