/** Checks an OAuth 1.0a request from its received bytes (§5.2, addendum 5). */
import { createHmac, timingSafeEqual, verify, type KeyObject } from 'node:crypto'
import { firstValue, parseForm, type Pair } from '#shared/gateway/encoding/form.ts'
import { baseString, baseStringUrl, hmacKey } from '#shared/gateway/signing/oauth.ts'
import type { SignatureMethod } from '#shared/gateway/operations/operations.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { merchant, type EntryPointInUse } from './merchant.ts'
import { readOAuthHeader } from './oauth-header.ts'
import type { Readings } from './readings.ts'
import { isForm, urlOf, type WireRequest } from '../http/wire.ts'

const signedNames = [
  'oauth_consumer_key', 'oauth_nonce', 'oauth_signature_method', 'oauth_timestamp', 'oauth_version',
] as const

export interface OAuthCheck {
  readonly request: WireRequest
  readonly entryPoint: EntryPointInUse
  readonly publicKey: KeyObject | null
  /** The only method that this gateway accepts for the operation. */
  readonly method: SignatureMethod
  /** The key of HMAC-SHA1. */
  readonly merchantControl: string
  readonly readings: Readings
  /** The gateway's URL for clients behind a tunnel; replaces the request's host. */
  readonly publicUrl: string | null
  /** How far `oauth_timestamp` may be from `now`, in seconds; null if any time is accepted. */
  readonly clockWindowSeconds: number | null
  /** Milliseconds since 1970. */
  readonly now: number
  readonly wasNonceUsed: (nonce: string) => boolean
}

/** The nonce of a request with a valid signature, or a sentence about the error. */
export function checkOAuth(check: OAuthCheck): Result<{ readonly nonce: string }, string> {
  const { request, entryPoint, publicKey, method, readings } = check
  if (publicKey === null && method === 'RSA-SHA256') return failed('no public key of the merchant is known here.')
  if (!entryPoint.known) return failed('the merchant has no such endpoint or group.')
  if (!isForm(request)) return failed('the content type is not application/x-www-form-urlencoded.')

  const [header, ...more] = request.authorization
  if (header === undefined) return failed('there is no Authorization header.')
  if (more.length > 0) return failed('there is more than one Authorization header.')
  const inHeader = readOAuthHeader(header)
  if (inHeader === null) return failed('the Authorization header is not OAuth name="value", … with percent-encoded values.')
  const inBody = parseForm(request.body)

  const problem = headerProblem(inHeader) ?? valueProblem(inHeader, method) ?? clockProblem(inHeader, check)
    ?? bodyProblem(inBody, inHeader, readings)
  if (problem !== null) return failed(problem)
  const nonce = firstValue(inHeader, 'oauth_nonce') ?? ''

  const oauth = inHeader.filter(([name]) => name !== 'oauth_signature')
  const signed = readings.oauthParametersInBody ? inBody : [...inBody, ...oauth]
  const url = urlOf(request, check.publicUrl)
  if (url === null) return failed('the request names no host.')
  const text = baseString('POST', url, signed)
  if (!isSignatureRight(text, firstValue(inHeader, 'oauth_signature') ?? '', check)) {
    return failed(`the signature does not fit the base string of this request and the ${
      method === 'RSA-SHA256' ? 'public key' : 'secret'} known here. The base string has the URL ${baseStringUrl(url)}.`)
  }
  // Checked last: only a client that can sign may learn which nonces were used.
  return check.wasNonceUsed(nonce) ? failed('this oauth_nonce was used before.') : success({ nonce })
}

function headerProblem(inHeader: readonly Pair[]): string | null {
  const allowed: readonly string[] = [...signedNames, 'oauth_signature']
  for (const [name] of inHeader) {
    if (!allowed.includes(name)) return 'the Authorization header holds a parameter that is none of the six.'
  }
  for (const name of allowed) {
    const count = inHeader.filter(([candidate]) => candidate === name).length
    if (count === 0) return `${name} is missing in the Authorization header.`
    if (count > 1) return `${name} occurs more than once in the Authorization header.`
  }
  return null
}

function valueProblem(inHeader: readonly Pair[], method: SignatureMethod): string | null {
  const value = (name: (typeof signedNames)[number]) => firstValue(inHeader, name) ?? ''
  if (value('oauth_consumer_key') !== merchant.login) return 'oauth_consumer_key is not the login of the merchant.'
  if (value('oauth_version') !== '1.0') return 'oauth_version is not 1.0.'
  if (value('oauth_signature_method') !== method) return `oauth_signature_method is not ${method}.`
  // Ten digits suffice until the year 2286; milliseconds have thirteen.
  if (!/^[1-9]\d{9}$/.test(value('oauth_timestamp'))) return 'oauth_timestamp is no time in seconds.'
  if (!/^.{1,255}$/s.test(value('oauth_nonce'))) return 'oauth_nonce is empty or longer than 255 characters.'
  return null
}

/** The interface defines no window (§8 rule 3); this one is for testing a refusal because of the clock. */
function clockProblem(inHeader: readonly Pair[], { clockWindowSeconds, now }: OAuthCheck): string | null {
  if (clockWindowSeconds === null) return null
  const away = Number(firstValue(inHeader, 'oauth_timestamp')) - Math.floor(now / 1_000)
  if (Math.abs(away) <= clockWindowSeconds) return null
  return `oauth_timestamp is ${Math.abs(away)} seconds ${away > 0 ? 'ahead of' : 'behind'} the clock here; ${
    clockWindowSeconds} are allowed.`
}

function bodyProblem(inBody: readonly Pair[], inHeader: readonly Pair[], readings: Readings): string | null {
  const oauthInBody = inBody.filter(([name]) => name.startsWith('oauth_'))
  if (firstValue(oauthInBody, 'oauth_signature') !== undefined) return 'oauth_signature is in the body.'
  if (!readings.oauthParametersInBody) {
    return oauthInBody.length === 0 ? null : 'OAuth parameters stand in the body; this gateway takes them in the header only.'
  }
  for (const name of signedNames) {
    const values = oauthInBody.filter(([candidate]) => candidate === name)
    if (values.length === 0) return `${name} is missing in the body.`
    if (values.length > 1) return `${name} occurs more than once in the body.`
    if (values[0]?.[1] !== firstValue(inHeader, name)) return `${name} differs between header and body.`
  }
  return oauthInBody.length === signedNames.length ? null : 'the body holds an OAuth parameter that is none of the five.'
}

function isSignatureRight(
  text: string, signature: string, { method, publicKey, merchantControl }: OAuthCheck,
): boolean {
  const bytes = Buffer.from(signature, 'base64')
  // Node parses almost any text as Base64, including the hexadecimal form for debugging.
  if (bytes.length === 0 || bytes.toString('base64') !== signature) return false
  if (method === 'RSA-SHA256') {
    return publicKey !== null && verify('sha256', Buffer.from(text, 'utf8'), publicKey, bytes)
  }
  const expected = createHmac('sha1', hmacKey(merchantControl)).update(text, 'utf8').digest()
  // SECURITY: compares in constant time; a digest of another length is refused and throws nothing.
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}
