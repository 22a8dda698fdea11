/** Findings about a pasted request that are independent of the proof of its signature. */
import { callbackKind } from '#shared/gateway/callbacks/callback.ts'
import { firstValue, parseForm } from '#shared/gateway/encoding/form.ts'
import { percentDecode } from '#shared/gateway/encoding/percent.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import { sentValue, type GivenRequest } from '#shared/inspector/given.ts'
import { placeholders } from '#shared/inspector/placeholders.ts'
import { oauthNames } from '#shared/inspector/protocol-causes.ts'
import type { PartialDiagnosis } from './partial-diagnosis.ts'
import { finding, type Finding, type NonceUse } from './diagnosis.ts'
import type { KnownProfile } from './port.ts'

type OwnReading = Pick<Switches, 'oauthParametersInBody'>

/** The sources of the findings. */
export interface Surroundings {
  readonly switches: OwnReading
  /** Milliseconds since 1970 by the clock of this computer. */
  readonly now: number
  /** Finds the newest request of the history with a nonce; null without a history. */
  readonly nonceUse: ((nonce: string) => Promise<NonceUse | null>) | null
}

/** A clock difference without effect on the result. */
const smallSkewSeconds = 60
const covers =
  'The control covers status, order id and merchant order id, nothing else: confirm amount and result with a status request.'
const kinds = {
  callback: covers,
  redirect: `This came through the cardholder's browser, which proves no result (§6.2). ${covers}`,
} as const

/** All findings. Never throws for any pasted text. */
export async function otherFindings(given: GivenRequest, around: Surroundings): Promise<readonly Finding[]> {
  const found = [
    spaces(given), repeated(given), callbackNote(given), onlyInHeader(given, around.switches), clock(given, around.now),
    await nonce(given, around),
  ]
  return found.filter((one) => one !== null)
}

function spaces({ body }: GivenRequest): Finding | null {
  const names = body.filter(([, value]) => value !== value.trim()).map(([name]) => name)
  return names.length === 0 ? null : finding('space-at-end', `White space at the beginning or end of: ${names.join(', ')}`)
}

/** With OAuth every repeated parameter is signed; a control covers only one value. */
function repeated({ body, authentication, isCallback }: GivenRequest): Finding | null {
  if (authentication !== 'control') return null
  const [seen, twice] = [new Set<string>(), new Set<string>()]
  for (const [name] of body) (seen.has(name) ? twice : seen).add(name)
  const names = [...twice]
  return names.length === 0 ? null
    : finding('repeated-parameter', `Sent more than once: ${names.join(', ')}. The first value is used here, ${isCallback ? 'other systems' : 'the gateway'} may use another.`)
}

function callbackNote({ isCallback, body }: GivenRequest): Finding | null {
  return isCallback ? finding('callback-covers', kinds[callbackKind(body)]) : null
}

/** The signed parameters are the same (addendum 2): the proof is valid, but a gateway may refuse the request. */
function onlyInHeader(
  { authentication, header, body, rawBody }: GivenRequest, { oauthParametersInBody }: OwnReading,
): Finding | null {
  // Without any field the body was probably not pasted.
  if (authentication !== 'oauth' || !oauthParametersInBody || body.length === 0 || header.length === 0) return null
  const inBody = new Set(parseForm(rawBody).map(([name]) => name))
  const absent = oauthNames.filter((name) => !inBody.has(name))
  return absent.length === 0 ? null : finding('oauth-not-in-body', `Not in the body: ${absent.join(', ')}. The gateway takes the OAuth `
    + 'parameters in header and body (§5.2), unless the profile has them in the header only. Send them in both, sign them once.')
}

const ofOther: ReadonlySet<string> = new Set(['key-of-other-profile', 'secret-of-other-profile'])

/**
 * Reports a login that differs from the profile's. The proof does not depend on it, but a gateway finds secret and key
 * by the login. Empty for an unexplained request, which may be another merchant's.
 */
