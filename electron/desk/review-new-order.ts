import type { MerchantOrderId } from '#shared/brands.ts'
import { cardExpiry } from '#shared/gateway/card-expiry.ts'
import { operations } from '#shared/gateway/operations.ts'
import { filledReplyField } from '#shared/gateway/reply.ts'
import { composeRequest, type UnsignedRequest } from '#shared/gateway/request.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { DeedReview } from '#shared/model/deed.ts'
import type { Failure } from '#shared/model/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Ages } from './ages.ts'
import type { Deed, Done, Exchange } from './exchange.ts'
import { readForm } from './form.ts'
import type { Intents } from './intents.ts'
import { findLikeOrder } from './like-deed.ts'
import { merchantAt } from './merchant.ts'
import { keepReview, minorUnitsAreUnverified, type ReviewAsked } from './review.ts'
import type { Rooms } from './rooms.ts'

/** Reviews what makes an order. A card reference that is charged is looked up first. */
export async function reviewNewOrder(
  rooms: Rooms, ages: Ages, exchange: Exchange, waiting: Intents, { operation, place, typed }: ReviewAsked,
): Promise<CallAnswer<'deeds.review'>> {
  const form = readForm(operation, typed, place)
  if (!form.ok) return form
  const values = form.value
  const request = composeRequest(operation, values, place.context)
  const { merchantOrderId, currency, amount } = values
  if (request?.minorAmount == null || !merchantOrderId || !currency || !amount) {
    return failed({ code: 'group-not-possible' })
  }
  const used = await rooms.journal.findMerchantOrderId({
    ...merchantAt(place.profile), merchantOrderId: merchantOrderId as MerchantOrderId,
  })
  if (!used.ok) return used
  if (used.value !== null) return failed({ code: 'merchant-order-id-used', entryId: used.value.entryId })

  const deed: Deed = { operation, place, values, reason: null }
  const card = await lookUpCharged(exchange, deed)
  const like = await findLikeOrder(rooms, ages, deed, request.minorAmount)
  if (!like.ok) return like
  const cardVerified = card === null || (card.ok && card.value.report.outcome.kind === 'answered')
  const what = values.cardReference ?? operation.id
  const likeKey = `${merchantAt(place.profile).merchantKey ?? place.profile.id} ${what} ${request.minorAmount} ${currency}`
  return success(keepReview(waiting, { deed, request, cardVerified, likeKey }, {
    effectiveAmount: amount,
    currency,
    card: card?.ok === true ? card.value.answer : null,
    cardFailure: card?.ok === false ? card.failure : null,
    order: null,
    refundedKnownHere: null,
    likeDeed: like.value,
    warnings: warningsOf(rooms, request, card?.ok === true ? card.value : null),
  }))
}

/** Looks up the card reference that will be charged (§2.4); null where none is. */
async function lookUpCharged(exchange: Exchange, { place, values }: Deed): Promise<Result<Done, Failure> | null> {
  const { cardReference } = values
  if (cardReference === undefined) return null
  return await exchange.perform({ operation: operations['get-card-info'], place, values: { cardReference }, reason: null })
}

function warningsOf(rooms: Rooms, request: UnsignedRequest, card: Done | null): DeedReview['warnings'] {
  const warnings: DeedReview['warnings'][number][] = []
  const takesRedirect = request.operation.fields.some((use) => use.key === 'redirectUrl')
  if (takesRedirect && request.values.redirectUrl === undefined) warnings.push('no-redirect-url')
  if (minorUnitsAreUnverified(request)) warnings.push('minor-units-unverified')
  if (card !== null && card.report.outcome.kind === 'answered') {
    const { reply } = card.report.outcome
    const month = filledReplyField(reply, 'expire-month') ?? ''
    const year = filledReplyField(reply, 'expire-year') ?? ''
    if (cardExpiry(month, year, rooms.computer.now()).kind === 'expired') warnings.push('card-expired')
  }
  return warnings
}
