import {
  createPrivateKey, createPublicKey, randomBytes, sign, verify, type JsonWebKey, type KeyObject,
} from 'node:crypto'
import { failed, success, type Result } from '#shared/result.ts'
import { commonDivisor, keyRefusals, weaknessOf, type PublicNumbers } from './key-strength.ts'

/**
 * Private keys are stored as their two primes, p‖q, of equal length; the public exponent is always 65537. On Windows an
 * entry of the keychain holds 1,280 characters: the primes of a 4096-bit key take 684 in Base64, its PEM 3,272.
 */
const exponent = 65537n

/**
 * The primes of a private key, as bytes that the caller must wipe. Rebuilds the key from them and compares it with the
 * original. For another kind of key, fails with a plain sentence why it cannot be stored (addendum 13).
 */
export function takePrimes(key: KeyObject): Result<Buffer, string> {
  if (key.asymmetricKeyType === 'rsa-pss') {
    return failed(keyRefusals.pssOnly)
  }
  if (key.asymmetricKeyType !== 'rsa') return failed(keyRefusals.notRsa)
  const numbers = numbersOf(key)
  const weakness = numbers === null ? keyRefusals.notRsa : weaknessOf(numbers)
  return weakness === null ? comparedPrimes(key) : failed(weakness)
}

/** The public numbers of an RSA key, private or public; null for a key that has none. */
export function numbersOf(key: KeyObject): PublicNumbers | null {
  const jwk = exportJwk(key.type === 'private' ? createPublicKey(key) : key)
  if (jwk?.n === undefined || jwk.e === undefined) return null
  return { modulus: toInteger(Buffer.from(jwk.n, 'base64url')), exponent: toInteger(Buffer.from(jwk.e, 'base64url')) }
}

function comparedPrimes(key: KeyObject): Result<Buffer, string> {
  const jwk = exportJwk(key)
  if (jwk?.p === undefined || jwk.q === undefined) return failed(keyRefusals.unusualPrimes)
  const p = Buffer.from(jwk.p, 'base64url')
  const q = Buffer.from(jwk.q, 'base64url')
  const primes = Buffer.concat([p, q])
  const equallyLong = p.length === q.length
  p.fill(0)
  q.fill(0)
  if (!equallyLong) return failed('The two primes of this key differ in length. Such a key cannot be kept.')
  const rebuilt = rebuildKey(primes)
  if (rebuilt === null || !isSameKey(key, rebuilt)) {
    primes.fill(0)
    return failed(keyRefusals.unusualPrimes)
  }
  return success(primes)
}

function exportJwk(key: KeyObject): JsonWebKey | null {
  try {
    return key.export({ format: 'jwk' })
  } catch {
    return null
  }
}

/** A private key from its primes p‖q (about 1 ms); null for invalid primes. */
export function rebuildKey(primes: Buffer): KeyObject | null {
  const half = primes.length / 2
  const p = toInteger(primes.subarray(0, half))
  const q = toInteger(primes.subarray(half))
  if (p < 3n || q < 3n || p === q) return null
  const d = inverse(exponent, (p - 1n) / commonDivisor(p - 1n, q - 1n) * (q - 1n))
  const qi = inverse(q, p)
  if (d === null || qi === null) return null
  const values = { n: p * q, e: exponent, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi }
  const members = Object.entries(values).map(([name, value]) => [name, toBase64Url(value)])
  try {
    return createPrivateKey({ key: { kty: 'RSA', ...Object.fromEntries(members) as JsonWebKey }, format: 'jwk' })
  } catch {
    return null
  }
}

/**
 * Whether the public keys have the same DER, and both private keys create the same signature, which this scheme
 * computes without randomness.
 */
function isSameKey(one: KeyObject, other: KeyObject): boolean {
  const text = randomBytes(32)
  try {
    return publicDer(createPublicKey(one)).equals(publicDer(createPublicKey(other)))
      && sign('sha256', text, one).equals(sign('sha256', text, other))
  } catch {
    return false
  }
}

/** SubjectPublicKeyInfo as DER. */
function publicDer(publicKey: KeyObject): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' })
}

/** Whether the public key of this PEM text verifies the private key's signatures. */
export function belongTogether(privateKey: KeyObject, publicPem: string): boolean {
  const text = randomBytes(64)
  return verify('sha256', text, createPublicKey(publicPem), sign('sha256', text, privateKey))
}

const toInteger = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex') || '0'}`)

function toBase64Url(value: bigint): string {
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url')
}

/** The inverse of `value` modulo `modulus` (extended Euclidean algorithm); null if there is none. */
function inverse(value: bigint, modulus: bigint): bigint | null {
  let [previous, current] = [modulus, value % modulus]
  let [before, factor] = [0n, 1n]
  while (current !== 0n) {
    const quotient = previous / current
    ;[previous, current] = [current, previous - quotient * current]
    ;[before, factor] = [factor, before - quotient * factor]
  }
  if (previous !== 1n) return null
  return before < 0n ? before + modulus : before
}
