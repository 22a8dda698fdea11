import { isOrderAction } from '#shared/gateway/order-actions.ts'
import { isFinalStatus } from '#shared/gateway/order-status.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { endsReview } from '#shared/model/deed.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { HistoryRow } from '#shared/model/history.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Ages } from './ages.ts'
import { isAsReviewed } from './as-reviewed.ts'
import { refusesCardEntry } from './card-entry.ts'
import type { Exchange } from './exchange.ts'
import type { Followers } from './follow.ts'
import type { Intents, Reviewed } from './intents.ts'
import { findLikeOrder } from './like-deed.ts'
import type { FindPlace } from './place.ts'
import { recheckOrderAction } from './review-order-action.ts'
import type { Rooms } from './rooms.ts'

type SubmitInput = ParsedInput<'deeds.submit'>

/** Confirms a review: sends the deed once and follows it. */
export async function submitDeed(
  rooms: Rooms, ages: Ages, exchange: Exchange, findPlace: FindPlace, waiting: Intents, following: Followers,
  input: SubmitInput,
): Promise<CallAnswer<'deeds.submit'>> {
  const taken = waiting.take(input.intentId)
  if (!taken.ok) return taken
  // Looked at before anything is awaited: of two that come together the first one goes on.
  const likeUnderWay = waiting.likeUnderWay(input.intentId)
  try {
    const answer = await confirm(rooms, ages, exchange, findPlace, following, input, taken.value, likeUnderWay)
    if (answer.ok || endsReview(answer.failure)) waiting.finish(input.intentId)
    // A failure says that nothing was sent: the same review may be confirmed again.
    else waiting.giveBack(input.intentId)
    return answer
  } catch (error) {
    // A defect in the middle ends the review: nobody knows how far it came, and its cvv must not stay.
    waiting.finish(input.intentId)
    throw error
  }
}

async function confirm(
  rooms: Rooms, ages: Ages, exchange: Exchange, findPlace: FindPlace, following: Followers, input: SubmitInput,
  reviewed: Reviewed, likeUnderWay: boolean,
): Promise<CallAnswer<'deeds.submit'>> {
  const { deed, request, cardVerified } = reviewed
  const place = await findPlace(deed.place.profile.id, deed.place.entryPoint)
  if (!place.ok) return place
  // What was reviewed is what is sent, or nothing is.
  if (!isAsReviewed(reviewed, place.value)) return failed({ code: 'intent-gone' })
  // SECURITY: the profile may have been told since that no card number is typed there.
  if (refusesCardEntry(place.value.profile, deed.operation, deed.values)) return failed({ code: 'card-entry-refused' })
  const reason = input.reason?.trim() ?? ''
  const objection = likeUnderWay && reason === ''
    ? { code: 'reason-needed' as const }
    : await objectionTo(rooms, ages, exchange, reviewed, reason, cardVerified || input.acceptUnverifiedCard)
  if (objection !== null) return failed(objection)
  const why = [reason, cardVerified ? '' : 'card not verified'].filter((text) => text !== '').join('; ')
  const done = await exchange.perform({ ...deed, reason: why === '' ? null : why }, request)
  if (!done.ok) return done
  const { outcome } = done.value.report
  if (outcome.kind === 'accepted' && !isFinalStatus(outcome.status)) {
    const followed = await following.follow(done.value.answer.entryId)
    if (!followed.ok) rooms.log('follow-not-started', { code: followed.failure.code })
  }
  return success(done.value.answer)
}

async function objectionTo(
  rooms: Rooms, ages: Ages, exchange: Exchange, reviewed: Reviewed, reason: string, cardAccepted: boolean,
): Promise<Failure | null> {
  if (!cardAccepted) return { code: 'unverified-card-not-accepted' }
  if (reason !== '' && reviewed.deed.operation.createsOrder) return null
  // Asked again: another review like this one may have been confirmed in the meantime.
  const like = await likeNow(rooms, ages, exchange, reviewed)
  if (!like.ok) return like.failure
  return like.value === null || reason !== '' ? null : { code: 'reason-needed' }
}

async function likeNow(
  rooms: Rooms, ages: Ages, exchange: Exchange, reviewed: Reviewed,
): Promise<Result<HistoryRow | null, Failure>> {
  const { deed, request: { minorAmount } } = reviewed
  const { id } = deed.operation
  if (isOrderAction(id)) return await recheckOrderAction(rooms, ages, exchange, reviewed, id)
  if (minorAmount === null) return failed({ code: 'group-not-possible' })
  return await findLikeOrder(rooms, ages, deed, minorAmount)
}
