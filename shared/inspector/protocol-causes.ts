/** Reasons for a refusal even if text and signature match; they need no search. */
import { callbackKind, missingFields } from '../gateway/callbacks/callback.ts'
import { minorUnitDigits } from '../gateway/numbers/currencies.ts'
import type { FieldUse } from '../gateway/fields/field-uses.ts'
import type { FieldKey } from '../gateway/fields/fields.ts'
import { firstValue, parseForm } from '../gateway/encoding/form.ts'
import { withoutSurplusZeros } from '../gateway/numbers/money.ts'
import { parseAuthorizationHeader } from '../gateway/signing/oauth.ts'
import { operations } from '../gateway/operations/operations.ts'
import { wireName } from '../gateway/requests/request.ts'
import { defaultSwitches, type Switches } from '../gateway/operations/switches.ts'
import { code, type Cause } from './cause.ts'
import { currencyOf, type GivenRequest } from './given.ts'

const entries = {
  'timestamp-in-milliseconds': {
    explanation: 'oauth_timestamp is in milliseconds.',
    fix: 'Send seconds since 1970.',
    ...code({ javascript: 'Math.floor(Date.now() / 1000)', java: 'Instant.now().getEpochSecond()' }),
  },
  'timestamp-not-whole': {
    explanation: 'oauth_timestamp is no whole number.',
    fix: 'Send whole seconds since 1970, as digits only.',
    ...code({ python: 'str(int(time.time()))', php: '(string) time() // not microtime(true)' }),
  },
  'version-not-accepted': {
    explanation: 'oauth_version is not "1.0".', fix: 'Sign and send oauth_version as "1.0".',
  },
  'header-malformed': {
    explanation: 'The Authorization header is not written as OAuth name="value", name="value", each value percent-encoded.',
    fix: 'Begin it with "OAuth ", put each encoded value in double quotes and a comma between two parameters. '
      + 'A shell removes quotes inside quotes: write \\" there.',
  },
  'not-sent-as-post': {
    explanation: 'The request was not sent as POST.', fix: 'Send it as POST with the parameters in the body.',
  },
  'body-not-form': {
    explanation: 'The body is not form-encoded, or its Content-Type is missing or names another format.',
    fix: 'Send the parameters as a form, with the header Content-Type: application/x-www-form-urlencoded.',
    ...code({
      javascript: "fetch(url, { method: 'POST', body: new URLSearchParams(fields) }) // a string is sent as text/plain",
      php: 'curl_setopt($curl, CURLOPT_POSTFIELDS, http_build_query($fields)); // an array is sent as multipart',
      python: 'requests.post(url, data=fields) # not json= or files=',
      csharp: 'new FormUrlEncodedContent(fields)',
    }),
  },
  'body-not-utf-8': {
    explanation: 'A signed value of the body is not valid UTF-8: its letters were encoded in another way.',
    fix: 'Encode text as UTF-8 before percent-encoding: "é" is %C3%A9, not %E9.',
  },
  'amount-not-decimal': {
    explanation: 'The amount is no decimal number with a point.',
    fix: 'Send digits with a point for the decimals, without currency, sign and separators of thousands: 1010.15.',
  },
  'amount-decimals': {
    explanation: 'The amount has more decimals than its currency.',
    fix: 'Send no more decimals than the currency has (ISO 4217): 10.15 USD, 1000 JPY, 1.234 KWD.',
  },
  'field-not-sent': {
    explanation: 'A field that the control covers was not sent, or not under its name.',
    fix: 'Send every required field under the name of the interface document, and the currency with each amount.',
  },
  'oauth-parameter-not-sent': {
    explanation: 'One of the five OAuth parameters was not sent, or is empty.',
    fix: 'Send oauth_consumer_key, oauth_nonce, oauth_signature_method, oauth_timestamp and oauth_version.',
  },
  'oauth-parameter-added': {
    explanation: 'An OAuth parameter was sent that this interface does not have, such as oauth_token or oauth_body_hash.',
    fix: 'Send and sign the five parameters only, and oauth_signature in the header.',
  },
  'oauth-parameters-differ': {
    explanation: 'An OAuth parameter has one value in the header and another one in the body.',
    fix: 'Create nonce and time once for each request, and use the same five parameters for signing, header and body.',
  },
  'signature-not-sent': {
    explanation: 'The request carries no oauth_signature.', fix: 'Put oauth_signature into the Authorization header.',
  },
  'signature-in-body': {
    explanation: 'oauth_signature is in the body.',
    fix: 'Put oauth_signature into the Authorization header, and nowhere else.',
  },
  'control-not-sent': {
    explanation: 'The request carries no control.', fix: 'Put control into the body.',
  },
  'control-on-signed-operation': {
    explanation: 'This operation is authenticated by an OAuth signature, but a control was sent.',
    fix: 'Sign the request with OAuth 1.0a, RSA-SHA256, and leave login and control out.',
  },
  'signature-on-control-operation': {
    explanation: 'This operation is authenticated by a control, but an OAuth signature was sent.',
    fix: 'Send login and control in the body.',
  },
  'callback-without-control': {
    explanation: 'The callback carries no control.',
    fix: 'Do not act on it: anyone can send a callback. Check the order status.',
  },
  'callback-incomplete': {
    explanation: 'A mandatory field of the callback is missing or empty.',
    fix: 'Reject it regardless of its control: an empty value does not change the signed text, so the control proves nothing. Check the order status.',
  },
} as const satisfies { readonly [id: string]: Omit<Cause, 'id'> }

