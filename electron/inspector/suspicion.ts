/** The likely explanation of a refusal without a mistake in the text: another secret, or an unknown key. */
import type { ControlPlan } from '#shared/inspector/control/plan.ts'
import { fingerprintOf } from '../common/signatures/key-fingerprint.ts'
import type { TriedKey } from '../common/matching/rsa-targets.ts'
import { signatureReadings } from '../common/matching/signature-readings.ts'

/** A public key, and its owner if known. */
export interface KeyToTry extends TriedKey {
  readonly name?: string
  /** True for the key of the profile that the request belongs to. */
  readonly isOwn?: boolean
}

/** A key that a signature was compared with. */
interface ComparedKey {
  /** Empty if it has no name. */
  readonly name: string
  /** SHA-256 of the public key (DER), lower-case hex. */
  readonly fingerprint: string
  readonly bits: number
  /** True for the key of the profile that the request belongs to. */
  readonly isOwn: boolean
}

/** `other-secret` is the only remaining explanation, but not proven; `unknown-key` is certain. */
export interface Suspicion {
  readonly id: 'other-secret' | 'unknown-key'
  readonly explanation: string
  readonly fix: string
  /** The profile whose secret or key was compared; null if none is named. */
  readonly about: string | null
  readonly keys: readonly ComparedKey[]
}

/**
 * Suspects another secret: the only explanation left if every value of the control text is present and no known mistake
 * explains the control (§5.1). Null if a value is missing or was sent twice, as the text itself may then be wrong.
 * `profileLogin`: the login of the profile whose secret was compared, if there is one.
 */
export function otherSecret({ values, facts }: ControlPlan, profileLogin: string | null): Suspicion | null {
  const isTwice = (wanted: string): boolean => facts.sent.filter(({ part }) => part === wanted).length > 1
  if (values.some(({ part }) => isTwice(part === 'minor-amount' ? 'amount' : part))) return null
  if (values.some(({ value, part }) => value === '' && !mayBeEmpty.has(part))) return null
  const login = values.find(({ part }) => part === 'login')?.value ?? profileLogin
  if (profileLogin !== null && login !== profileLogin) {
    return {
      id: 'other-secret',
      explanation: 'The login of the request is not that of this profile, so its secret cannot be the one that signed.',
      fix: 'Choose the profile of that login, or add one with its control secret, then look again.',
      about: null, keys: [],
    }
  }
  return {
    id: 'other-secret',
    explanation: 'Probably the wrong secret. The rest looks right: no known mistake explains the control, and the secret '
      + `${profileLogin === null ? 'that was given' : 'of this profile'} is not the one that signed.`,
    fix: 'Compare the merchant_control of the sender with the one that gateway support issued for this login and environment, '
      + 'and replace the wrong one. If they are the same, compare the text that the sender hashed with the expected one below.',
    about: null, keys: [],
  }
}

/** Values that an operation may omit, and signs as empty (addendum 4). */
const mayBeEmpty: ReadonlySet<string> = new Set(['email', 'orderId'])

/**
 * Reports that none of these keys created an RSA signature (§5.2), which is certain. Null without keys, or if the
 * signature does not have the length of a key.
 */
export function unknownKey(rawSignature: string, keys: readonly KeyToTry[]): Suspicion | null {
  const lengths = signatureReadings(rawSignature).map((reading) => reading.bytes.length)
  const bytes = lengths.find((length) => rsaBytes.has(length))
  if (bytes === undefined || keys.length === 0) return null
  const bits = bytes * 8
  return {
    id: 'unknown-key',
    explanation: `Signed with an unknown key (RSA, ${bits} bits): none of the keys known here made this signature.`,
    fix: 'Ask the sender for the fingerprint of the key that signs and compare it with those below. If it is none of them, '
      + `sign with ${keys.some(({ isOwn = false }) => isOwn) ? 'the key of this profile' : 'one of them'}, or send its public key to `
      + 'gateway support. If it is one of them, the signature was changed in transit.',
    about: null,
    keys: keys.map(({ key, name = '', isOwn = false }) => ({
      name, isOwn, fingerprint: fingerprintOf(key), bits: key.asymmetricKeyDetails?.modulusLength ?? 0,
    })),
  }
}

const rsaBytes: ReadonlySet<number> = new Set([128, 256, 384, 512, 1_024])
