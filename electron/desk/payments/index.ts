/**
 * What touches money: reviewed, confirmed once, sent once. A review is kept in memory for ten minutes; what it composed
 * is what is sent, or nothing is.
 */
import { success } from '#shared/result.ts'
import type { CallsOf } from '../calls.ts'
import type { DeskContext } from '../context.ts'
import { intents } from './intents.ts'
import { proposeMerchantOrderId, reviewPayment } from './review-payment.ts'
import { submitPayment } from './submit-payment.ts'

/** The calls that touch money. */
export function paymentCalls(desk: DeskContext): CallsOf<'payments'> {
  const waiting = intents(desk.services)
  return {
    'payments.proposeOrderId': async () => success({ merchantOrderId: proposeMerchantOrderId(desk.services) }),
    'payments.review': (input) => reviewPayment(desk, waiting, input),
    'payments.submit': (input) => submitPayment(desk, waiting, input),
    'payments.discard': async ({ intentId }) => {
      if (waiting.look(intentId).ok) waiting.finish(intentId)
      return success(null)
    },
  }
}
