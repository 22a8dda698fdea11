import type { MerchantOrderId, MinorUnits, OrderId } from '#shared/brands.ts'
import { minorUnitDigits } from '#shared/gateway/currencies.ts'
import type { FieldValues } from '#shared/gateway/fields.ts'
import { toMajorText } from '#shared/gateway/money.ts'
import { isOrderAction, type OrderAction } from '#shared/gateway/order-actions.ts'
import { composeRequest } from '#shared/gateway/request.ts'
import { normaliseValues } from '#shared/gateway/validation.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { HistoryRow } from '#shared/model/history.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { Ages } from './ages.ts'
import type { Deed, Exchange } from './exchange.ts'
import { formProblems } from './form.ts'
import type { Intents, Reviewed } from './intents.ts'
import { findLikeRefund } from './like-deed.ts'
import { askStanding, obstacleAt, type OrderAt, type OrderStanding } from './order-standing.ts'
import { keepReview, minorUnitsAreUnverified, type ReviewAsked } from './review.ts'
import type { Rooms } from './rooms.ts'

/** Reviews a refund, void or capture: the order's status is asked just before, and decides (addendum 8). */
export async function reviewOrderAction(
  rooms: Rooms, ages: Ages, exchange: Exchange, waiting: Intents, { operation, place, typed }: ReviewAsked,
): Promise<CallAnswer<'deeds.review'>> {
  if (!isOrderAction(operation.id)) throw new TypeError(`${operation.id} is done to no order`)
  const wanted = withCurrencyOf(place.entryPoint.kind === 'endpoint' ? place.entryPoint.currency : null,
    normaliseValues(operation, typed))
  // A currency that is missing is the order's; it is known as soon as the order was asked about.
  const problems = formProblems(operation, wanted, place)
    .filter(({ field, code }) => field !== 'currency' || code !== 'required')
  if (problems.length > 0) return failed({ code: 'form-invalid', problems })

  const standing = await askStanding(rooms, exchange, orderAt({ operation, place, values: wanted, reason: null }))
  if (!standing.ok) return standing
  const { newest, whole, wholeIsCertain, actions, refunded } = standing.value
  const values = withCurrencyOf(newest.currency, wanted)
  const later = formProblems(operation, values, place)
  if (later.some(({ field }) => field !== 'currency')) return failed({ code: 'form-invalid', problems: later })

  const deed: Deed = { operation, place, values: withoutIdleCurrency(values), reason: null }
  const request = composeRequest(operation, deed.values, place.context)
  if (request === null) return failed({ code: 'group-not-possible' })
  const why = obstacleAt(standing.value, operation.id, request.minorAmount, values.currency ?? null)
  if (why !== null) return failed({ code: 'not-possible-now', why })
  return success(keepReview(waiting, { deed, request, cardVerified: true, likeKey: null }, {
    effectiveAmount: deed.values.amount ?? (wholeIsCertain ? majorText(deed, whole, newest.currency) : null),
    currency: newest.currency,
    card: null,
    cardFailure: null,
    order: standing.value.answer,
    refundedKnownHere: refunded,
    likeDeed: await findLikeRefund(ages, deed, request.minorAmount, actions, whole),
    warnings: minorUnitsAreUnverified(request) ? ['minor-units-unverified'] : [],
  }))
}

/**
 * Asks and judges again right before an action is sent: time has passed since its review. Answers what stands in the
 * way, or the newest refund that this one could be a second sending of.
 */
export async function recheckOrderAction(
  rooms: Rooms, ages: Ages, exchange: Exchange, { deed, request }: Reviewed, action: OrderAction,
): Promise<Result<HistoryRow | null, Failure>> {
  const asked = await askStanding(rooms, exchange, orderAt(deed))
  if (!asked.ok) return asked
  const standing: OrderStanding = asked.value
  const why = obstacleAt(standing, action, request.minorAmount, deed.values.currency ?? null)
  if (why !== null) return failed({ code: 'not-possible-now', why })
  return success(await findLikeRefund(ages, deed, request.minorAmount, standing.actions, standing.whole))
}

function orderAt({ place, values }: Deed): OrderAt {
  return {
    place,
    orderId: (values.orderId ?? '') as OrderId,
    merchantOrderId: (values.merchantOrderId ?? '') as MerchantOrderId,
  }
}

/** An amount implies the order's currency, which must be sent with it (addendum 8). */
function withCurrencyOf(currency: string | null, values: FieldValues): FieldValues {
  return values.amount === undefined || values.currency !== undefined || currency === null
    ? values
    : { ...values, currency }
}

/** Without an amount a currency says nothing; it is compared with the order's, and not sent. */
function withoutIdleCurrency({ currency, ...values }: FieldValues): FieldValues {
  return values.amount === undefined || currency === undefined ? values : { ...values, currency }
}

function majorText({ place }: Deed, minor: MinorUnits | null, currency: string | null): string | null {
  const digits = currency === null ? null : minorUnitDigits(currency, place.profile.switches.minorUnitDigits)
  return minor === null || digits === null ? null : toMajorText(minor, digits)
}
