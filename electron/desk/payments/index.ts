/**
 * Operations that touch money: reviewed, confirmed once, sent once. A review is stored in memory for ten minutes.
 * Exactly the request that it composed is sent, or none.
 */
import type { MerchantOrderId } from '#shared/brands.ts'
import { createsOrder, operations } from '#shared/gateway/operations/operations.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { failed, success } from '#shared/result.ts'
import type { CallsOf } from '../calls.ts'
import type { DeskContext } from '../context.ts'
import { refusesCardEntry } from '../requests/index.ts'
import type { Services } from '../services.ts'
import type { Intents } from './intents.ts'
import type { PaymentLimits } from './limits.ts'
import { reviewNewOrder } from './review-new-order.ts'
import { reviewOrderAction } from './review-order-action.ts'
import { submitPayment } from './submit-payment.ts'

export { intents } from './intents.ts'
export { paymentLimits, type PaymentLimits } from './limits.ts'
export { composeNewOrder } from './review-new-order.ts'
export { composeOrderAction } from './review-order-action.ts'
export { duplicateWithinMs, findEarlierRefund } from './possible-duplicate.ts'
export { sendReviewed } from './send-reviewed.ts'
export { paymentRefusedOutside } from './outside-confirmation.ts'
export { environmentNames, type ReasonGiven } from './payment-question.ts'

/** The calls that touch money. `waiting`: reviews that wait for their confirmation. */
export function paymentCalls(desk: DeskContext, waiting: Intents, limits: PaymentLimits): CallsOf<'payments'> {
  return {
    'payments.proposeOrderId': async () => success({ merchantOrderId: proposeMerchantOrderId(desk.services) }),
    'payments.review': async (input) => {
      const before = waiting.timesDropped()
      const review = await reviewPayment(desk, waiting, limits, input)
      if (!review.ok || waiting.timesDropped() === before) return review
      // SECURITY: the desk was locked meanwhile. The next person has not reviewed this, and its cvv must be deleted.
      waiting.finish(review.value.intentId)
      return failed({ code: 'desk-locked' })
    },
    'payments.submit': (input) => submitPayment(desk, waiting, limits, input),
    'payments.discard': async ({ intentId }) => {
      if (waiting.find(intentId).ok) waiting.finish(intentId)
      return success(null)
    },
  }
}

/** A new merchant order id: 80 random bits after a short prefix. */
function proposeMerchantOrderId({ system }: Services): MerchantOrderId {
  return `gc-${system.randomHex(10)}` as MerchantOrderId
}

/**
 * Validates a payment, queries the facts that a person should know before confirming, and stores it as an intent that
 * may be confirmed once. Sends nothing that moves or holds money (§2.6, §2.10, §2.12, addendum 8).
 */
async function reviewPayment(
  desk: DeskContext, waiting: Intents, limits: PaymentLimits, input: ParsedInput<'payments.review'>,
): Promise<CallAnswer<'payments.review'>> {
  const operation = operations[input.operation]
  const typed = { ...input.values, ...input.confidential }
  const target = await desk.findTarget(input.profileId, input.entryPoint)
  if (!target.ok) return target
  // SECURITY: before any other code reads the typed values.
  if (refusesCardEntry(target.value.profile, operation, typed)) return failed({ code: 'card-entry-refused' })
  const required = await desk.history.precondition(operation.id, target.value.profile.environment)
  if (!required.ok) return required
  const reviewInput = { operation, target: target.value, typed, limits }
  const review = createsOrder(operation)
    ? await reviewNewOrder(desk, waiting, reviewInput)
    : await reviewOrderAction(desk, waiting, reviewInput)
  if (!review.ok || required.value === 'none') return review
  return success({ ...review.value, warnings: [...review.value.warnings, required.value] })
}
