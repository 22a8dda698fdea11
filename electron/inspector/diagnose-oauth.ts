/** Diagnoses a request that is signed with OAuth 1.0a (§5.2). */
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import type { Pair } from '#shared/gateway/encoding/form.ts'
import { signatureMethodOf } from '#shared/gateway/requests/request.ts'
import type { Cause } from '#shared/inspector/cause.ts'
import { readBackBaseString } from '#shared/inspector/from-base-string.ts'
import type { GivenRequest } from '#shared/inspector/given.ts'
import { oauthMutations } from '#shared/inspector/oauth/mutations.ts'
import { baseStringRenderer, renderBaseString, type BaseStringPlan } from '#shared/inspector/oauth/plan.ts'
import { rightPlan } from '#shared/inspector/oauth/right-plan.ts'
import { baseStringSides } from '#shared/inspector/oauth/sides.ts'
import { maskPasted } from '#shared/inspector/pasted-values.ts'
import { protocolCause } from '#shared/inspector/protocol-causes.ts'
import type { Sides } from '#shared/inspector/sides.ts'
import { signatureCause } from '#shared/inspector/signature-causes.ts'
import { pairAttempts, singleAttempts } from '#shared/inspector/try-mutations.ts'
import { bodyHashes } from './body-hashes.ts'
import type { DiagnosisInput } from './diagnosis-input.ts'
import { comparedBy, explained, unexplained, type PartialDiagnosis } from './partial-diagnosis.ts'
import { finding, type Diagnosis } from './diagnosis.ts'
import { canBeHmac } from '../common/matching/match.ts'
import { rsaTargets, type Target } from '../common/matching/rsa-targets.ts'
import { signatureReadings } from '../common/matching/signature-readings.ts'
import { search, type Matcher } from './search.ts'
import { unknownKey } from './suspicion.ts'
import { unpastedBody, unread } from './unread.ts'

/** Diagnoses by the signature if there is one, otherwise by a pasted base string. */
export async function diagnoseOAuth(
  given: GivenRequest, input: DiagnosisInput, masked: boolean,
): Promise<PartialDiagnosis> {
  const { baseString } = given.pasted
  const plan = rightPlan(given, { otherEntryPoints: input.otherEntryPoints, bodyHashes: bodyHashes(given.rawBody) })
  if (plan === null) {
    return baseString === null
      ? unexplained([finding('url-missing', 'The URL of the request is needed.')]) : fromBaseStringAlone(given, baseString, input)
  }
  const unpasted = baseString === null ? unpastedBody(given) : null
  if (unpasted !== null) return unexplained([unpasted])
  const expected = { baseString: renderBaseString(maskedPlan(plan, given, input)) }
  const { rawSignature } = given
  if (masked || rawSignature === null || rawSignature === '') {
    if (baseString !== null) return fromText(plan, baseString, expected, { given, input, source: 'given' })
    const unreadSignature = rawSignature === null ? unread('oauth_signature', input.text, given) : null
    if (unreadSignature !== null) return unexplained([unreadSignature], expected)
    return masked ? unexplained([], expected) : explained([protocolCause('signature-not-sent')], [], expected, 0)
  }
  const matcher = signatureMatcher(given, rawSignature, input)
  if (matcher === null) {
    const suspicion = unknownKey(rawSignature, input.keys)
    if (baseString !== null) return { ...await fromText(plan, baseString, expected, { given, input, source: 'given' }), suspicion }
    if (suspicion !== null) return { ...unexplained([], expected), suspicion }
    return unexplained([finding('signature-unreadable', input.keys.length === 0 && input.matchHmac === null
      ? 'A public key (or, for HMAC, the secret) is needed to check the signature.'
      : 'The signature was not created with any key or secret that is known here.')], expected)
  }
  return searched(plan, matcher, expected, { given, input, source: 'proven' })
}

/** The subject of a search. */
interface About {
  readonly given: GivenRequest
  readonly input: DiagnosisInput
  readonly source: Sides['source']
}

async function fromText(
  plan: BaseStringPlan, text: string, expected: Diagnosis['expected'], about: About,
): Promise<PartialDiagnosis> {
  const part = await searched(plan, async (texts) => texts.map((one) => one === text ? [] : null), expected, about)
  if (part.verdict !== 'unexplained') return part
  const { given, source, input: { switches } } = about
  return { ...part, sides: baseStringSides(text, renderBaseString(plan), source, given, switches) }
}