export type ProtocolCauseId = keyof typeof entries

/** A cause by its id. */
export function protocolCause(id: ProtocolCauseId): Cause {
  return { id, ...entries[id] }
}

/** All causes in this file. */
export const protocolCauses: readonly Cause[] = (Object.keys(entries) as ProtocolCauseId[]).map(protocolCause)

/** The five OAuth parameters of §5.2. */
export const oauthNames = ['oauth_consumer_key', 'oauth_nonce', 'oauth_signature_method', 'oauth_timestamp', 'oauth_version']

/** The rules of §5 that a request breaks, regardless of what was signed. */
export function protocolBreaks(given: GivenRequest, switches: Switches): Cause[] {
  const found: ProtocolCauseId[] = []
  const { operation, authentication } = given
  if (given.isCallback) return callbackBreaks(given).map(protocolCause)
  if (operation?.authentication.kind === 'oauth' && authentication === 'control') found.push('control-on-signed-operation')
  if (operation?.authentication.kind === 'control' && authentication === 'oauth') found.push('signature-on-control-operation')
  if (given.url !== null && given.method.toUpperCase() !== 'POST') found.push('not-sent-as-post')
  if (isNotForm(given)) found.push('body-not-form')
  if (isNotUtf8(given)) found.push('body-not-utf-8')
  const amount = firstValue(given.body, 'amount')?.trim() ?? ''
  if (!/^(?:\d+(?:\.\d+)?)?$/.test(amount)) found.push('amount-not-decimal')
  else if (hasSurplusDecimals(given, amount, switches)) found.push('amount-decimals')
  if (authentication === 'oauth' && given.url !== null) {
    const timestamp = given.oauth.find(([name]) => name === 'oauth_timestamp')?.[1] ?? ''
    if (/^\d{12,}$/.test(timestamp)) found.push('timestamp-in-milliseconds')
    if (!/^\d*$/.test(timestamp)) found.push('timestamp-not-whole')
    if (!['1.0', ''].includes(firstValue(given.oauth, 'oauth_version') ?? '')) found.push('version-not-accepted')
    if (oauthNames.some((wanted) => (firstValue(given.oauth, wanted) ?? '') === '')) found.push('oauth-parameter-not-sent')
    if (given.oauth.some(([name]) => !oauthNames.includes(name))) found.push('oauth-parameter-added')
    if (differsInBody(given)) found.push('oauth-parameters-differ')
    if (isHeaderMalformed(given)) found.push('header-malformed')
    if (firstValue(parseForm(given.rawBody), 'oauth_signature') !== undefined) found.push('signature-in-body')
  }
  return [...found.map(protocolCause), ...notSent(given, switches)]
}

function hasSurplusDecimals(given: GivenRequest, amount: string, switches: Switches): boolean {
  const digits = minorUnitDigits(currencyOf(given, switches, null) ?? '', switches.minorUnitDigits)
  return digits !== null && (withoutSurplusZeros(amount, digits).split('.')[1] ?? '').length > digits
}

