/** OAuth 1.0a, two-legged: parameters, base string and header (§5.2, addendum 5). The vault signs. */
import { firstValue, parseForm, type Pair } from '../encoding/form.ts'
import { percentDecode, percentEncode } from '../encoding/percent.ts'
import type { SignatureMethod } from '../operations/operations.ts'
import { wireUrl } from '../encoding/wire-url.ts'

export interface OAuthIdentity {
  /** The merchant login. */
  readonly consumerKey: string
  readonly nonce: string
  /** Seconds since 1970 as text. */
  readonly timestamp: string
  readonly method: SignatureMethod
}

/** The five signed OAuth parameters; the signature is not one of them. */
export function oauthParameters(identity: OAuthIdentity): Pair[] {
  return [
    ['oauth_consumer_key', identity.consumerKey],
    ['oauth_nonce', identity.nonce],
    ['oauth_signature_method', identity.method],
    ['oauth_timestamp', identity.timestamp],
    ['oauth_version', '1.0'],
  ]
}

/** Names and values encoded, sorted by encoded name in byte order, equal names by encoded value (addendum 5). */
export function sortedEncodedPairs(parameters: readonly Pair[]): Pair[] {
  return parameters
    .map(([name, value]): Pair => [percentEncode(name), percentEncode(value)])
    .sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue))
}

/** The normalised parameter string; empty values stay as `name=`. */
export function parameterString(parameters: readonly Pair[]): string {
  return sortedEncodedPairs(parameters).map(([name, value]) => `${name}=${value}`).join('&')
}

/**
 * The URL as signed: as on the wire (`wireUrl`), with scheme and host in lower case, and without user name, default
 * port, query and fragment (addendum 5). Throws `TypeError` for text that is not an absolute URL.
 */
export function baseStringUrl(url: string): string {
  const { protocol, host, pathname } = wireUrl(url)
  return `${protocol}//${host}${pathname}`
}

/** METHOD `&` encoded URL `&` encoded parameter string (§5.2 "Signature base string", rule 5). */
export function baseString(method: string, url: string, parameters: readonly Pair[]): string {
  return [method.toUpperCase(), baseStringUrl(url), parameterString(parameters)].map(percentEncode).join('&')
}

const ownBaseString = /^[A-Z]+&[\w.~%-]+&([\w.~%-]+)$/

/**
 * The decoded nonce of a base string that `baseString` created; null for other text, such as a control text.
 * `readBackBaseString` of `shared/inspector` reads base strings of other software.
 */
export function nonceInBaseString(text: string): string | null {
  const [, parameters = ''] = ownBaseString.exec(text) ?? []
  const nonce = firstValue(parseForm(percentDecode(parameters)), 'oauth_nonce') ?? ''
  return nonce === '' ? null : nonce
}

/**
 * The key of HMAC-SHA1: consumer secret, `&`, token secret (empty in this flow), each encoded (§5.2, RFC 5849 3.4.2).
 */
export function hmacKey(consumerSecret: string, tokenSecret = ''): string {
  return `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`
}

/** The Authorization header: `OAuth name="value", …`, values encoded, with the signature (§5.2 "Headers"). */
export function authorizationHeader(identity: OAuthIdentity, signatureBase64: string): string {
  const parameters: Pair[] = [...oauthParameters(identity), ['oauth_signature', signatureBase64]]
  return `OAuth ${parameters.map(([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`).join(', ')}`
}

/**
 * Parses an Authorization header into decoded pairs, including `realm` and `oauth_signature`; null if it is not an
 * OAuth header. The separator is a comma with or without a space (§5.2 "Headers", rule 2).
 */
export function parseAuthorizationHeader(header: string): Pair[] | null {
  const scheme = /^\s*OAuth\s+/i.exec(header)
  if (scheme === null) return null
  const parameters: Pair[] = []
  let rest = header.slice(scheme[0].length).trim()
  while (rest !== '') {
    const match = /^([^=\s,"]+)\s*=\s*"([^"]*)"\s*(?:,\s*|$)/.exec(rest)
    if (match === null) return null
    const [whole, name = '', value = ''] = match
    parameters.push([percentDecode(name), percentDecode(value)])
    rest = rest.slice(whole.length)
  }
  return parameters
}

function compare(one: string, other: string): number {
  // Encoded text is ASCII, so code unit order is byte order.
  return one < other ? -1 : Number(one > other)
}
