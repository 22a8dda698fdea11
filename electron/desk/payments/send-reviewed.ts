/**
 * The last steps of every payment, whether a person confirmed it alone or as a row of a batch: checked again, sent
 * once.
 */
import type { EntryId } from '#shared/brands.ts'
import { createsOrder } from '#shared/gateway/operations/operations.ts'
import { isOrderAction } from '#shared/gateway/orders/order-actions.ts'
import { isFinalStatus } from '#shared/gateway/replies/order-status.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import type { Profile } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import { refusesCardEntry, sendsAlike, type OperationRequest, type SendResult } from '../requests/index.ts'
import type { Reviewed } from './intents.ts'
import type { PaymentLimits } from './limits.ts'
import { findDuplicateOrder } from './possible-duplicate.ts'
import { recheckOrderAction } from './review-order-action.ts'

/** What a person confirmed beside the request itself. */
export interface Confirmed {
  /** Empty without one. */
  readonly reason: string
  readonly cardAccepted: boolean
  readonly acceptDuplicateOf: EntryId | undefined
  /** Another review of the same payment is being sent at this moment. */
  readonly duplicateUnderWay: boolean
  /** The order was asked right now, with this possible duplicate: it is not asked again. Absent: it is asked. */
  readonly askedNow?: { readonly duplicate: HistoryRow | null }
  /** SECURITY: whether the confirmation still counts: not after a lock. */
  readonly holds: () => boolean
  readonly batch?: OperationRequest['batch']
  readonly onSending?: (entryId: EntryId) => void
}

/**
 * Checks a confirmed payment against the present profile, limits and history, sends it once and follows it. A failure
 * means that nothing was sent.
 */
export async function sendReviewed(
  desk: DeskContext, limits: PaymentLimits, reviewed: Reviewed, confirmed: Confirmed,
): Promise<Result<SendResult, Failure>> {
  const { operationRequest, request, cardVerified } = reviewed
  const { reason, cardAccepted, batch, onSending } = confirmed
  // SECURITY: a box may have been open for minutes: a profile changed or a limit lowered meanwhile counts at once.
  const allowed = await allowedNow(desk, limits, reviewed)
  if (!allowed.ok) return allowed
  const objection = confirmed.duplicateUnderWay && reason === ''
    ? { code: 'reason-needed' as const }
    : await objectionTo(desk, reviewed, confirmed)
  if (objection !== null) return failed(objection)
  // SECURITY: the desk was locked while the gateway was queried: the person who unlocks it next has confirmed nothing.
  if (!confirmed.holds()) return failed({ code: 'desk-locked' })
  const profile = allowed.value
  const why = [reason, cardVerified || !cardAccepted ? '' : 'card not verified'].filter((text) => text !== '').join('; ')
  const accepted = {
    reason: why === '' ? null : why, acceptDuplicateOf: reason === '' ? undefined : confirmed.acceptDuplicateOf,
  }
  const done = await desk.sender.sendOperation({
    ...operationRequest, ...accepted, dayLimit: limits.dayLimit(profile, reviewed),
    ...(batch !== undefined && { batch }), ...(onSending !== undefined && { onSending }),
  }, request)
  if (!done.ok) return failed(limits.explained(profile, reviewed, done.failure))
  const { outcome } = done.value.report
  if (outcome.kind === 'accepted' && !isFinalStatus(outcome.status)) {
    await desk.following.begin(done.value.answer.entryId)
  }
  return done
}

/** The present profile, if it still permits sending the payment as reviewed. */
export async function allowedNow(
  { findTarget }: DeskContext, limits: PaymentLimits, reviewed: Reviewed,
): Promise<Result<Profile, Failure>> {
  const { operation, values, target } = reviewed.operationRequest
  const now = await findTarget(target.profile.id, target.entryPoint)
  if (!now.ok) return now
  // SECURITY: exactly the reviewed request is sent, or none.
  if (!sendsAlike(now.value, target)) return failed({ code: 'intent-gone' })
  const { profile } = now.value
  // SECURITY: meanwhile the profile may forbid typing card numbers.
  if (refusesCardEntry(profile, operation, values)) return failed({ code: 'card-entry-refused' })
  // By the present limits, which may have been lowered since the review.
  const overLimit = await limits.refusal(profile, reviewed)
  return overLimit === null ? success(profile) : failed(overLimit)
}

async function objectionTo(
  desk: DeskContext, reviewed: Reviewed, { reason, cardAccepted, askedNow }: Confirmed,
): Promise<Failure | null> {
  if (!cardAccepted) return { code: 'unverified-card-not-accepted' }
  if (reason !== '' && createsOrder(reviewed.operationRequest.operation)) return null
  // Checked again: another review of a possible duplicate may have been confirmed meanwhile.
  const like = askedNow === undefined ? await likeNow(desk, reviewed) : success(askedNow.duplicate)
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
