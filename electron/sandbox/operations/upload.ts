/** The 3-D Secure uploads: each performs the step of its entry, which the order must wait for (§2.11, §3). */
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import type { ThreeDSecureStep } from '#shared/gateway/operations/operations.ts'
import type { Result } from '#shared/result.ts'
import {
  takeAuthenticationResponse, takeChallengeResponse, takeMethodResult, type StepRequest,
} from '../authentication/authentication.ts'
import type { AuthenticationStep } from '../orders/ways.ts'
import { refuse, type Handler } from './handler.ts'
import { asyncResponse } from './submission.ts'

type Take = (request: StepRequest, values: FieldValues) => Result<AuthenticationStep, string>

/** The functions that accept a step, or return the reason against it as a sentence. */
const takes: { readonly [Step in ThreeDSecureStep]: Take } = {
  /** The method page ended (Y), did not (N) or there was none (U): each leads on. */
  method: (request, values) =>
    takeMethodResult(request, values.threeDSecureServerTransactionId ?? '', values.notificationUrl ?? null),
  challenge: (request, values) => takeChallengeResponse(request, values.challengeResponse ?? ''),
  authentication: (request, values) => takeAuthenticationResponse(
    request, values.authenticationResponse ?? '', values.authenticationMerchantData ?? '',
  ),
}

/** The handler of the upload that leads on from a step. */
export function upload(step: ThreeDSecureStep): Handler {
  return ({ values, books, ids, now, processingMs, productWord }) => {
    const record = books.order({ merchantOrderId: values.merchantOrderId ?? '', orderId: values.orderId })
    if (record === null) return refuse('Order not found: no order has these ids')
    const taken = takes[step](
      { record, now, processingMs, serialNumber: ids.serialNumber, issuerKey: books.issuerKey }, values,
    )
    return taken.ok
      ? { kind: 'answered', step: taken.value, fields: asyncResponse(record.order, productWord) }
      : refuse(taken.failure)
  }
}
