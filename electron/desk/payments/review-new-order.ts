import type { MerchantOrderId } from '#shared/brands.ts'
import { cardExpiry } from '#shared/gateway/numbers/card-expiry.ts'
import { operations, requiresAmount } from '#shared/gateway/operations/operations.ts'
import { filledReplyField } from '#shared/gateway/replies/reply.ts'
import { composeRequest, type UnsignedRequest } from '#shared/gateway/requests/request.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { PaymentReview } from '#shared/model/payments/payment.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { DeskContext } from '../context.ts'
import {
  destinationsOf, merchantOfTarget, type OperationRequest, type OperationSender, readForm, type SendResult,
} from '../requests/index.ts'
import type { Intents, Reviewed } from './intents.ts'
import { findDuplicateOrder } from './possible-duplicate.ts'
import { keepReview, minorUnitsAreUnverified, type ReviewInput } from './review.ts'
import type { Services } from '../services.ts'

/** Composes a new order. Fails if it exceeds a limit per payment, or if its merchant order id was used. */
export async function composeNewOrder(
  { services }: Pick<DeskContext, 'services'>, { operation, target, typed, limits }: ReviewInput,
): Promise<Result<Pick<Reviewed, 'operationRequest' | 'request'>, Failure>> {
  const form = readForm(operation, typed, target)
  if (!form.ok) return form
  const values = form.value
  const request = composeRequest(operation, values, target.context)
  if (request === null) return failed({ code: 'group-not-possible' })
  const { merchantOrderId = '', currency = null } = values
  const { minorAmount } = request
  const money = minorAmount === null || currency === null ? null : { minorAmount, currency }
  // SECURITY: without these, neither limits nor possible duplicates could be checked. A valid form has them.
  if (merchantOrderId === '' || (money === null && requiresAmount(operation))) {
    throw new TypeError(`a valid form of ${operation.id} lacks its merchant order id or amount`)
  }
  const used = await services.journal.findMerchantOrderId({
    ...merchantOfTarget(target), merchantOrderId: merchantOrderId as MerchantOrderId,
  })
  if (!used.ok) return used
  if (used.value !== null) return failed({ code: 'merchant-order-id-used', entryId: used.value.entryId })

  const destinations = await destinationsOf(services.vault, [values])
  if (!destinations.ok) return destinations

  const reviewed = { reviewed: money, releasesHold: false }
  const operationRequest: OperationRequest = {
    operation, target, values, reason: null, reviewed, destination: destinations.value[0] ?? null,
  }
  const refused = await limits.refusal(target.profile, { operationRequest, request })
  return refused === null ? success({ operationRequest, request }) : failed(refused)
}

/** Reviews an operation that creates an order. A card reference to be charged is looked up first. */
export async function reviewNewOrder(
  desk: DeskContext, waiting: Intents, input: ReviewInput,
): Promise<CallAnswer<'payments.review'>> {
  const { services, sender } = desk
  const composed = await composeNewOrder(desk, input)
  if (!composed.ok) return composed
  const { operationRequest, request } = composed.value
  const { operation, target, values } = operationRequest
  const { currency = null, amount = null } = values
  const { minorAmount } = request
  const card = await lookUpCharged(sender, operationRequest)
  const duplicate = await findDuplicateOrder(desk, operationRequest, minorAmount)
  if (!duplicate.ok) return duplicate
  const cardVerified = card === null || (card.ok && card.value.report.outcome.kind === 'answered')
  const what = values.cardReference ?? `${operation.id} ${operationRequest.destination ?? ''}`
  const duplicateKey = `${target.merchant} ${what} ${minorAmount ?? ''} ${currency ?? ''}`
  return success(keepReview(waiting, { operationRequest, request, cardVerified, duplicateKey }, {
    effectiveAmount: amount,
    currency,
    card: card?.ok === true ? card.value.answer : null,
    cardFailure: card?.ok === false ? card.failure : null,
    order: null,
    refundedKnownHere: null,
    refundsKnownTo: null,
    possibleDuplicate: duplicate.value,
    warnings: warningsOf(services, request, card?.ok === true ? card.value : null),
  }))
}

/** Looks up the card reference that will be charged (§2.4); null without one. */
async function lookUpCharged(
  sender: OperationSender, { target, values }: OperationRequest,
): Promise<Result<SendResult, Failure> | null> {
  const { cardReference } = values
  if (cardReference === undefined) return null
  return await sender.sendOperation({ operation: operations['get-card-info'], target, values: { cardReference }, reason: null })
}

function warningsOf(services: Services, request: UnsignedRequest, card: SendResult | null): PaymentReview['warnings'] {
  const warnings: PaymentReview['warnings'][number][] = []
  const takesRedirect = request.operation.fields.some((use) => use.key === 'redirectUrl')
  if (takesRedirect && request.values.redirectUrl === undefined) warnings.push('no-redirect-url')
  if (minorUnitsAreUnverified(request)) warnings.push('minor-units-unverified')
  if (card !== null && card.report.outcome.kind === 'answered') {
    const { reply } = card.report.outcome
    const month = filledReplyField(reply, 'expire-month') ?? ''
    const year = filledReplyField(reply, 'expire-year') ?? ''
    if (cardExpiry(month, year, services.system.now()).kind === 'expired') warnings.push('card-expired')
  }
  return warnings
}
