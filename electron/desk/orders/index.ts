/** One order: looked up, followed, shown with all its facts. */
import { success } from '#shared/result.ts'
import type { CallsOf } from '../calls.ts'
import type { DeskContext } from '../context.ts'
import type { History } from '../history/index.ts'
import { lookUpOrder } from './look-up.ts'
import { openPayment } from './open-payment.ts'
import { openReceipt } from './receipt.ts'

export { orderPage } from './order-page.ts'
export { approvedCapture } from './refunds.ts'
export { queryOrder, queryOrderSnapshot, obstacleAt, type OrderAt, type OrderSnapshot } from './order-snapshot.ts'

/** The calls about an order. */
export function orderCalls(desk: DeskContext, history: History): CallsOf<'orders'> {
  const { following, resolution } = desk
  return {
    'orders.status': (input) => lookUpOrder(desk, input),
    'orders.follow': ({ entryId }) => following.follow(entryId),
    'orders.stopFollowing': async ({ entryId }) => {
      following.stop(entryId)
      return success(null)
    },
    'orders.checkStatus': ({ entryId }) => resolution.check(entryId),
    'orders.page': (input) => openPayment(desk, history, input),
    'orders.openReceipt': (input) => openReceipt(desk, input),
  }
}
