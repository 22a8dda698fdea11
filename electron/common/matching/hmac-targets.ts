/** A signature that may be an HMAC with a secret, with each way of building its key. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { hmacKey } from '#shared/gateway/signing/oauth.ts'
import type { Cause } from '#shared/inspector/cause.ts'
import { signatureCause, type SignatureCauseId } from '#shared/inspector/signature-causes.ts'
import type { Target } from './rsa-targets.ts'
import type { SignatureReading } from './signature-readings.ts'

/** A secret to try, and the mistakes that it proves when it matches. */
export interface TriedSecret {
  readonly secret: string
  readonly causes: readonly Cause[]
}

/** The targets of a signature that may be an HMAC. `accepted`: whether the operation accepts HMAC-SHA1. */
export function hmacTargets(
  reading: SignatureReading, tried: TriedSecret, known: { readonly accepted: boolean; readonly login: string },
): Target[] {
  const algorithm = { 20: 'sha1', 32: 'sha256', 64: 'sha512' }[reading.bytes.length]
  if (algorithm === undefined) return []
  const method: SignatureCauseId[] = algorithm !== 'sha1' ? ['hmac-sha-256'] : known.accepted ? [] : ['hmac-for-rsa']
  const { secret } = tried
  const keys: readonly (readonly [key: string, cause: SignatureCauseId | null])[] = [
    [hmacKey(secret), null], [secret, 'hmac-key-without-ampersand'], [`${secret}&`, 'hmac-key-other'],
    [`&${secret}`, 'hmac-key-other'], [`${secret}&${secret}`, 'hmac-key-other'],
    [`${known.login}&${secret}`, 'hmac-key-other'], [`${known.login}&`, 'hmac-key-other'], ['', 'hmac-key-other'],
  ]
  return keys.filter(([key], index) => keys.findIndex(([other]) => other === key) === index).map(([key, cause]) => ({
    causes: [...reading.causes, ...tried.causes, ...(cause === null ? method : [...method, cause]).map(signatureCause)],
    fits: (text) => sameDigest(createHmac(algorithm, key).update(text).digest(), reading.bytes),
  }))
}

/** SECURITY: compares in constant time, so that the correct digest cannot be found byte by byte. */
export function sameDigest(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
