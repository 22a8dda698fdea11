import type { EntryId } from '#shared/brands.ts'
import { createsOrder } from '#shared/gateway/operations.ts'
import { isOrderAction } from '#shared/gateway/order-actions.ts'
import { isFinalStatus } from '#shared/gateway/order-status.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { endsReview } from '#shared/model/review-end.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { HistoryRow } from '#shared/model/history.ts'
import type { Profile } from '#shared/model/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import { refusesCardEntry, sendAlike } from '../requests/index.ts'
import type { Intents, Reviewed } from './intents.ts'
import type { PaymentLimits } from './limits.ts'
import { paymentRefusedOutside } from './outside-confirmation.ts'
import { findDuplicateOrder } from './possible-duplicate.ts'
import { recheckOrderAction } from './review-order-action.ts'

type SubmitInput = ParsedInput<'payments.submit'>

/** Confirms a review: sends the payment once and follows it. */
export async function submitPayment(
  desk: DeskContext, waiting: Intents, limits: PaymentLimits, input: SubmitInput,
): Promise<CallAnswer<'payments.submit'>> {
  const taken = waiting.take(input.intentId)
  if (!taken.ok) return taken
  // Checked before the first await: of two simultaneous submits the first one continues.
  const duplicateUnderWay = waiting.duplicateUnderWay(input.intentId)
  try {
    const answer = await confirm({ desk, waiting, limits }, input, taken.value, duplicateUnderWay)
    if (answer.ok || endsReview(answer.failure)) waiting.finish(input.intentId)
    // A failure means that nothing was sent: the same review may be confirmed again.
    else waiting.giveBack(input.intentId)
    return answer
  } catch (error) {
    // A defect in the middle ends the review: its progress is not known, and its cvv must not stay.
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
  const { sender, following } = desk
  const { operationRequest, request, cardVerified } = reviewed
  // Before a person is asked about a payment that is refused anyway.
  const before = await allowedNow(desk, limits, reviewed)
  if (!before.ok) return before
  const reason = input.reason?.trim() ?? ''
  const { operation, target } = operationRequest
  const required = await desk.history.precondition(operation.id, target.profile.environment)
  if (!required.ok) return required
  const needsReason = required.value === 'confirmed-reason'
  if (needsReason && reason === '') return failed({ code: 'refund-reason-needed' })
  // Before the last queries to journal and gateway: their results must be as new as possible when it is sent.
  const refused = await paymentRefusedOutside(desk, operationRequest, before.value, needsReason ? reason : null)
  if (refused !== null) return failed(refused)
  // SECURITY: the box may be open for minutes: a profile changed or a limit lowered meanwhile counts at once.
  const allowed = await allowedNow(desk, limits, reviewed)
  if (!allowed.ok) return allowed
  const objection = duplicateUnderWay && reason === ''
    ? { code: 'reason-needed' as const }
    : await objectionTo(desk, reviewed, reason, cardVerified || input.acceptUnverifiedCard)
  if (objection !== null) return failed(objection)
  // SECURITY: the desk was locked while the box was open or the gateway was queried: the person who unlocks it next
  // has confirmed nothing.
  if (!waiting.holds(input.intentId)) return failed({ code: 'desk-locked' })
  const profile = allowed.value
  const why = [reason, cardVerified ? '' : 'card not verified'].filter((text) => text !== '').join('; ')
  const dayLimit = limits.dayLimit(profile, reviewed)
  const accepted = { reason: why === '' ? null : why, acceptDuplicateOf: reason === '' ? undefined : input.acceptDuplicateOf }
  const onSending = (entryId: EntryId): void => { desk.emit('payments.sending', { intentId: input.intentId, entryId }) }
  const done = await sender.sendOperation({ ...operationRequest, ...accepted, dayLimit, onSending }, request)
  if (!done.ok) return failed(limits.explained(profile, reviewed, done.failure))
  const { outcome } = done.value.report
  if (outcome.kind === 'accepted' && !isFinalStatus(outcome.status)) {
    await following.begin(done.value.answer.entryId)
  }
  return success(done.value.answer)
}

/** The present profile, if it still permits sending the payment as reviewed. */
async function allowedNow(
  { findTarget }: DeskContext, limits: PaymentLimits, reviewed: Reviewed,
): Promise<Result<Profile, Failure>> {
  const { operation, values, target } = reviewed.operationRequest
  const now = await findTarget(target.profile.id, target.entryPoint)
  if (!now.ok) return now
  // SECURITY: exactly the reviewed request is sent, or none.
  if (!sendAlike(now.value, target)) return failed({ code: 'intent-gone' })
  const { profile } = now.value
  // SECURITY: meanwhile the profile may forbid typing card numbers.
  if (refusesCardEntry(profile, operation, values)) return failed({ code: 'card-entry-refused' })
  // By the present limits, which may have been lowered since the review.
  const overLimit = await limits.refusal(profile, reviewed)
  return overLimit === null ? success(profile) : failed(overLimit)
}

async function objectionTo(
  desk: DeskContext, reviewed: Reviewed, reason: string, cardAccepted: boolean,
): Promise<Failure | null> {
  if (!cardAccepted) return { code: 'unverified-card-not-accepted' }
  if (reason !== '' && createsOrder(reviewed.operationRequest.operation)) return null
  // Checked again: another review of a possible duplicate may have been confirmed meanwhile.
  const like = await likeNow(desk, reviewed)
  if (!like.ok) return like.failure
  return like.value === null || reason !== '' ? null : { code: 'reason-needed' }
}

async function likeNow(
  desk: DeskContext, reviewed: Reviewed,
): Promise<Result<HistoryRow | null, Failure>> {
  const { operationRequest, request: { minorAmount } } = reviewed
  const { id } = operationRequest.operation
  if (isOrderAction(id)) return await recheckOrderAction(desk, reviewed, id)
  return await findDuplicateOrder(desk, operationRequest, minorAmount)
}
