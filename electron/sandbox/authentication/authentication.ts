/** Accepts a step of 3-D Secure if it is due and the uploaded data belongs to the order (§3). */
import { failed, success, type Result } from '#shared/result.ts'
import { authenticationIds, readMessage } from './issuer-messages.ts'
import { isSealRight } from './issuer-seal.ts'
import { wayOf, type OrderRecord } from '../orders/orders.ts'
import { orderStateOf } from '../orders/transaction-state.ts'
import { canPass, type AuthenticationStep, type Wait } from '../orders/ways.ts'

/** The order of the step, and its time. */
export interface StepRequest {
  readonly record: OrderRecord
  readonly serialNumber: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** The acquirer's processing time after the authentication. */
  readonly processingMs: number
  /** The key that seals the issuer's answers. */
  readonly issuerKey: string
}

type Accepted = Result<AuthenticationStep, string>

/** Accepts the result of a method page: Y, N and U all continue the order. Fails with a sentence. */
export function acceptMethodResult(
  request: StepRequest, transactionId: string, notificationUrl: string | null,
): Accepted {
  const { order } = request.record
  return outOfTurn(request, 'method') ?? (transactionId === authenticationIds(order).serverTransactionId
    ? success(stepOf(request, 'method', wayOf(order) === 'frictionless' ? true : null, notificationUrl))
    : failed('threeDSServerTransID is not the one of this order'))
}

/** Accepts the issuer's answer to a challenge. Refuses another order's data with a sentence. */
export function acceptChallengeResponse(request: StepRequest, response: string): Accepted {
  const { order } = request.record
  const early = outOfTurn(request, 'challenge')
  if (early !== null) return early
  const message = readMessage(response)
  if (message === null || message.messageType !== 'CRes') return failed('cres cannot be read')
  const { serverTransactionId, issuerTransactionId } = authenticationIds(order)
  if (message.threeDSServerTransID !== serverTransactionId || message.acsTransID !== issuerTransactionId) {
    return failed('cres belongs to another transaction')
  }
  const verdict = verdictOf(request, message.transStatus, message.seal)
  return verdict === null
    ? failed('cres has no transStatus Y or N')
    : success(stepOf(request, 'challenge', verdict, null))
}

/** Accepts the issuer's answer of version 1, with the request's merchant data. Fails with a sentence. */
export function acceptAuthenticationResponse(request: StepRequest, response: string, merchantData: string): Accepted {
  const { order } = request.record
  const early = outOfTurn(request, 'authentication')
  if (early !== null) return early
  const ids = authenticationIds(order)
  if (merchantData !== ids.merchantData) return failed('md is not the one of this order')
  const message = readMessage(response)
  if (message === null || message.message !== 'PaRes') return failed('paRes cannot be read')
  if (message.xid !== ids.exchangeId) return failed('paRes belongs to another transaction')
  const verdict = verdictOf(request, message.status, message.seal)
  return verdict === null
    ? failed('paRes has no status Y or N')
    : success(stepOf(request, 'authentication', verdict, null))
}

/**
 * Whether the cardholder was authenticated. A Y does not count without the issuer's seal, nor for a card that the
 * issuer refuses. Null for neither Y nor N.
 */
function verdictOf({ record: { order }, issuerKey }: StepRequest, status: unknown, seal: unknown): boolean | null {
  if (status === 'Y') return canPass(wayOf(order)) && isSealRight(seal, issuerKey, order.orderId, 'Y')
  return status === 'N' ? false : null
}

function outOfTurn({ record, now }: StepRequest, step: Wait): Accepted | null {
  return orderStateOf(record, now).waitsFor === step
    ? null
    : failed(`The order does not wait for ${expectation[step]}`)
}

const expectation: Readonly<Record<Wait, string>> = {
  method: 'a 3-D Secure method result', challenge: 'a challenge response', authentication: 'an authentication response',
}

function stepOf(
  { record, serialNumber, now, processingMs }: StepRequest, step: Wait, passed: boolean | null,
  notificationUrl: string | null,
): AuthenticationStep {
  // After a refusal by the issuer there is no acquirer to wait for.
  const settledAt = new Date(now + (passed === true ? processingMs : 0)).toISOString()
  return { orderId: record.order.orderId, serialNumber, step, passed, settledAt, notificationUrl }
}
