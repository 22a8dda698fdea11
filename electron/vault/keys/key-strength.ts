/** Whether the numbers of an RSA key are such that it may be kept: length, exponent, and known weak makers. */
import { hasRocaMark } from './roca.ts'

const wantedExponent = 65_537n
const minBits = 2048
const maxBits = 4096

/** Why a private key can't be kept, whatever library says so; plain sentences (addendum 13). */
export const keyRefusals = {
  pssOnly: 'This is an RSA key for PSS signatures only. The gateway needs an ordinary RSA key.',
  notRsa: 'This is not an RSA key. The gateway accepts RSA keys only.',
  unusualPrimes: 'This key is damaged or made of more than two primes. Only keys of two matching primes can be stored.',
} as const

/** The numbers that everybody may know. */
export interface PublicNumbers {
  readonly modulus: bigint
  readonly exponent: bigint
}

/** Why a key of these numbers can't be kept, as a plain sentence (addendum 13); null for one that can. */
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

/** A key that is here already, as far as another one is compared with it. */
export interface KnownKey {
  readonly name: string
  readonly modulus: bigint
}

/** Why a key can't stand beside those that are here: the same one, or one of its primes is another's; else null. */
export function conflictOf(modulus: bigint, others: readonly KnownKey[]): string | null {
  const same = others.find((other) => other.modulus === modulus)
  if (same !== undefined) return `This key is already here, as "${same.name}".`
  const related = others.find((other) => commonDivisor(other.modulus, modulus) !== 1n)
  return related === undefined ? null : `This key has a prime in common with "${related.name}". Whoever has both public `
    + 'keys can compute both private ones. Use neither of them: generate new key pairs here.'
}

function commonDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other]
  while (b !== 0n) [a, b] = [b, a % b]
  return a
}
