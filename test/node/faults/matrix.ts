/**
 * The table of all faults of a request with their results. `matrix.test.ts` runs every cell of it on the desk;
 * `docs/faults.md` is generated from it.
 */
import type { NotSentFault, UnknownFault } from '#shared/gateway/replies/outcome.ts'
import type { MoneyVerdict } from '#shared/model/answers/answer.ts'

/** The action that is offered beside the answer. */
export type Offer =
  /** Only a status check; nothing repeats the request. */
  | 'check-status'
  /** The form unchanged, to be reviewed again: nothing left this computer. */
  | 'form-as-it-was'
  /** The form with a fresh merchant order id, after a refusal. */
  | 'form-to-correct'
  /** The order is followed to its end. */
  | 'followed'
  /** The query may be repeated. */
  | 'ask-again'
  /** The answer was received. */
  | 'nothing-to-repeat'

export interface Cell {
  readonly outcome: 'accepted' | 'answered' | 'refused' | 'access-denied' | 'not-sent' | 'unknown'
  readonly fault: NotSentFault | UnknownFault | null
  readonly money: MoneyVerdict
  readonly offer: Offer
  /** How many requests reach the gateway, if only by their first byte. */
  readonly reaches: 0 | 1
}

/** One cell for each column; version 4 is like version 2 unless it has its own. */
interface Cells {
  readonly moves: Cell
  readonly reads: Cell
  readonly movesV4?: Cell
  readonly readsV4?: Cell
}

export interface Fault extends Cells {
  readonly what: string
}

const notSent = (fault: NotSentFault): Cells => {
  const cell = { outcome: 'not-sent', fault, reaches: 0 } as const
  return {
    moves: { ...cell, money: 'not-moved', offer: 'form-as-it-was' },
    reads: { ...cell, money: 'not-concerned', offer: 'ask-again' },
  }
}

const doubtful = (fault: UnknownFault): Cell =>
  ({ outcome: 'unknown', fault, money: 'may-have-moved', offer: 'check-status', reaches: 1 })
const unanswered = (fault: UnknownFault): Cell =>
  ({ outcome: 'unknown', fault, money: 'not-concerned', offer: 'ask-again', reaches: 1 })
const unknown = (fault: UnknownFault): Cells => ({ moves: doubtful(fault), reads: unanswered(fault) })

const accepted: Cell = { outcome: 'accepted', fault: null, money: 'under-way', offer: 'followed', reaches: 1 }
const answered: Cell = { outcome: 'answered', fault: null, money: 'moved', offer: 'nothing-to-repeat', reaches: 1 }
const refused: Cell = { outcome: 'refused', fault: null, money: 'not-moved', offer: 'form-to-correct', reaches: 1 }
const questionRefused: Cell = { ...refused, money: 'not-concerned', offer: 'ask-again' }
const whole: Cells = { moves: accepted, reads: answered }

/** A refusal of signature, key or clock exists in version 4 only (§7.3, addendum 5). */
const denied: Cells = {
  ...unknown('http-status'),
  movesV4: { outcome: 'access-denied', fault: null, money: 'not-moved', offer: 'form-to-correct', reaches: 1 },
  readsV4: { outcome: 'access-denied', fault: null, money: 'not-concerned', offer: 'ask-again', reaches: 1 },
}

const beforeSending = {
  'name-not-resolved': { what: 'The name of the gateway is not resolved', ...notSent('name-not-resolved') },
  'connection-refused': { what: 'Nobody listens at the address', ...notSent('connection-refused') },
  'handshake-reset': { what: 'The connection is reset during the TLS handshake', ...notSent('connection-refused') },
  'handshake-hangs': { what: 'The TLS handshake never goes on: time-out of connecting', ...notSent('connect-timeout') },
  'no-tls': { what: 'The server speaks no TLS', ...notSent('tls-refused') },
  'http2-alone': { what: 'The server speaks HTTP/2 alone', ...notSent('tls-refused') },
  'certificate-untrusted': { what: 'The certificate is self-signed', ...notSent('certificate-untrusted') },
  'certificate-expired': { what: 'The certificate has expired', ...notSent('certificate-expired') },
  'certificate-wrong-name': { what: 'The certificate is for another name', ...notSent('certificate-wrong-name') },
  'proxy-not-there': { what: 'Nobody listens at the proxy\'s address', ...notSent('proxy-refused') },
  'proxy-wants-password': { what: 'The proxy answers CONNECT with 407', ...notSent('proxy-wants-login') },
  'proxy-forbids': { what: 'The proxy answers CONNECT with 403', ...notSent('proxy-refused') },
  'proxy-no-way': { what: 'The proxy answers CONNECT with 502', ...notSent('proxy-refused') },
  'proxy-resets': { what: 'The proxy resets the connection at CONNECT', ...notSent('proxy-refused') },
  'proxy-hangs': { what: 'The proxy never answers CONNECT', ...notSent('proxy-refused') },
  'proxy-not-http': { what: 'The proxy speaks no HTTP', ...notSent('proxy-refused') },
  'proxy-socks': { what: 'The system names a SOCKS proxy', ...notSent('proxy-refused') },
  'proxied-certificate-expired': {
    what: 'Behind a proxy the gateway\'s certificate has expired', ...notSent('certificate-expired'),
  },
  'slept-before-sending': { what: 'The computer sleeps before the connection is made', ...notSent('connect-timeout') },
  'quitting': { what: 'The application closes its client just before', ...notSent('cancelled-before-sending') },
} as const satisfies Record<string, Fault>

