/** Compares candidates with a control or an HMAC, on the side that holds the secrets. */
import type { Cause } from '#shared/inspector/cause.ts'
import type { ControlCandidate } from '#shared/inspector/control/plan.ts'
import { controlTargets } from './control-targets.ts'
import { hmacTargets, type TriedSecret } from './hmac-targets.ts'
import { signatureReadings } from './signature-readings.ts'

/** For each candidate, the further mistakes with which it matches, or null if it does not match. */
export type MatchAnswers = readonly (readonly Cause[] | null)[]

/** A signature from the header, and the candidate texts. `accepted`: the operation accepts HMAC-SHA1. */
export interface HmacRequest {
  readonly rawSignature: string
  readonly accepted: boolean
  readonly login: string
  readonly texts: readonly string[]
}

/** Compares candidates with a control; returns null if the control is no digest. */
export function matchControls(
  control: string, secrets: readonly TriedSecret[], candidates: readonly ControlCandidate[],
): MatchAnswers | null {
  const targets = secrets.flatMap((secret) => controlTargets(control, secret))
  if (targets.length === 0) return null
  return candidates.map((candidate) => targets.find((target) => target.fits(candidate))?.causes ?? null)
}

/** Compares the HMACs of texts with a signature. */
export function matchHmacs(request: HmacRequest, secrets: readonly TriedSecret[]): MatchAnswers {
  const targets = signatureReadings(request.rawSignature)
    .flatMap((reading) => secrets.flatMap((secret) => hmacTargets(reading, secret, request)))
  return request.texts.map((text) => {
    const bytes = Buffer.from(text, 'utf8')
    return targets.find((target) => target.fits(bytes))?.causes ?? null
  })
}

/** True for a signature that can be an HMAC by its length. */
export function canBeHmac(rawSignature: string): boolean {
  return signatureReadings(rawSignature).some(({ bytes }) => [20, 32, 64].includes(bytes.length))
}
