/** A status reply that cannot be trusted is recorded, but is not a report of the queried order. */
import { afterEach, expect, it } from 'vitest'
import type { MerchantOrderId } from '#shared/brands.ts'
import { orderTransactions } from '#shared/model/payments/order-transactions.ts'
import { asPayment } from './order-support.ts'
import { profileAt } from './strange-gateway.ts'
import { closeAll, endpoint, open } from './support.ts'

afterEach(closeAll)

const named = (merchantOrderId: string): string =>
  `type=status-response\n&status=declined\n&transaction-type=sale\n&merchant-order-id=${merchantOrderId}\n&gw-order-id=78\n&initial-amount=99.00\n&currency=USD\n`

/** The page of the order `shop-1` after a lookup with this reply. */
async function pageAfter(reply: string) {
  const desk = await open()
  const profileId = await profileAt(desk, () => reply)
  const order = { profileId, entryPoint: endpoint, merchantOrderId: 'shop-1' as MerchantOrderId, orderId: null }
  await desk.call('orders.status', { ...order, serialNumber: null, askAnyway: false })
  const { orderId, reported, entries } = asPayment(await desk.call('orders.page', order))
  return {
    orderId, status: reported?.reply.fields.find(({ name }) => name === 'status')?.value ?? null,
    transactions: orderTransactions(entries).transactions.map(({ status }) => status), requests: entries.length,
  }
}

it.each([
  ['about another order', named('shop-2')],
  ['that names two statuses', `${named('shop-1')}&status=approved\n`],
])('a reply %s is not shown as the order', async (_what, reply) => {
  expect(await pageAfter(reply)).toEqual({ orderId: null, status: null, transactions: [], requests: 1 })
})

it('a reply about the order is shown as its status', async () => {
  expect(await pageAfter(named('shop-1'))).toEqual({ orderId: '78', status: 'declined', transactions: ['declined'], requests: 1 })
})