const lostOnTheWay = {
  'reset-unread': { what: 'Reset before the request is read', ...unknown('connection-lost') },
  'reset-mid-request': { what: 'Reset in the middle of the request', ...unknown('connection-lost') },
  'reset-after-request': { what: 'Reset after the request, before the reply', ...unknown('connection-lost') },
  'closed-after-request': { what: 'Closed after the request without a reply', ...unknown('connection-lost') },
  'tunnel-cut': { what: 'The proxy\'s tunnel is cut after the request', ...unknown('connection-lost') },
  'headers-time-out': { what: 'No reply comes: time-out of the headers', ...unknown('answer-timeout') },
  'reset-mid-headers': { what: 'Reset in the middle of the reply\'s headers', ...unknown('connection-lost') },
  'closed-mid-headers': { what: 'Closed in the middle of the reply\'s headers', ...unknown('connection-lost') },
  'dripping-headers': { what: 'The headers drip without an end: total time-out', ...unknown('answer-timeout') },
  'body-time-out': { what: 'The body stops in the middle: time-out of the body', ...unknown('answer-timeout') },
  'dripping-body': { what: 'The body drips without an end: total time-out', ...unknown('answer-timeout') },
  'dripping-body-ends': { what: 'The body drips byte by byte and ends in time', ...whole },
  'reset-mid-body': { what: 'Reset in the middle of the body', ...unknown('reply-cut') },
  'truncated-body': { what: 'The body is shorter than its content-length', ...unknown('reply-cut') },
  'chunk-cut': { what: 'A chunk of the body is cut', ...unknown('reply-cut') },
  'last-chunk-missing': { what: 'The last chunk of the body never comes', ...unknown('reply-cut') },
  'endless-value': { what: 'No length is stated, and the last value has no end', ...unknown('reply-cut') },
  'bytes-behind-length': { what: 'More bytes follow the stated length', ...unknown('reply-longer-than-stated') },
  'bytes-behind-chunks': { what: 'More bytes follow the last chunk', ...unknown('reply-longer-than-stated') },
  'refusal-before-order-id': {
    what: 'A validation-error whose content-length leaves out the order id behind it',
    ...unknown('reply-longer-than-stated'),
  },
  'second-reply': {
    what: 'A second reply follows the first one, later', ...unknown('reply-longer-than-stated'),
  },
  'length-loses-fields': {
    what: 'Several fields are missing at the end, and the content-length fits',
    moves: doubtful('reply-cut'), reads: unanswered('mandatory-field-missing'),
  },
  'length-cuts-value': {
    what: 'The end of the last value is missing, and the content-length fits', moves: doubtful('reply-cut'), reads: answered,
  },
  'refusal-without-length': {
    what: 'A validation-error without length or chunks, ended with the connection at a value\'s end',
    moves: doubtful('length-not-stated'), reads: questionRefused,
  },
  'refusal-cut-by-length': {
    what: 'A validation-error that ends at a value\'s end, before its error code, and the content-length fits',
    moves: doubtful('refusal-incomplete'), reads: questionRefused,
  },
  'slept-connection-dead': {
    what: 'The computer sleeps for an hour while it waits; the connection is dead, silently', ...unknown('answer-timeout'),
  },
  'slept-connection-reset': {
    what: 'The computer sleeps for an hour while it waits; the connection is reset on waking', ...unknown('connection-lost'),
  },
} as const satisfies Record<string, Fault>

