/** The outcomes of a send, and the rules for trusting a reply (architecture "Outcomes", addendum 6). */
import type { OrderId, SerialNumber } from '../../brands.ts'
import { merchantOrderIdsIn, orderIdsIn, repeatsDecisiveField, reportsOrderStatus } from './decisive-fields.ts'
import { effectOf, replyKindOf, touchesMoney, type Operation } from '../operations/operations.ts'
import { isFinalStatus, statusWhenNoneGiven } from './order-status.ts'
import type { ReplyFieldName } from '../fields/reply-fields.ts'
import {
  classifyReply, filledReplyField, lastValueWasCut, whyUnreadable, type Reply, type UnreadableBody,
} from './reply.ts'

/** Faults after which it is certain that nothing left this computer. */
export const notSentFaults = [
  'name-not-resolved', 'connection-refused', 'unreachable', 'connect-timeout', 'certificate-untrusted',
  'certificate-expired', 'certificate-wrong-name', 'tls-refused', 'authorities-unreadable', 'proxy-refused', 'proxy-wants-login',
  'cancelled-before-sending', 'not-claimed', 'not-sent-other',
] as const
export type NotSentFault = (typeof notSentFaults)[number]

/** Faults after which the request may have arrived and been processed. */
export const unknownFaults = [
  'connection-lost', 'answer-timeout', 'reply-cut', 'reply-longer-than-stated', 'reply-too-large', 'not-http',
  'application-ended', 'lost-other',
  'http-status', 'empty-body', 'html-body', 'unreadable-body', 'too-many-fields', 'mandatory-field-missing', 'unexpected-type',
  'another-order', 'field-repeated', 'length-not-stated', 'error-on-money', 'refusal-with-order-id',
  'refusal-with-status', 'refusal-incomplete',
] as const
export type UnknownFault = (typeof unknownFaults)[number]

export type Outcome =
  /** The gateway accepted the submission; `status` is `processing` unless the reply has another one. */
  | { readonly kind: 'accepted'; readonly orderId: OrderId; readonly serialNumber: SerialNumber | null; readonly status: string; readonly reply: Reply }
  /** The gateway replied to a reading or registering operation; the `status` may still report a failure. */
  | { readonly kind: 'answered'; readonly reply: Reply }
  /**
   * `validation-error` or `error`: nothing was done. For operations on money only if `judgeRefusal` accepts the proof.
   */
  | { readonly kind: 'refused'; readonly reply: Reply }
  /** 401 or 403 on a version 4 operation: signature, key or clock refused (§7.3, addendum 5). */
  | { readonly kind: 'access-denied'; readonly reply: Reply }
  | { readonly kind: 'not-sent'; readonly fault: NotSentFault }
  | { readonly kind: 'unknown'; readonly fault: UnknownFault; readonly reply: Reply | null }

/** The ids of the request, with which a reply is compared. */
export interface RequestIds {
  readonly merchantOrderId: string | null
  readonly orderId: string | null
  /** The serial number that a status query contained. */
  readonly serialNumber?: string | null
}

/**
 * Judges a reply by its operation. An untrustworthy reply is `unknown`, never "declined": another HTTP status; an
 * empty, HTML, overlong or cut body (if there is an effect, also one whose last value has no end); a missing mandatory
 * field; a repeated decisive field; another order's id. For operations that touch money, so is every refusal that does
 * not prove itself (§7, addendum 5 and 6).
 */
export function judgeReply(operation: Operation<string>, reply: Reply, requested: RequestIds): Outcome {
  const unreadable: UnreadableBody | null = whyUnreadable(reply.body)
  if (unreadable === 'too-many-fields') return unknown(unreadable, reply)
  if (reply.httpStatus === 401 || reply.httpStatus === 403) return judgeDenial(operation, reply)
  if (reply.httpStatus !== 200) return unknown('http-status', reply)
  if (unreadable !== null) return unknown(unreadable, reply)
  // The stated length may be wrong: an order id without its last digit belongs to another order.
  if (effectOf(operation) !== 'reads' && wasCut(reply)) return unknown('reply-cut', reply)
  if (repeatsDecisiveField(reply)) return unknown('field-repeated', reply)
  if (isAboutAnotherOrder(reply, requested)) return unknown('another-order', reply)
  switch (classifyReply(reply)) {
    case 'unknown': return unknown('mandatory-field-missing', reply)
    case 'refused': return judgeRefusal(operation, reply, requested)
    case 'answered': return judgeAnswer(operation, reply)
  }
}