export function otherLogin(
  given: GivenRequest, { switches, profileLogin }: { readonly switches: Switches; readonly profileLogin?: string },
  { verdict, causes }: PartialDiagnosis,
): readonly Finding[] {
  const login = (firstValue(given.oauth, 'oauth_consumer_key') ?? sentValue(given, 'login', switches) ?? '').trim()
  const isSame = profileLogin === undefined || login === '' || login === profileLogin
  if (isSame || verdict === 'unexplained' || causes.some(({ id }) => ofOther.has(id))) return []
  return [finding('other-login', `The request has the login ${login}, the profile ${profileLogin}. The gateway finds secret and key by `
    + 'the login: sign and send the same, letter by letter.')]
}

/**
 * Reports an id in the URL that the profile lacks, or has as the other kind: a wrong id, and a group called as an
 * endpoint, are frequent causes of a refusal (addendum 4). Empty for an unexplained request, and for another profile's.
 */
export function otherEntryPoint(
  { entryPointId: id, entryPointSegment, operation, isCallback }: GivenRequest,
  { entryPoints = [] }: { readonly entryPoints?: KnownProfile['entryPoints'] }, { verdict, causes }: PartialDiagnosis,
): readonly Finding[] {
  const isOthers = verdict === 'unexplained' || causes.some(({ id: cause }) => ofOther.has(cause))
  if (id === null || entryPointSegment === null || isCallback || isOthers || entryPoints.length === 0) return []
  const own = entryPoints.filter((one) => one.id === id)
  if (own.length === 0) {
    return [finding('other-entry-point', `The profile has no endpoint or group ${id}. Compare it with what gateway support issued.`)]
  }
  const asGroup = entryPointSegment.startsWith('group/')
  // An upload identifies a group by its bare id. Only an endpoint has its own currency.
  if (operation?.groupForm === 'bare-id' || own.some(({ currency }) => (currency === null) === asGroup)) return []
  return [finding('other-entry-point', asGroup
    ? `The URL names ${id} as a group. In the profile it is an endpoint: call it without "group/".`
    : `The URL names ${id} as an endpoint. In the profile it is a group: call group/${id}.`)]
}

function clock({ oauth, pasted }: GivenRequest, now: number): Finding | null {
  const timestamp = firstValue(oauth, 'oauth_timestamp') ?? ''
  if (!/^\d{1,11}$/.test(timestamp)) return null
  const there = pasted.serverDate === null ? Number.NaN : Date.parse(pasted.serverDate)
  const known = !Number.isNaN(there)
  // Without the reply the time of the send is not known: only a time in the future is certainly wrong.
  const seconds = Math.round((Number(timestamp) * 1_000 - (known ? there : now)) / 1_000)
  if (known ? Math.abs(seconds) <= smallSkewSeconds : seconds <= smallSkewSeconds) return null
  const whose = known ? 'the gateway\'s clock, by the Date of its reply' : 'the clock of this computer'
  const off = `${duration(Math.abs(seconds))} ${seconds < 0 ? 'behind' : 'ahead of'} ${whose}`
  return finding('clock-skew', `oauth_timestamp is ${off}. Set the clock that signs: the gateway may refuse such a time.`)
}

async function nonce({ oauth, rawSignature }: GivenRequest, { nonceUse }: Surroundings): Promise<Finding | null> {
  const value = firstValue(oauth, 'oauth_nonce') ?? ''
  // A request copied from the history would find itself.
  const isFromHistory = percentDecode(rawSignature ?? '') === placeholders.signature
  const use = value === '' || nonceUse === null || isFromHistory ? null : await nonceUse(value)
  if (use === null) return null
  const seen = `The history has a request with the same oauth_nonce: ${use.operation}, ${use.at}.`
  return finding('nonce-seen', `${seen} If it is a different request, use a new nonce for each request.`)
}

function duration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'], [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'], [seconds % 60, 's'],
  ] as const
  return parts.filter(([count]) => count > 0).slice(0, 2).map(([count, unit]) => `${count} ${unit}`).join(' ')
}
