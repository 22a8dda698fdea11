import type { CardReference, MerchantOrderId, MinorUnits } from '#shared/brands.ts'
import { cardExpiry } from '#shared/gateway/card-expiry.ts'
import { minorUnitDigits } from '#shared/gateway/currencies.ts'
import { isFinalStatus } from '#shared/gateway/order-status.ts'
import { operations } from '#shared/gateway/operations.ts'
import { filledReplyField } from '#shared/gateway/reply.ts'
import { composeRequest, maskedControlText } from '#shared/gateway/request.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { ChargeReview } from '#shared/model/charge.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { HistoryRow } from '#shared/model/history.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Deed, Done, Exchange } from './exchange.ts'
import type { Followers } from './follow.ts'
import { readForm } from './form.ts'
import type { Intents } from './intents.ts'
import type { FindPlace } from './place.ts'
import type { Rooms } from './rooms.ts'
import { utcTime } from './time.ts'

const likeChargeWithinMs = 30 * 60_000

/** A merchant order id nobody has used: 80 random bits behind a short prefix. */
export function proposeMerchantOrderId(rooms: Rooms): MerchantOrderId {
  return `gc-${rooms.computer.randomHex(10)}` as MerchantOrderId
}

/**
 * Validates a recurrent payment, looks its card up and keeps it as an intent that may be confirmed once. Nothing that
 * moves money is sent (§2.6).
 */
export async function reviewCharge(
  rooms: Rooms, exchange: Exchange, findPlace: FindPlace, waiting: Intents, input: ParsedInput<'charges.review'>,
): Promise<CallAnswer<'charges.review'>> {
  const operation = operations['recurrent-payment']
  const found = await findPlace(input.profileId, input.entryPoint)
  if (!found.ok) return found
  const place = found.value
  const form = readForm(operation, { ...input.values, ...input.confidential }, place)
  if (!form.ok) return form
  const values = form.value
  const request = composeRequest(operation, values, place.context)
  const { merchantOrderId, cardReference, currency, amount } = values
  if (request?.minorAmount == null || !merchantOrderId || !cardReference || !currency || !amount) {
    return failed({ code: 'group-not-possible' })
  }
  const used = await rooms.journal.findMerchantOrderId({
    profileId: place.profile.id, merchantOrderId: merchantOrderId as MerchantOrderId,
  })
  if (!used.ok) return used
  if (used.value !== null) return failed({ code: 'merchant-order-id-used', entryId: used.value.entryId })

  const deed: Deed = { operation, place, values, reason: null }
  const card = await exchange.perform({ operation: operations['get-card-info'], place, values: { cardReference }, reason: null })
  const like = await findLikeCharge(rooms, deed, request.minorAmount)
  if (!like.ok) return like
  const cardVerified = card.ok && card.value.report.outcome.kind === 'answered'
  const likeKey = `${place.profile.id} ${cardReference} ${request.minorAmount} ${currency}`
  const intent = waiting.add({ deed, cardVerified, likeKey })
  return success({
    intentId: intent.id,
    expiresAt: utcTime(intent.expiresAt),
    operation: operation.id,
    profileId: place.profile.id,
    profileName: place.profile.name,
    login: place.profile.login,
    environment: place.profile.environment,
    entryPoint: place.entryPoint,
    merchantOrderId: merchantOrderId as MerchantOrderId,
    cardReference: cardReference as CardReference,
    amounts: values.enumeratedAmounts === undefined ? [amount] : values.enumeratedAmounts.split(','),
    minorAmount: request.minorAmount,
    currency,
    card: card.ok ? card.value.answer : null,
    cardFailure: card.ok ? null : card.failure,
    cardVerified,
    likeCharge: like.value,
    warnings: warningsOf(rooms, deed, card.ok ? card.value : null),
    signedText: maskedControlText(request),
  } satisfies ChargeReview)
}

