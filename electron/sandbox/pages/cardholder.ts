/** The page at `redirect-to`: a person authenticates here in a browser, from the first step to the last. */
import { firstValue } from '#shared/gateway/encoding/form.ts'
import { uploadAfter } from '#shared/gateway/orders/three-d-secure.ts'
import type { Result } from '#shared/result.ts'
import {
  acceptAuthenticationResponse, acceptChallengeResponse, acceptMethodResult,
} from '../authentication/authentication.ts'
import { autoForm, waitingPage } from '../http/html.ts'
import { authenticationIds, authenticationRequest, challengeRequest, methodData } from '../authentication/issuer-messages.ts'
import type { Order, OrderRecord } from '../orders/orders.ts'
import { htmlAnswer, pageAnswer, redirectAnswer } from '../http/replies.ts'
import { redirectFields, withQuery } from '../orders/result-fields.ts'
import { orderStateOf, type TransactionState } from '../orders/transaction-state.ts'
import type { AuthenticationStep, Wait } from '../orders/ways.ts'
import type { WireAnswer } from '../http/wire.ts'
import type { Page, PageInput } from './page.ts'

/** Paths: the order id, and for the issuer's answer the step that it answers. */
export const cardholderPages: Page = (input) => {
  const { method, rest: [orderId = '', step, ...more], books } = input
  const record = books.orderById(orderId)
  if (record === null || more.length > 0) return null
  if (step === undefined) {
    return method === 'GET' ? nextPage(input, record) : notAllowed('The page is opened with GET.')
  }
  if (step !== 'method' && step !== 'challenge' && step !== 'authentication') return null
  return method === 'POST' ? acceptAnswer(input, record, step) : notAllowed('The bank posts its answer here.')
}

function notAllowed(sentence: string): WireAnswer {
  return pageAnswer(405, 'Method not allowed', [sentence])
}

function nextPage(input: PageInput, record: OrderRecord): WireAnswer {
  const { addresses: { issuer, cardholderAnswer } } = input
  const { order } = record
  const currentState = orderStateOf(record, input.now)
  const notificationUrl = currentState.waitsFor === null ? '' : cardholderAnswer(order.orderId, currentState.waitsFor)
  switch (currentState.waitsFor) {
    case 'method':
      return htmlAnswer(200, autoForm('To your bank', issuer.method, [
        ['threeDSMethodData', methodData(order, notificationUrl)],
      ]))
    case 'challenge':
      return htmlAnswer(200, autoForm('To your bank', issuer.challenge, [['creq', challengeRequest(order, notificationUrl)]]))
    case 'authentication':
      return htmlAnswer(200, autoForm('To your bank', issuer.authentication, [
        ['PaReq', authenticationRequest(order)], ['MD', authenticationIds(order).merchantData], ['TermUrl', notificationUrl],
      ]))
    case null:
      return currentState.final
        ? endPage(input, record, currentState)
        : htmlAnswer(200, waitingPage('One moment', ['The payment is being processed.']))
  }
}

/** §2.6: the redirect is never a reliable channel for the result. */
function endPage(input: PageInput, record: OrderRecord, { status }: TransactionState): WireAnswer {
  const target = redirectTarget(record.order, status)
  if (target === null) {
    return pageAnswer(200, 'Payment', [`The payment is ${status}. You can close this page.`])
  }
  const card = input.books.cardOf(record.order)
  return redirectAnswer(withQuery(target, redirectFields({ ...input, record, transaction: null, card })))
}

function redirectTarget({ redirectUrls }: Order, status: string): string | null {
  if (redirectUrls === undefined) return null
  return (status === 'approved' ? redirectUrls.approved : redirectUrls.otherwise) ?? redirectUrls.always
}

function acceptAnswer(input: PageInput, record: OrderRecord, step: Wait): WireAnswer {
  const { books, now, addresses } = input
  const { serialNumber } = books.freshIds()
  const accepted = acceptStep(input, record, step, serialNumber)
  if (accepted.ok) {
    const at = new Date(now).toISOString()
    const operation = uploadAfter(step).id
    input.record({ at, serialNumber, operation, entryPoint: 'cardholder page', step: accepted.value })
  }
  return accepted.ok
    ? redirectAnswer(addresses.cardholder(record.order.orderId))
    : pageAnswer(400, 'Nothing was done', [`${accepted.failure}.`])
}

function acceptStep(
  { fields, books: { issuerKey }, now, processingMs }: PageInput, record: OrderRecord, step: Wait, serialNumber: string,
): Result<AuthenticationStep, string> {
  const request = { record, serialNumber, now, processingMs, issuerKey }
  switch (step) {
    case 'method': return acceptMethodResult(request, authenticationIds(record.order).serverTransactionId, null)
    case 'challenge': return acceptChallengeResponse(request, firstValue(fields, 'cres') ?? '')
    case 'authentication':
      return acceptAuthenticationResponse(request, firstValue(fields, 'PaRes') ?? '', firstValue(fields, 'MD') ?? '')
  }
}