/** §7.3: access is denied only on version 4, and never by a form-encoded body, which reports something else. */
function judgeDenial(operation: Operation<string>, reply: Reply): Outcome {
  const denied = operation.version === 'v4' && !(decidesAboutMoney(operation) && whyUnreadable(reply.body) === null)
  return denied ? { kind: 'access-denied', reply } : unknown('http-status', reply)
}

/**
 * SECURITY: a person who trusts a refusal charges again. For operations on money a refusal needs all of §7.1, in a body
 * that cannot have been cut, and no sign of an order.
 */
function judgeRefusal(operation: Operation<string>, reply: Reply, requested: RequestIds): Outcome {
  if (!decidesAboutMoney(operation)) return { kind: 'refused', reply }
  if (filledReplyField(reply, 'type') === 'error') return unknown('error-on-money', reply)
  if (reply.delimited !== true) return unknown('length-not-stated', reply)
  // An empty value at the end may be an order id that was cut off.
  if (reply.body.endsWith('=')) return unknown('reply-cut', reply)
  if (namesAnOrder(reply, requested)) return unknown('refusal-with-order-id', reply)
  if (reportsOrderStatus(reply)) return unknown('refusal-with-status', reply)
  const complete = filledReplyField(reply, 'serial-number') !== null && filledReplyField(reply, 'error-code') !== null
  return complete ? { kind: 'refused', reply } : unknown('refusal-incomplete', reply)
}

/** True if the reply contains an order id other than the request's own merchant order id. */
function namesAnOrder(reply: Reply, { merchantOrderId }: RequestIds): boolean {
  return orderIdsIn(reply).length > 0 || merchantOrderIdsIn(reply).some((id) => id !== merchantOrderId)
}

function decidesAboutMoney(operation: Operation<string>): boolean {
  return touchesMoney(operation) || effectOf(operation) === 'continues-order'
}

/** Without a stated length the connection's end ends the body: only a line feed proves that the last value is whole. */
function wasCut({ body, delimited }: Reply): boolean {
  return lastValueWasCut(body) || body.endsWith('&') || (delimited !== true && !body.endsWith('\n'))
}

function judgeAnswer(operation: Operation<string>, reply: Reply): Outcome {
  const type = filledReplyField(reply, 'type')
  switch (replyKindOf(operation)) {
    case 'async-response':
      return type === 'async-response' ? accepted(reply) : unknown('unexpected-type', reply)
    case 'card-registration':
      return answered(reply, type, 'create-card-ref-response', ['status', 'card-ref-id'])
    case 'card-details':
      return answered(reply, type, 'get-card-info-response', ['last-four-digits', 'bin', 'card-printed-name'])
    case 'order-status':
      // Real gateways send status replies without the documented type.
      return answered(reply, type ?? 'status-response', 'status-response', ['status'])
    case 'not-shown':
      // A check creates no order, so it is not in progress even if its reply contains an order id.
      return touchesMoney(operation) ? accepted(reply) : { kind: 'answered', reply }
  }
}

function answered(reply: Reply, type: string | null, expected: string, oneOf: readonly ReplyFieldName[]): Outcome {
  if (type !== expected) return unknown('unexpected-type', reply)
  const complete = oneOf.some((name) => filledReplyField(reply, name) !== null)
  return complete ? { kind: 'answered', reply } : unknown('mandatory-field-missing', reply)
}

function accepted(reply: Reply): Outcome {
  const orderId = filledReplyField(reply, 'gw-order-id')
  const serialNumber = filledReplyField(reply, 'serial-number')
  if (orderId === null || serialNumber === null) return unknown('mandatory-field-missing', reply)
  // With two orders in one reply it is not known which one it is about.
  if (orderIdsIn(reply).some((id) => id !== orderId)) return unknown('another-order', reply)
  const status = filledReplyField(reply, 'status') ?? statusWhenNoneGiven
  // A final status, also "declined", ends all checks, so it requires a whole body.
  if (isFinalStatus(status) && reply.delimited !== true) return unknown('length-not-stated', reply)
  return { kind: 'accepted', orderId: orderId as OrderId, serialNumber: serialNumber as SerialNumber, status, reply }
}

function isAboutAnotherOrder(reply: Reply, requested: RequestIds): boolean {
  return merchantOrderIdsIn(reply).some((id) => differs(id, requested.merchantOrderId))
    || differs(filledReplyField(reply, 'gw-order-id'), requested.orderId)
    || differs(filledReplyField(reply, 'by-request-sn'), requested.serialNumber ?? null)
}

function differs(answered: string | null, requested: string | null): boolean {
  return answered !== null && requested !== null && answered !== requested
}

function unknown(fault: UnknownFault, reply: Reply): Outcome {
  return { kind: 'unknown', fault, reply }
}
