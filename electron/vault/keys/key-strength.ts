/** Checks the numbers of an RSA key: length, exponent, and known weak generators. */
import { hasRocaMark } from './roca.ts'

const wantedExponent = 65_537n
const minBits = 2048
const maxBits = 4096

/** Why a private key cannot be stored, as plain sentences that do not depend on the library (addendum 13). */
export const keyRefusals = {
  pssOnly: 'This is an RSA key for PSS signatures only. The gateway needs an ordinary RSA key.',
  notRsa: 'This is not an RSA key. The gateway accepts RSA keys only.',
  unusualPrimes: 'This key is damaged or made of more than two primes. Only keys of two matching primes can be stored.',
} as const

/** The public numbers of a key. */
export interface PublicNumbers {
  readonly modulus: bigint
  readonly exponent: bigint
}

/** Why a key with these numbers cannot be stored, as a plain sentence (addendum 13); null for a strong one. */
export function weaknessOf({ modulus, exponent }: PublicNumbers): string | null {
  const bits = modulus.toString(2).length
  if (bits < minBits) return `This key has ${bits} bits. The gateway needs ${minBits} at least.`
  if (bits > maxBits) return `This key has ${bits} bits. A keychain entry holds a key of ${maxBits} bits at most.`
  if (exponent !== wantedExponent) {
    return 'This key has an unusual public exponent. Only keys with the exponent 65537 can be stored.'
  }
  if (hasRocaMark(modulus)) {
    return 'This key was made by a device with a known weakness (ROCA, CVE-2017-15361): its private half can be computed '
      + 'from its public one. Do not use it anywhere. Generate a new key pair here.'
  }
  return null
}

/** The parts of a stored key that a new key is compared with. */
export interface KnownKey {
  readonly name: string
  readonly modulus: bigint
}

/** Why a key cannot be stored besides the others: it is stored already, or shares a prime with one; else null. */
export function conflictOf(modulus: bigint, others: readonly KnownKey[]): string | null {
  const same = others.find((other) => other.modulus === modulus)
  if (same !== undefined) return `This key is already here, as "${same.name}".`
  const related = others.find((other) => commonDivisor(other.modulus, modulus) !== 1n)
  return related === undefined ? null : `This key has a prime in common with "${related.name}". Whoever has both public `
    + 'keys can compute both private ones. Use neither of them: generate new key pairs here.'
}

/** The greatest common divisor (Euclidean algorithm). */
export function commonDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other]
  while (b !== 0n) [a, b] = [b, a % b]
  return a
}