const strangeReplies = {
  'status-301': { what: 'HTTP 301 with another address', ...unknown('http-status') },
  'status-307': { what: 'HTTP 307 with another address', ...unknown('http-status') },
  'status-401': { what: 'HTTP 401 with HTML', ...denied },
  'status-403': { what: 'HTTP 403 with HTML', ...denied },
  'status-403-form': {
    what: 'HTTP 403 with the reply to an accepted request',
    ...unknown('http-status'), readsV4: { ...questionRefused, outcome: 'access-denied' },
  },
  'status-408': { what: 'HTTP 408', ...unknown('http-status') },
  'status-421': { what: 'HTTP 421', ...unknown('http-status') },
  'status-429': { what: 'HTTP 429 with retry-after', ...unknown('http-status') },
  'status-500': { what: 'HTTP 500', ...unknown('http-status') },
  'status-502': { what: 'HTTP 502', ...unknown('http-status') },
  'status-503': { what: 'HTTP 503 with retry-after', ...unknown('http-status') },
  'status-504': { what: 'HTTP 504', ...unknown('http-status') },
  'not-http': { what: 'Bytes that are no HTTP', ...unknown('not-http') },
  'huge-headers': { what: 'Headers of 100 kB', ...unknown('reply-too-large') },
  'huge-body': { what: 'A body of 5 MB', ...unknown('reply-too-large') },
  'empty-reply': { what: 'HTTP 200 with an empty body', ...unknown('empty-body') },
  'html': { what: 'HTTP 200 with HTML', ...unknown('html-body') },
  'json': { what: 'HTTP 200 with JSON', ...unknown('unreadable-body') },
  'compressed': { what: 'A compressed body that nobody asked for', ...unknown('unreadable-body') },
  'wrong-charset': { what: 'A charset that is not the one of the body (UTF-16)', ...unknown('unreadable-body') },
  'unheard-of-charset': { what: 'A charset that nobody knows; the body is UTF-8', ...whole },
  'too-many-fields': { what: 'A reply of more than 500 fields', ...unknown('too-many-fields') },
  'too-many-fields-403': {
    what: 'HTTP 403 with a reply of more than 500 fields', ...unknown('too-many-fields'),
  },
  'field-missing': { what: 'A mandatory field is missing', ...unknown('mandatory-field-missing') },
  'type-missing': {
    what: 'The reply has no type',
    moves: doubtful('mandatory-field-missing'), reads: answered, movesV4: doubtful('mandatory-field-missing'),
  },
  'other-type': {
    what: 'The reply is of a type for another operation', moves: doubtful('unexpected-type'),
    reads: unanswered('unexpected-type'),
    // §4.5: the replies to transfers are not documented, so an order id is enough.
    movesV4: accepted,
  },
  'other-order': { what: 'The reply carries another order\'s id', ...unknown('another-order') },
  'error': { what: 'Type error without an order id, as for too many requests', moves: doubtful('error-on-money'), reads: questionRefused },
  'error-with-order': { what: 'Type error with an order id', moves: doubtful('error-on-money'), reads: questionRefused },
  'refusal-with-order': {
    what: 'A validation-error with an order id', moves: doubtful('refusal-with-order-id'), reads: questionRefused,
  },
  'refusal-with-capital-order': {
    what: 'A validation-error with an order id written as Order-ID',
    moves: doubtful('refusal-with-order-id'), reads: questionRefused,
  },
  'refusal-with-status': {
    what: 'A validation-error with an order status', moves: doubtful('refusal-with-status'), reads: questionRefused,
  },
  'refusal-without-serial': {
    what: 'A validation-error without a serial number', moves: doubtful('refusal-incomplete'), reads: questionRefused,
  },
  'type-twice': { what: 'Two types: a validation-error and the right one', ...unknown('field-repeated') },
  'order-id-twice': { what: 'The order id stands there twice', ...unknown('field-repeated') },
  'refusal': { what: 'A validation-error without an order id', moves: refused, reads: questionRefused },
} as const satisfies Record<string, Fault>

const all = { ...beforeSending, ...lostOnTheWay, ...strangeReplies }

export type FaultId = keyof typeof all

export const faults: { readonly [Id in FaultId]: Fault } = all

/** The same faults by phase, in the order of the document. */
export const phases: readonly { readonly when: string; readonly faults: Readonly<Record<string, Fault>> }[] = [
  { when: 'before it leaves', faults: beforeSending },
  { when: 'on the way', faults: lostOnTheWay },
  { when: 'in the reply', faults: strangeReplies },
]

/** The columns of the table; each is one operation that the tests send. */
export const columns = ['moves', 'movesV4', 'reads', 'readsV4'] as const
export type Column = (typeof columns)[number]
export const operationOf = {
  moves: 'recurrent-payment', movesV4: 'transfer-v4', reads: 'status', readsV4: 'status-v4',
} as const satisfies Record<Column, string>

/** The expectation in one column of a fault. */
export function cellOf(fault: Fault, column: Column): Cell {
  switch (column) {
    case 'moves': return fault.moves
    case 'reads': return fault.reads
    case 'movesV4': return fault.movesV4 ?? fault.moves
    case 'readsV4': return fault.readsV4 ?? fault.reads
  }
}
