import { touchesMoney } from '#shared/gateway/operations/operations.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { refusedOutside } from '../ask-outside.ts'
import type { DeskContext } from '../context.ts'
import type { OperationRequest } from '../requests/index.ts'
import { paymentQuestion, type ReasonGiven } from './payment-question.ts'

/**
 * Asks a person to confirm a production payment in a message box of the system, which names the action, the merchant
 * and the order. Returns null after the confirmation; at once in any other environment, where no money moves, and if
 * the profile turns the box off, both as reviewed and as it is `now`. If refunds may be missing, it always asks.
 * SECURITY: a compromised page can use the bridge, but cannot press a button of the system.
 */
export async function paymentRefusedOutside(
  { services: { system }, emit }: Pick<DeskContext, 'services' | 'emit'>, request: OperationRequest, now: Profile,
  reason: ReasonGiven,
): Promise<Failure | null> {
  // SECURITY: the stricter of both versions counts.
  const isRequired = [request.target.profile, now]
    .some(({ environment, outsideConfirmation }) => environment === 'production' && outsideConfirmation !== 'off')
  if ((!isRequired && !reason.refundsMayBeMissing) || !touchesMoney(request.operation)) return null
  emit('payments.outsideQuestion', { waiting: true })
  try {
    return await refusedOutside(system, paymentQuestion(request, reason))
  } finally {
    emit('payments.outsideQuestion', { waiting: false })
  }
}