/** The required fields of a control text that are not in the body, and a missing currency beside an amount. */
function notSent(given: GivenRequest, switches: Switches): Cause[] {
  const { operation, control } = given
  if (operation?.authentication.kind !== 'control' || control === null) return []
  // The gateway reads only the operation's own name of a field, while `sentValue` accepts other operations' names.
  const isSent = (key: FieldKey) => operation.fields.some((use) =>
    use.key === key && (firstValue(given.body, wireName(use, switches))?.trim() ?? '') !== '')
  const covered = operation.authentication.recipe.flatMap((part): FieldKey[] =>
    part.from === 'field' ? [part.key] : part.from === 'minor-amount' ? ['amount'] : [])
  const names = operation.fields.filter(({ key, need }) => covered.includes(key) && !isSent(key)
    && (need !== 'optional' || (key === 'currency' && isSent('amount')))).map((use) => wireName(use, switches))
  const cause = protocolCause('field-not-sent')
  return names.length === 0 ? [] : [{ ...cause, explanation: `${cause.explanation} Not sent: ${names.join(', ')}.` }]
}

/**
 * True for a body that is not a form. The pasted text may lack the Content-Type, which is then not known unless the
 * other header of a body is there. A Python dictionary is not JSON, and was not sent.
 */
function isNotForm({ pasted, rawBody }: GivenRequest): boolean {
  const headerOf = (wanted: string) => pasted.headers.find(([name]) => name.toLowerCase() === wanted)?.[1].trim()
  const type = headerOf('content-type') ?? ''
  // Commands such as curl add a Content-Type themselves.
  if (type === '' && pasted.form === 'http' && rawBody !== '' && headerOf('content-length') !== undefined) return true
  return /^\s*(?:\{\s*["}]|\[\s*["{\]])/.test(rawBody) || (type !== '' && !/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type))
}

const usesOfAll = Object.values(operations).flatMap(({ fields: uses }): readonly FieldUse[] => uses)
const keysInControl = Object.values(operations).flatMap(({ authentication }) =>
  (authentication.kind === 'control' ? authentication.recipe : []).flatMap((part) => (part.from === 'field' ? [part.key] : [])))
/** The wire names of fields whose text is part of some operation's control. */
const inControl = new Set(usesOfAll.filter(({ key }) => keysInControl.includes(key))
  .map((use) => wireName(use, defaultSwitches)))

/** Bytes that are not UTF-8 are read as the replacement character, which nobody signed. */
function isNotUtf8({ authentication, body, rawBody }: GivenRequest): boolean {
  return !/%EF%BF%BD|\uFFFD/i.test(rawBody)
    && body.some(([name, value]) => value.includes('\uFFFD') && (authentication === 'oauth' || inControl.has(name)))
}

/** The gateway also reads the OAuth parameters of the body (§5.2 rule 1): both must be equal. */
function differsInBody({ header, rawBody }: GivenRequest): boolean {
  const inHeader = new Map(header)
  return parseForm(rawBody).some(([name, value]) =>
    oauthNames.includes(name) && inHeader.has(name) && inHeader.get(name) !== value)
}

/** An unencoded value, such as a nonce in Base64. The signature has causes of its own; realm may be unencoded. */
const plainValue = /oauth_(?!signature=)\w{1,40}="[^"+/=@: ]{0,200}[+/=@: ]/
/** A comma behind the last parameter, or a space beside an equals sign. */
const strayMark = /,\s*$|oauth_\w{1,40}\s{1,10}=|oauth_\w{1,40}=\s/

function isHeaderMalformed({ pasted }: GivenRequest): boolean {
  return pasted.headers.some(([name, value]) =>
    name.toLowerCase() === 'authorization' && value.includes('oauth_')
    && (parseAuthorizationHeader(value) === null || plainValue.test(value) || strayMark.test(value)))
}

function callbackBreaks({ body }: GivenRequest): ProtocolCauseId[] {
  const missing = missingFields(body, callbackKind(body))
  if (missing.includes('control')) return ['callback-without-control']
  return missing.length > 0 ? ['callback-incomplete'] : []
}