/** Only the signed text is known: reads it back, builds it again, and compares. */
async function fromBaseStringAlone(
  given: GivenRequest, text: string, input: DiagnosisInput,
): Promise<PartialDiagnosis> {
  let last: PartialDiagnosis = unexplained([finding('url-missing', 'The text is not a readable base string.')])
  for (const read of readBackBaseString(text)) {
    const request: GivenRequest = {
      ...given, url: read.url, method: 'POST',
      body: read.pairs.filter(([name]) => !name.startsWith('oauth_')),
      oauth: read.pairs.filter(([name]) => name.startsWith('oauth_') && name !== 'oauth_signature'),
      header: read.pairs.filter(([name]) => name === 'oauth_signature' || name === 'realm'),
    }
    const plan = rightPlan(request, { otherEntryPoints: input.otherEntryPoints, bodyHashes: [] })
    if (plan === null) continue
    const expected = { baseString: renderBaseString(maskedPlan(plan, request, input)) }
    last = await fromText(plan, text, expected, { given: request, input, source: 'given' })
    if (last.verdict !== 'unexplained') return last
  }
  return last
}

async function searched(
  plan: BaseStringPlan, matcher: Matcher<string>, expected: Diagnosis['expected'], { given, input, source }: About,
): Promise<PartialDiagnosis> {
  const identity = (text: string) => text
  const render = baseStringRenderer()
  const { found, tried } = await search(
    singleAttempts(plan, oauthMutations, render, identity), pairAttempts(plan, oauthMutations, render, identity),
    matcher, input,
  )
  const compared = comparedBy(source)
  if (found === null) return { ...unexplained([], expected, tried), compared }
  const right = renderBaseString(plan)
  const sides = found.rendered === right ? null : baseStringSides(found.rendered, right, source, given, input.switches)
  return { ...explained(found.causes, found.alsoPossible, expected, tried, sides), compared }
}

/** Compares texts with the opened signature, or with HMACs; null if no known key or secret can match. */
function signatureMatcher(given: GivenRequest, rawSignature: string, input: DiagnosisInput): Matcher<string> | null {
  const method = given.oauth.find(([name]) => name === 'oauth_signature_method')?.[1] ?? ''
  const targets = signatureReadings(rawSignature)
    .flatMap((reading) => input.keys.flatMap((key) => rsaTargets(reading, key)))
    .map((target) => ({ ...target, causes: withMethod(target.causes, method !== '' && method !== 'RSA-SHA256') }))
  if (targets.length > 0) return async (texts) => texts.map((text) => fitting(targets, text))
  const { matchHmac } = input
  if (matchHmac === null || !canBeHmac(rawSignature)) return null
  const { operation } = given
  const accepted = method === 'HMAC-SHA1' && (operation === null
    || (operation.authentication.kind === 'oauth' && signatureMethodOf(operation, input.switches) === 'HMAC-SHA1'))
  const login = given.oauth.find(([name]) => name === 'oauth_consumer_key')?.[1] ?? ''
  return (texts) => matchHmac({ rawSignature, accepted, login, texts })
}

function fitting(targets: readonly Target[], text: string): readonly Cause[] | null {
  const bytes = Buffer.from(text, 'utf8')
  return targets.find((target) => target.fits(bytes))?.causes ?? null
}

/** Adds the mistake of a right RSA-SHA256 signature whose method has another name. */
function withMethod(causes: readonly Cause[], otherMethod: boolean): readonly Cause[] {
  const digestNamed = causes.some(({ id }) => id === 'sha-1-for-sha-256' || id === 'other-digest' || id === 'pss-padding')
  return otherMethod && !digestNamed ? [...causes, signatureCause('signature-method-header-wrong')] : causes
}

/** SECURITY: the result contains masked values only. */
function maskedPlan(plan: BaseStringPlan, given: GivenRequest, input: DiagnosisInput): BaseStringPlan {
  const mask = (pair: Pair): Pair => maskPasted(given, pair, input.switches)
  const { host, path } = plan.url
  return {
    ...plan, body: plan.body.map(mask), oauth: plan.oauth.map(mask),
    url: { ...plan.url, host: maskFreeText(host), path: maskFreeText(path) },
  }
}
