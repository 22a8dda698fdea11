/** The 3-D Secure uploads: each performs its step if the order waits for it (§2.11, §3). */
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import type { ThreeDSecureStep } from '#shared/gateway/operations/operations.ts'
import type { Result } from '#shared/result.ts'
import {
  acceptAuthenticationResponse, acceptChallengeResponse, acceptMethodResult, type StepRequest,
} from '../authentication/authentication.ts'
import type { AuthenticationStep } from '../orders/ways.ts'
import { refuse, type Handler } from './handler.ts'
import { asyncResponse } from './submission.ts'

type Accept = (request: StepRequest, values: FieldValues) => Result<AuthenticationStep, string>

/** The functions that accept a step, or return a sentence with the reason against it. */
const accepts: { readonly [Step in ThreeDSecureStep]: Accept } = {
  /** The method page ended (Y), did not (N) or there was none (U): each continues the order. */
  method: (request, values) =>
    acceptMethodResult(request, values.threeDSecureServerTransactionId ?? '', values.notificationUrl ?? null),
  challenge: (request, values) => acceptChallengeResponse(request, values.challengeResponse ?? ''),
  authentication: (request, values) => acceptAuthenticationResponse(
    request, values.authenticationResponse ?? '', values.authenticationMerchantData ?? '',
  ),
}

/** The handler of the upload after a step. */
export function upload(step: ThreeDSecureStep): Handler {
  return ({ values, books, ids, now, processingMs, productWord }) => {
    const record = books.order({ merchantOrderId: values.merchantOrderId ?? '', orderId: values.orderId })
    if (record === null) return refuse('Order not found: no order has these ids')
    const accepted = accepts[step](
      { record, now, processingMs, serialNumber: ids.serialNumber, issuerKey: books.issuerKey }, values,
    )
    return accepted.ok
      ? { kind: 'answered', step: accepted.value, fields: asyncResponse(record.order, productWord) }
      : refuse(accepted.failure)
  }
}