/** Confirms a review: sends the charge once and follows it. */
export async function submitCharge(
  rooms: Rooms, exchange: Exchange, findPlace: FindPlace, waiting: Intents, following: Followers,
  input: ParsedInput<'charges.submit'>,
): Promise<CallAnswer<'charges.submit'>> {
  const { intentId } = input
  const taken = waiting.take(intentId)
  if (!taken.ok) return taken
  const place = await findPlace(taken.value.deed.place.profile.id, taken.value.deed.place.entryPoint)
  if (!place.ok) {
    waiting.giveBack(intentId)
    return place
  }
  // What was reviewed is what is charged: a profile that was edited since, or a gateway that moved, ends the review.
  if (JSON.stringify(place.value) !== JSON.stringify(taken.value.deed.place)) {
    waiting.finish(intentId)
    return failed({ code: 'intent-gone' })
  }
  const reason = input.reason?.trim() ?? ''
  const objection = waiting.likeUnderWay(intentId) && reason === ''
    ? { code: 'reason-needed' as const }
    : await objectionTo(rooms, taken.value.deed, { ...input, reason }, taken.value.cardVerified)
  if (objection !== null) {
    waiting.giveBack(intentId)
    return failed(objection)
  }
  const why = [reason, taken.value.cardVerified ? '' : 'card not verified'].filter((text) => text !== '').join('; ')
  const done = await exchange.perform({ ...taken.value.deed, reason: why === '' ? null : why })
  if (!done.ok) {
    // A failure says that nothing was sent; only an id that is taken by now makes the review useless.
    if (done.failure.code === 'merchant-order-id-used') waiting.finish(intentId)
    else waiting.giveBack(intentId)
    return done
  }
  waiting.finish(intentId)
  const { outcome } = done.value.report
  if (outcome.kind === 'accepted' && !isFinalStatus(outcome.status)) {
    const followed = await following.follow(done.value.answer.entryId)
    if (!followed.ok) rooms.log('follow-not-started', { code: followed.failure.code })
  }
  return success(done.value.answer)
}

async function objectionTo(
  rooms: Rooms, deed: Deed, input: { reason: string; acceptUnverifiedCard: boolean }, cardVerified: boolean,
): Promise<Failure | null> {
  if (!cardVerified && !input.acceptUnverifiedCard) return { code: 'unverified-card-not-accepted' }
  if (input.reason !== '') return null
  // Asked again: another review of the same card and amount may have been confirmed in the meantime.
  const request = composeRequest(deed.operation, deed.values, deed.place.context)
  if (request?.minorAmount == null) return { code: 'group-not-possible' }
  const like = await findLikeCharge(rooms, deed, request.minorAmount)
  if (!like.ok) return like.failure
  return like.value === null ? null : { code: 'reason-needed' }
}

async function findLikeCharge(
  rooms: Rooms, deed: Deed, minorAmount: MinorUnits,
): Promise<Result<HistoryRow | null, Failure>> {
  return await rooms.journal.findLikeCharge({
    profileId: deed.place.profile.id,
    cardReference: (deed.values.cardReference ?? '') as CardReference,
    minorAmount,
    currency: deed.values.currency ?? '',
    since: utcTime(rooms.computer.now() - likeChargeWithinMs),
  })
}

function warningsOf(rooms: Rooms, deed: Deed, card: Done | null): ChargeReview['warnings'] {
  const warnings: ChargeReview['warnings'][number][] = []
  if (deed.values.redirectUrl === undefined) warnings.push('no-redirect-url')
  // Vendor code signs two decimals for every currency, ISO 4217 does not (addendum 2).
  if (minorUnitDigits(deed.values.currency ?? '') !== 2) warnings.push('minor-units-unverified')
  if (card !== null && card.report.outcome.kind === 'answered') {
    const { reply } = card.report.outcome
    const month = filledReplyField(reply, 'expire-month') ?? ''
    const year = filledReplyField(reply, 'expire-year') ?? ''
    if (cardExpiry(month, year, rooms.computer.now()).kind === 'expired') warnings.push('card-expired')
  }
  return warnings
}
