import { touchesMoney } from '#shared/gateway/operations/operations.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { refusedOutside } from '../ask-outside.ts'
import type { DeskContext } from '../context.ts'
import type { OperationRequest } from '../requests/index.ts'
import { paymentQuestion, type ReasonGiven } from './payment-question.ts'

/**
 * Asks a person to confirm a payment on production in a message box of the system, which names the action, the
 * merchant and the order. Null once it was confirmed. Null at once in any other environment, where no money moves, and
 * where the profile, both as reviewed and as it is `now`, turns the box off. Where refunds may be missing, it is asked
 * in any case. SECURITY: a compromised page can use what the bridge offers, but cannot press a button of the system.
 */
export async function paymentRefusedOutside(
  { services: { system }, emit }: Pick<DeskContext, 'services' | 'emit'>, request: OperationRequest, now: Profile,
  reason: ReasonGiven,
): Promise<Failure | null> {
  // SECURITY: the stricter of both versions counts.
  const isAsked = [request.target.profile, now]
    .some(({ environment, outsideConfirmation }) => environment === 'production' && outsideConfirmation !== 'off')
  if ((!isAsked && !reason.refundsMayBeMissing) || !touchesMoney(request.operation)) return null
  emit('payments.outsideQuestion', { waiting: true })
  try {
    return await refusedOutside(system, paymentQuestion(request, reason))
  } finally {
    emit('payments.outsideQuestion', { waiting: false })
  }
}
