import type { NotSentFault, UnknownFault } from '#shared/gateway/replies/outcome.ts'

/** The progress of a send when it failed. */
export interface SendProgress {
  /** The one bit that decides between "not sent" and "unknown": whether the request began to leave. */
  readonly started: boolean
  /** The reply's headers were read, its body was not finished. */
  readonly answering: boolean
  /** A proxy was contacted to reach the gateway. */
  readonly throughProxy: boolean
  /** The proxy required a user name and password. */
  readonly proxyWantsLogin: boolean
}

export type Fault =
  | { readonly kind: 'not-sent'; readonly fault: NotSentFault }
  | { readonly kind: 'unknown'; readonly fault: UnknownFault }

interface FaultRow {
  /** Codes (or names, where an error has no code) of Node, its TLS and the HTTP library. */
  readonly codes: readonly string[]
  /** The fault when the request never began to leave. */
  readonly notSent: NotSentFault
  /** The fault when the request began to leave and no reply had begun. */
  readonly unanswered: UnknownFault
  /** The fault in the middle of the reply; the same as `unanswered` where absent. */
  readonly answering?: UnknownFault
}

const untrustedCodes = [
  'UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_UNTRUSTED', 'INVALID_CA',
]

const otherTlsCodes = [
  'UNABLE_TO_GET_CRL', 'UNABLE_TO_DECRYPT_CERT_SIGNATURE', 'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY', 'CERT_CHAIN_TOO_LONG',
  'CERT_REVOKED', 'CERT_REJECTED', 'CERT_SIGNATURE_FAILURE', 'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  'ERROR_IN_CERT_NOT_AFTER_FIELD', 'INVALID_PURPOSE', 'PATH_LENGTH_EXCEEDED', 'EPROTO', 'ERR_TLS_*', 'ERR_SSL_*',
]

/** Faults of TLS after the request began to leave: the connection was lost. */
const tlsAfterStart = { unanswered: 'connection-lost', answering: 'reply-cut' } as const

/**
 * Every fault of the network, once. No code decides alone whether the request was sent: `ECONNRESET` occurs before and
 * after the first byte. A code that ends in `*` matches all with that beginning; the last row matches all others.
 */
const faultTable: readonly FaultRow[] = [
  {
    codes: ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME', 'ENODATA'],
    notSent: 'name-not-resolved', unanswered: 'lost-other',
  },
  { codes: ['ECONNREFUSED'], notSent: 'connection-refused', unanswered: 'connection-lost' },
  {
    codes: ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL', 'EACCES', 'EPERM'],
    notSent: 'unreachable', unanswered: 'connection-lost',
  },
  {
    codes: ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET'],
    notSent: 'connection-refused', unanswered: 'connection-lost', answering: 'reply-cut',
  },
  {
    codes: ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'TimeoutError'],
    notSent: 'connect-timeout', unanswered: 'answer-timeout',
  },
  { codes: untrustedCodes, notSent: 'certificate-untrusted', ...tlsAfterStart },
  { codes: ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'], notSent: 'certificate-expired', ...tlsAfterStart },
  { codes: ['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH'], notSent: 'certificate-wrong-name', ...tlsAfterStart },
  { codes: otherTlsCodes, notSent: 'tls-refused', ...tlsAfterStart },
  { codes: ['AUTHORITIES_UNREADABLE'], notSent: 'authorities-unreadable', unanswered: 'lost-other' },
  {
    codes: ['UND_ERR_PRX_TLS', 'UND_ERR_PRX_CONN', 'UND_ERR_SOCKS5*'],
    notSent: 'proxy-refused', unanswered: 'lost-other',
  },
  {
    codes: ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW'],
    notSent: 'not-sent-other', unanswered: 'reply-too-large',
  },
  { codes: ['REPLY_LONGER_THAN_STATED'], notSent: 'not-sent-other', unanswered: 'reply-longer-than-stated' },
  {
    codes: ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'HPE_INVALID_EOF_STATE', 'HPE_CB_MESSAGE_COMPLETE'],
    notSent: 'not-sent-other', unanswered: 'reply-cut',
  },
  { codes: ['HPE_*', 'HTTPParserError'], notSent: 'not-sent-other', unanswered: 'not-http', answering: 'reply-cut' },
  { codes: ['*'], notSent: 'not-sent-other', unanswered: 'lost-other' },
]

/**
 * The fault of a failed send. `started` alone decides between "not sent" and "unknown"; the error only selects the
 * fault's name. The result contains no text of the error, and so none of the request.
 */
export function faultOf(error: unknown, progress: SendProgress): Fault {
  if (!progress.started && progress.proxyWantsLogin) return { kind: 'not-sent', fault: 'proxy-wants-login' }
  const row = rowOf(codesOf(error))
  if (progress.started) return { kind: 'unknown', fault: (progress.answering ? row.answering : null) ?? row.unanswered }
  // Through a proxy, every fault before the start is the proxy's, except a refused certificate.
  const isProxyFault = progress.throughProxy && !refusedByTls.includes(row.notSent)
  return { kind: 'not-sent', fault: isProxyFault ? 'proxy-refused' : row.notSent }
}

const refusedByTls: readonly NotSentFault[] = [
  'certificate-untrusted', 'certificate-expired', 'certificate-wrong-name', 'tls-refused',
]

function rowOf(codes: readonly string[]): FaultRow {
  const found = faultTable.find((row) => row.codes.some((pattern) => codes.some((code) => matches(pattern, code))))
  if (found === undefined) throw new Error('the fault table has no last row')
  return found
}

function matches(pattern: string, code: string): boolean {
  return pattern.endsWith('*') ? code.startsWith(pattern.slice(0, -1)) : code === pattern
}

/** Code and name of an error; several failed attempts to connect are one error, with their codes one level below. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return ['']
  const code: unknown = Reflect.get(error, 'code')
  const own = typeof code === 'string' ? code : error.name
  const inner = error instanceof AggregateError && typeof code !== 'string' ? error.errors.flatMap(codesOf) : []
  return inner.length > 0 ? inner : [own]
}
