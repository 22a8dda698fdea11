import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { endsReview } from '#shared/model/payments/review-end.ts'
import { failed, success } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import type { Intents, Reviewed } from './intents.ts'
import type { PaymentLimits } from './limits.ts'
import { paymentRefusedOutside } from './outside-confirmation.ts'
import { allowedNow, sendReviewed } from './send-reviewed.ts'

type SubmitInput = ParsedInput<'payments.submit'>

/** Confirms a review: sends the payment once and follows it. */
export async function submitPayment(
  desk: DeskContext, waiting: Intents, limits: PaymentLimits, input: SubmitInput,
): Promise<CallAnswer<'payments.submit'>> {
  const taken = waiting.take(input.intentId)
  if (!taken.ok) return taken
  // Read before the first await: of two submits at the same time, the first one continues.
  const duplicateUnderWay = waiting.duplicateUnderWay(input.intentId)
  try {
    const answer = await confirm({ desk, waiting, limits }, input, taken.value, duplicateUnderWay)
    if (answer.ok || endsReview(answer.failure)) waiting.finish(input.intentId)
    // A failure means that nothing was sent, so the same review may be confirmed again.
    else waiting.release(input.intentId)
    return answer
  } catch (error) {
    // A defect ends the review: it is not known how far it came, and its cvv must be deleted.
    waiting.finish(input.intentId)
    throw error
  }
}

interface Parts {
  readonly desk: DeskContext
  readonly waiting: Intents
  readonly limits: PaymentLimits
}

async function confirm(
  { desk, waiting, limits }: Parts, input: SubmitInput, reviewed: Reviewed, duplicateUnderWay: boolean,
): Promise<CallAnswer<'payments.submit'>> {
  const { operationRequest, cardVerified } = reviewed
  // Before a person is asked to confirm a payment that is refused anyway.
  const before = await allowedNow(desk, limits, reviewed)
  if (!before.ok) return before
  const reason = input.reason?.trim() ?? ''
  const { operation, target } = operationRequest
  const required = await desk.history.precondition(operation.id, target.profile.environment)
  if (!required.ok) return required
  const refundsMayBeMissing = required.value === 'confirmed-reason'
  if (refundsMayBeMissing && reason === '') return failed({ code: 'refund-reason-needed' })
  // Before the last queries to journal and gateway, whose results must be as recent as possible at the send.
  const given = { text: reason, refundsMayBeMissing }
  const refused = await paymentRefusedOutside(desk, operationRequest, before.value, given)
  if (refused !== null) return failed(refused)
  const sent = await sendReviewed(desk, limits, reviewed, {
    reason, cardAccepted: cardVerified || input.acceptUnverifiedCard, acceptDuplicateOf: input.acceptDuplicateOf,
    duplicateUnderWay, holds: () => waiting.holds(input.intentId),
    onSending: (entryId) => { desk.emit('payments.sending', { intentId: input.intentId, entryId }) },
  })
  return sent.ok ? success(sent.value.answer) : sent
}
