import { isDeepStrictEqual } from 'node:util'
import type { MerchantOrderId, MinorUnits, OrderId } from '#shared/brands.ts'
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { toMajorText } from '#shared/gateway/numbers/money.ts'
import { isOrderAction, type OrderAction } from '#shared/gateway/orders/order-actions.ts'
import { mayReleaseHold } from '#shared/gateway/operations/net-amount.ts'
import { composeRequest } from '#shared/gateway/requests/request.ts'
import { normaliseValues } from '#shared/gateway/requests/validation.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryRow } from '#shared/model/history/history.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import { formProblems, type OperationRequest } from '../requests/index.ts'
import type { Intents, Reviewed } from './intents.ts'
import { findDuplicateRefund } from './possible-duplicate.ts'
import { queryOrderSnapshot, obstacleAt, type OrderAt, type OrderSnapshot } from '../orders/index.ts'
import { keepReview, minorUnitsAreUnverified, type ReviewInput } from './review.ts'

/** A refund, void or capture to send, and the order's current state, which permits it. */
interface ComposedAction extends Pick<Reviewed, 'operationRequest' | 'request'> {
  readonly snapshot: OrderSnapshot
  readonly duplicate: HistoryRow | null
}

/** Queries the order's status, and checks that the action is possible and within the limits (addendum 8). */
export async function composeOrderAction(
  desk: DeskContext, { operation, target, typed, limits }: ReviewInput,
): Promise<Result<ComposedAction, Failure>> {
  if (!isOrderAction(operation.id)) throw new TypeError(`${operation.id} is done to no order`)
  const wanted = withCurrencyOf(target.entryPoint.kind === 'endpoint' ? target.entryPoint.currency : null,
    normaliseValues(operation, typed))
  // A missing currency is that of the order, which is known after the query.
  const problems = formProblems(operation, wanted, target)
    .filter(({ field, code }) => field !== 'currency' || code !== 'required')
  if (problems.length > 0) return failed({ code: 'form-invalid', problems })

  const order = orderAt({ operation, target, values: wanted, reason: null })
  const snapshot = await queryOrderSnapshot(desk, order)
  if (!snapshot.ok) return snapshot
  const { newest } = snapshot.value
  const values = withCurrencyOf(newest.currency, wanted)
  const later = formProblems(operation, values, target)
  if (later.some(({ field }) => field !== 'currency')) return failed({ code: 'form-invalid', problems: later })

  const sent = withoutUnusedCurrency(values)
  const request = composeRequest(operation, sent, target.context)
  if (request === null) return failed({ code: 'group-not-possible' })
  const reviewed = reviewedBy(operation.id, request.minorAmount, snapshot.value)
  const operationRequest: OperationRequest = { operation, target, values: sent, reason: null, reviewed }
  const why = obstacleAt(snapshot.value, operation.id, request.minorAmount, values.currency ?? null)
  if (why !== null) return failed({ code: 'not-possible-now', why })
  const refused = await limits.refusal(target.profile, { operationRequest, request })
  if (refused !== null) return failed(refused)
  const duplicate = await findDuplicateRefund(desk, operationRequest, request.minorAmount, snapshot.value)
  return success({ operationRequest, request, snapshot: snapshot.value, duplicate })
}

/** Reviews a refund, void or capture. */
export async function reviewOrderAction(
  desk: DeskContext, waiting: Intents, input: ReviewInput,
): Promise<CallAnswer<'payments.review'>> {
  const composed = await composeOrderAction(desk, input)
  if (!composed.ok) return composed
  const { operationRequest, request, snapshot, duplicate } = composed.value
  const { newest, whole, wholeIsCertain, refunded, refundsKnownTo } = snapshot
  return success(keepReview(waiting, { operationRequest, request, cardVerified: true, duplicateKey: null }, {
    effectiveAmount: operationRequest.values.amount
      ?? (wholeIsCertain ? majorText(operationRequest, whole, newest.currency) : null),
    currency: newest.currency,
    card: null,
    cardFailure: null,
    order: snapshot.answer,
    refundedKnownHere: refunded,
    refundsKnownTo,
    possibleDuplicate: duplicate,
    warnings: minorUnitsAreUnverified(request) ? ['minor-units-unverified'] : [],
  }))
}

/**
 * Queries and checks again right before an action is sent, as time has passed since its review. Returns the obstacle,
 * or the newest refund that this one may duplicate. SECURITY: after a capture the same request returns money although a
 * person confirmed the release of a hold, so it must still mean what was reviewed.
 */
export async function recheckOrderAction(
  desk: DeskContext, { operationRequest, request }: Reviewed, action: OrderAction,
): Promise<Result<HistoryRow | null, Failure>> {
  const input = await queryOrderSnapshot(desk, orderAt(operationRequest))
  if (!input.ok) return input
  const snapshot: OrderSnapshot = input.value
  const why = obstacleAt(snapshot, action, request.minorAmount, operationRequest.values.currency ?? null)
  if (why !== null) return failed({ code: 'not-possible-now', why })
  if (!isDeepStrictEqual(reviewedBy(action, request.minorAmount, snapshot), operationRequest.reviewed)) {
    return failed({ code: 'not-possible-now', why: 'order-changed' })
  }
  return success(await findDuplicateRefund(desk, operationRequest, request.minorAmount, snapshot))
}

/** The reviewed amount: the part that is sent, or the whole of the order if that is certain. */
function reviewedBy(
  action: OrderAction, part: MinorUnits | null,
  { newest, own, whole, wholeIsCertain, currency: orderCurrency }: OrderSnapshot,
): NonNullable<OperationRequest['reviewed']> {
  const minorAmount = part ?? (wholeIsCertain ? whole : null)
  const { currency } = newest
  const isHeld = (own ?? newest).transactionType === 'preauth'
  return {
    reviewed: minorAmount === null || currency === null ? null : { minorAmount, currency },
    releasesHold: mayReleaseHold(action) && isHeld,
    orderCurrency,
  }
}

function orderAt({ target, values }: OperationRequest): OrderAt {
  return {
    target,
    orderId: (values.orderId ?? '') as OrderId,
    merchantOrderId: (values.merchantOrderId ?? '') as MerchantOrderId,
  }
}

/** An amount is in the order's currency, which must be sent with it (addendum 8). */
function withCurrencyOf(currency: string | null, values: FieldValues): FieldValues {
  return values.amount === undefined || values.currency !== undefined || currency === null
    ? values
    : { ...values, currency }
}

/** Without an amount the currency has no meaning: it is compared with the order's and not sent. */
function withoutUnusedCurrency({ currency, ...values }: FieldValues): FieldValues {
  return values.amount === undefined || currency === undefined ? values : { ...values, currency }
}

function majorText({ target }: OperationRequest, minor: MinorUnits | null, currency: string | null): string | null {
  const digits = currency === null ? null : minorUnitDigits(currency, target.profile.switches.minorUnitDigits)
  return minor === null || digits === null ? null : toMajorText(minor, digits)
}
