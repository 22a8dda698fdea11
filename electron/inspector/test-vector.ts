/** A test vector of the corrected request, for the integrator's own tests. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { Pair } from '#shared/gateway/encoding/form.ts'
import { maskFreeText } from '#shared/gateway/requests/masking.ts'
import { renderControl } from '#shared/inspector/control/plan.ts'
import { rightControlPlan } from '#shared/inspector/control/right-plan.ts'
import type { GivenRequest } from '#shared/inspector/given.ts'
import { renderBaseString } from '#shared/inspector/oauth/plan.ts'
import { rightPlan } from '#shared/inspector/oauth/right-plan.ts'
import { maskPasted, maskPastedUrl } from '#shared/inspector/pasted-values.ts'
import type { DiagnosisInput } from './diagnosis-input.ts'
import { textOf } from '../common/matching/control-targets.ts'

/** Used only for test vectors. */
const inventedSecret = 'MADE-UP-MERCHANT-CONTROL'
const throwAwayPair = () => generateKeyPairSync('rsa', { modulusLength: 2_048 })

/**
 * The test vector as JSON. SECURITY: it is built from the masked request with an invented secret or key, so that it can
 * be published. Null if the request cannot be built.
 */
export function testVector(given: GivenRequest, input: DiagnosisInput): string | null {
  const mask = (pair: Pair): Pair => maskPasted(given, pair, input.switches)
  const masked: GivenRequest = {
    ...given, url: given.url === null ? null : maskPastedUrl(given.url.split(/[?#]/)[0] ?? ''), rawBody: '',
    body: given.body.filter(([name]) => name !== 'control').map(([name, value]) => mask([name, value.trim()])),
    oauth: given.oauth.map(mask), header: [],
    // The id may be any text that the path contained.
    entryPointId: given.entryPointId === null ? null : maskFreeText(given.entryPointId),
  }
  const signed = given.authentication === 'oauth' ? signedExample(masked, input) : controlExample(masked, input)
  if (signed === null) return null
  const fields = Object.fromEntries(masked.body)
  return JSON.stringify({ method: 'POST', url: masked.url, fields, ...signed }, null, 2)
}

function controlExample(given: GivenRequest, input: DiagnosisInput): object | null {
  const plan = rightControlPlan(given, input)
  if (plan === null) return null
  const bytes = textOf(renderControl(plan), inventedSecret)
  return {
    merchant_control: inventedSecret,
    controlText: Buffer.from(bytes).toString('utf8'),
    control: createHash('sha1').update(bytes).digest('hex'),
  }
}

function signedExample(given: GivenRequest, { vectorPair = throwAwayPair }: DiagnosisInput): object | null {
  const plan = rightPlan(given, { otherEntryPoints: [], bodyHashes: [] })
  if (plan === null) return null
  const { privateKey, publicKey } = vectorPair()
  const baseString = renderBaseString(plan)
  return {
    oauth: Object.fromEntries(given.oauth),
    baseString,
    signature: sign('sha256', Buffer.from(baseString), privateKey).toString('base64'),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}
