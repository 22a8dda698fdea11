/** What both kinds of review have in common: what was asked for, and how it is told. */
import type { CardReference, Masked, MerchantOrderId, OrderId } from '#shared/brands.ts'
import { minorUnitDigits } from '#shared/gateway/currencies.ts'
import type { FieldValues } from '#shared/gateway/fields.ts'
import type { Operation } from '#shared/gateway/operations.ts'
import {
  maskedBaseString, maskedControlText, maskedValues, signatureMethodOf, type UnsignedRequest,
} from '#shared/gateway/request.ts'
import type { DeedReview } from '#shared/model/deed.ts'
import type { Intents, Reviewed } from './intents.ts'
import type { Place } from './place.ts'
import { utcTime } from './time.ts'

/** A form that is to be reviewed, at a place that was found. */
export interface ReviewAsked {
  readonly operation: Operation
  readonly place: Place
  readonly typed: FieldValues
}

/** What a review found out beyond the form. */
export type ReviewFindings = Pick<DeedReview,
  'effectiveAmount' | 'currency' | 'card' | 'cardFailure' | 'order' | 'refundedKnownHere' | 'likeDeed' | 'warnings'>

/** Keeps a reviewed deed as an intent and tells it. */
export function keepReview(waiting: Intents, reviewed: Reviewed, findings: ReviewFindings): DeedReview {
  const { deed: { operation, place, values }, request, cardVerified } = reviewed
  const intent = waiting.add(reviewed)
  return {
    intentId: intent.id,
    expiresAt: utcTime(intent.expiresAt),
    operation: operation.id,
    profileId: place.profile.id,
    profileName: place.profile.name,
    login: place.profile.login,
    environment: place.profile.environment,
    entryPoint: place.entryPoint,
    merchantOrderId: (values.merchantOrderId ?? '') as MerchantOrderId,
    orderId: (values.orderId ?? null) as OrderId | null,
    cardReference: (values.cardReference ?? null) as CardReference | null,
    amounts: values.enumeratedAmounts?.split(',') ?? (values.amount === undefined ? [] : [values.amount]),
    minorAmount: request.minorAmount,
    sent: maskedValues(request),
    cardVerified,
    signedText: textToSign(request, place),
    ...findings,
  }
}

/** Vendor code signs two decimals for every currency, ISO 4217 does not (addendum 2). */
export function minorUnitsAreUnverified({ operation, values, minorAmount }: UnsignedRequest): boolean {
  const { authentication } = operation
  const signsAmount = authentication.kind === 'control' && authentication.recipe.some(({ from }) => from === 'minor-amount')
  return signsAmount && minorAmount !== null && minorUnitDigits(values.currency ?? '') !== 2
}

/** Nonce and time of an OAuth signature are made at the moment of sending; words stand for them here. */
function textToSign(request: UnsignedRequest, { profile: { login } }: Place): Masked {
  if (request.operation.authentication.kind === 'control') return maskedControlText(request)
  const method = signatureMethodOf(request.operation, request.switches)
  return maskedBaseString(request, {
    consumerKey: login, nonce: 'made-when-sent', timestamp: 'seconds-when-sent', method,
  })
}
