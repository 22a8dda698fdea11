/** The common parts of both kinds of review: the request, and its description for the page. */
import type { CardReference, Masked, MerchantOrderId, OrderId } from '#shared/brands.ts'
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import type { Operation } from '#shared/gateway/operations/operations.ts'
import {
  maskedBaseString, maskedControlText, maskedValues, signatureMethodOf, type UnsignedRequest,
} from '#shared/gateway/requests/request.ts'
import type { PaymentReview } from '#shared/model/payments/payment.ts'
import type { Intents, Reviewed } from './intents.ts'
import type { PaymentLimits } from './limits.ts'
import type { Target } from '../requests/index.ts'
import { utcTime } from '../../common/processes/time.ts'

/** A form to review, with its target. */
export interface ReviewInput {
  readonly operation: Operation
  readonly target: Target
  readonly typed: FieldValues
  readonly limits: PaymentLimits
}

/** The results of a review that are not in the form. */
export type ReviewFindings = Pick<PaymentReview,
  'effectiveAmount' | 'currency' | 'card' | 'cardFailure' | 'order' | 'refundedKnownHere' | 'refundsKnownTo'
  | 'possibleDuplicate' | 'warnings'>

/** Stores a reviewed payment as an intent and returns its description. */
export function keepReview(waiting: Intents, reviewed: Reviewed, findings: ReviewFindings): PaymentReview {
  const { operationRequest: { operation, target, values, reviewed: shown }, request, cardVerified } = reviewed
  const intent = waiting.add(reviewed)
  return {
    intentId: intent.id,
    expiresAt: utcTime(intent.expiresAt),
    operation: operation.id,
    profileId: target.profile.id,
    profileName: target.profile.name,
    login: target.profile.login,
    environment: target.profile.environment,
    entryPoint: target.entryPoint,
    merchantOrderId: (values.merchantOrderId ?? '') as MerchantOrderId,
    orderId: (values.orderId ?? null) as OrderId | null,
    cardReference: (values.cardReference ?? null) as CardReference | null,
    amounts: values.enumeratedAmounts?.split(',') ?? (values.amount === undefined ? [] : [values.amount]),
    minorAmount: request.minorAmount,
    sent: maskedValues(request),
    cardVerified,
    releasesHold: shown?.releasesHold ?? false,
    signedText: textToSign(request, target),
    ...findings,
  }
}

/** Code of the vendor signs two decimals for every currency; ISO 4217 does not (addendum 2). */
export function minorUnitsAreUnverified({ operation, values, minorAmount }: UnsignedRequest): boolean {
  const { authentication } = operation
  const signsAmount = authentication.kind === 'control' && authentication.recipe.some(({ from }) => from === 'minor-amount')
  return signsAmount && minorAmount !== null && minorUnitDigits(values.currency ?? '') !== 2
}

/** The text to sign. Nonce and time of an OAuth signature are created when it is sent; words stand in for them. */
function textToSign(request: UnsignedRequest, { profile: { login } }: Target): Masked {
  if (request.operation.authentication.kind === 'control') return maskedControlText(request)
  const method = signatureMethodOf(request.operation, request.switches)
  return maskedBaseString(request, {
    consumerKey: login, nonce: 'made-when-sent', timestamp: 'seconds-when-sent', method,
  })
}
