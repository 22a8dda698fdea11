/**
 * Classifies errors of driver, socket and server, by their codes. Texts are read only if they are the driver's own or
 * PgBouncer's.
 */
import { DatabaseError } from 'pg'
import { teamFailure, type TeamFailure, type TeamFailureCode } from './failure.ts'

/** SQLSTATE codes, and beginnings of codes. */
const byState: Readonly<Record<string, TeamFailureCode>> = {
  '28P01': 'login-refused', '28000': 'login-refused', '3D000': 'database-missing', '53300': 'busy', '53100': 'disk-full',
  '53': 'busy', '57014': 'too-slow', '55P03': 'too-slow', '57P03': 'shutting-down', '57P': 'shutting-down',
  '25006': 'read-only', '3F000': 'schema-missing', '42P01': 'schema-missing', '42883': 'schema-older', '42501': 'no-rights',
  '42704': 'login-missing', '40': 'contended', '08': 'connection-lost', '08007': 'commit-unknown', '40003': 'commit-unknown', '58030': 'disk-full',
  'TJ001': 'chain-gap', 'TJ002': 'chain-forked', 'TJ003': 'desk-of-another', 'TJ006': 'refused-by-rules',
  // For TJ008 the caller determines whether the other version is newer or older (`writing.ts`).
  'TJ010': 'desk-not-proven', 'TJ011': 'desk-not-admitted', 'TJ012': 'not-a-rehearsal', 'TJ013': 'is-a-rehearsal', 'TJ014': 'too-many-waiting', 'TJ007': 'not-an-administrator', 'TJ008': 'schema-newer', 'TJ009': 'refused-by-rules', '22': 'refused-by-rules',
  '23': 'refused-by-rules',
}

/** Codes of sockets and TLS. */
const byCode: Readonly<Record<string, TeamFailureCode>> = {
  ECONNREFUSED: 'unreachable', ENOTFOUND: 'unreachable', EAI_AGAIN: 'unreachable', EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable', ETIMEDOUT: 'unreachable', ENOENT: 'unreachable', EACCES: 'unreachable',
  ECONNRESET: 'connection-lost', EPIPE: 'connection-lost',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-wrong-name', CERT_HAS_EXPIRED: 'certificate-expired',
  CERT_NOT_YET_VALID: 'certificate-expired', UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-untrusted', DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-untrusted', UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-untrusted',
}

/** Texts of the driver without a code; its version is pinned. */
const byText: readonly (readonly [beginning: string, code: TeamFailureCode])[] = [
  ['The server does not support SSL connections', 'not-encrypted'],
  ['There was an error establishing an SSL connection', 'not-a-database'],
  ['SASL: Only mechanism', 'login-unsafe'], ['SASL:', 'login-unsafe'],
  ['Query read timeout', 'too-slow'], ['timeout expired', 'unreachable'],
  ['Connection terminated', 'connection-lost'], ['Client has encountered a connection error', 'connection-lost'],
  ['Client was closed', 'connection-lost'],
]

/** Until version 1.20, PgBouncer refuses a login with the same code for every reason; only its texts differ. */
const poolerState = '08P01'
const byPoolerText: readonly (readonly [part: string, code: TeamFailureCode])[] = [
  ['authentication failed', 'login-refused'], ['no such user', 'login-refused'], ['TLS cert', 'login-refused'],
  ['TLS client certificate', 'login-refused'], ['no such database', 'database-missing'], ['no more connections', 'busy'],
]

/**
 * The failure of an error. While `answering`, only an error that the server itself reported about the statement proves
 * that nothing was changed.
 */
export function failureOf(error: unknown, phase: 'connecting' | 'answering'): TeamFailure {
  if (error instanceof DatabaseError) {
    const state = error.code ?? ''
    const ofPooler = phase === 'connecting' && state === poolerState ? poolerRefusal(error.message) : undefined
    const code = ofPooler ?? byState[state] ?? byState[state.slice(0, 3)] ?? byState[state.slice(0, 2)] ?? 'unexpected'
    // FATAL and PANIC end the session, perhaps after the commit. Two codes state that the result is not known.
    const isUnknown = error.severity !== 'ERROR' || code === 'commit-unknown'
    const mayHaveHappened = phase === 'answering' && isUnknown
    return teamFailure(code, { technical: state, mayHaveHappened })
  }
  const technical = technicalOf(error)
  // The server ends the encryption with an alert about the certificate that it received.
  if (technical?.startsWith('ERR_SSL_') === true && technical.includes('ALERT')) {
    return teamFailure('client-certificate-refused', { technical, mayHaveHappened: phase === 'answering' })
  }
  const text = error instanceof Error ? error.message : ''
  const found = byCode[technical ?? ''] ?? byText.find(([beginning]) => text.startsWith(beginning))?.[1]
  // A server that closes the connection before the protocol begins is no database, or refuses this computer.
  const code = found === 'connection-lost' && phase === 'connecting' ? 'not-a-database' : found ?? 'unexpected'
  return teamFailure(code, { technical, mayHaveHappened: phase === 'answering' })
}

/** The failure of a pooler's refusal. For any other reason, the pooler has no connection to its server. */
function poolerRefusal(text: string): TeamFailureCode {
  return byPoolerText.find(([part]) => text.includes(part))?.[1] ?? 'unreachable'
}

function technicalOf(error: unknown): string | null {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null
  return typeof code === 'string' ? code : null
}
