/** The last steps of every payment, confirmed alone or as a row of a batch: checked again, then sent once. */
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

/** What a person confirmed in addition to the request. */
export interface Confirmed {
  /** Empty without a reason. */
  readonly reason: string
  readonly cardAccepted: boolean
  readonly acceptDuplicateOf: EntryId | undefined
  /** Another review of the same payment is being sent now. */
  readonly duplicateUnderWay: boolean
  /** The order was just queried, with this possible duplicate, so it is not queried again. Absent: query it. */
  readonly queriedNow?: { readonly duplicate: HistoryRow | null }
  /** SECURITY: whether the confirmation is still valid; not after a lock. */
  readonly holds: () => boolean
  readonly batch?: OperationRequest['batch']
  readonly onSending?: (entryId: EntryId) => void
}

/**
 * Checks a confirmed payment against the current profile, limits and history, sends it once and follows it. A failure
 * means that nothing was sent.
 */
export async function sendReviewed(
  desk: DeskContext, limits: PaymentLimits, reviewed: Reviewed, confirmed: Confirmed,
): Promise<Result<SendResult, Failure>> {
  const { operationRequest, request, cardVerified } = reviewed
  const { reason, cardAccepted, batch, onSending } = confirmed
  // SECURITY: a box may have been open for minutes, so a changed profile or a lowered limit counts at once.
  const allowed = await allowedNow(desk, limits, reviewed)
  if (!allowed.ok) return allowed
  const objection = confirmed.duplicateUnderWay && reason === ''
    ? { code: 'reason-needed' as const }
    : await objectionTo(desk, reviewed, confirmed)
  if (objection !== null) return failed(objection)
  // SECURITY: the desk was locked during the query; the next person has confirmed nothing.
  if (!confirmed.holds()) return failed({ code: 'desk-locked' })
  const profile = allowed.value
  const why = [reason, cardVerified || !cardAccepted ? '' : 'card not verified'].filter((text) => text !== '').join('; ')
  const accepted = {
    reason: why === '' ? null : why, acceptDuplicateOf: reason === '' ? undefined : confirmed.acceptDuplicateOf,
  }
  const sent = await desk.sender.sendOperation({
    ...operationRequest, ...accepted, dayLimit: limits.dayLimit(profile, reviewed),
    ...(batch !== undefined && { batch }), ...(onSending !== undefined && { onSending }),
  }, request)
  if (!sent.ok) return failed(limits.explained(profile, reviewed, sent.failure))
  const { outcome } = sent.value.report
  if (outcome.kind === 'accepted' && !isFinalStatus(outcome.status)) {
    await desk.following.begin(sent.value.answer.entryId)
  }
  return sent
}

/** The current profile, if it still permits sending the payment as reviewed. */
export async function allowedNow(
  { findTarget }: DeskContext, limits: PaymentLimits, reviewed: Reviewed,
): Promise<Result<Profile, Failure>> {
  const { operation, values, target } = reviewed.operationRequest
  const now = await findTarget(target.profile.id, target.entryPoint)
  if (!now.ok) return now
  // SECURITY: exactly the reviewed request is sent, or none.
  if (!sendsAlike(now.value, target)) return failed({ code: 'intent-gone' })
  const { profile } = now.value
  // SECURITY: the profile may forbid typed card numbers since the review.
  if (refusesCardEntry(profile, operation, values)) return failed({ code: 'card-entry-refused' })
  // The current limits, which may have been lowered since the review.
  const overLimit = await limits.refusal(profile, reviewed)
  return overLimit === null ? success(profile) : failed(overLimit)
}

async function objectionTo(
  desk: DeskContext, reviewed: Reviewed, { reason, cardAccepted, queriedNow }: Confirmed,
): Promise<Failure | null> {
  if (!cardAccepted) return { code: 'unverified-card-not-accepted' }
  if (reason !== '' && createsOrder(reviewed.operationRequest.operation)) return null
  // Checked again: another review of a possible duplicate may have been confirmed meanwhile.
  const duplicate = queriedNow === undefined ? await duplicateNow(desk, reviewed) : success(queriedNow.duplicate)
  if (!duplicate.ok) return duplicate.failure
  return duplicate.value === null || reason !== '' ? null : { code: 'reason-needed' }
}

async function duplicateNow(
  desk: DeskContext, reviewed: Reviewed,
): Promise<Result<HistoryRow | null, Failure>> {
  const { operationRequest, request: { minorAmount } } = reviewed
  const { id } = operationRequest.operation
  if (isOrderAction(id)) return await recheckOrderAction(desk, reviewed, id)
  return await findDuplicateOrder(desk, operationRequest, minorAmount)
}
