import forge from 'node-forge'
import { keyRefusals, weaknessOf } from './key-strength.ts'

const oids = { rsa: '1.2.840.113549.1.1.1', rsaPss: '1.2.840.113549.1.1.10' }

/**
 * Why the key in this DER (PKCS#8 or PKCS#1, not encrypted) cannot be stored; null for an ordinary RSA key and for
 * unreadable bytes. Its algorithm, version and public numbers are checked before a crypto library parses it, because
 * Electron's refuses such keys without a reason.
 */
export function refusalOf(der: Buffer): string | null {
  const key = read(der.toString('latin1'))
  return key === null ? null : refusalIn(key)
}

/** As `refusalOf`, for a structure that is already parsed. */
export function refusalIn(key: forge.asn1.Asn1): string | null {
  const [, algorithm, inside] = childrenOf(key)
  if (algorithm?.type !== forge.asn1.Type.SEQUENCE) return refusalOfRsa(key)
  const [oid] = childrenOf(algorithm)
  if (oid?.type !== forge.asn1.Type.OID || typeof oid.value !== 'string') return null
  switch (forge.asn1.derToOid(oid.value)) {
    case oids.rsa: return refusalOfRsa(typeof inside?.value === 'string' ? read(inside.value) : null)
    case oids.rsaPss: return keyRefusals.pssOnly
    default: return keyRefusals.notRsa
  }
}

/** Checks an RSAPrivateKey (RFC 8017): version (1 for more than two primes), modulus, public exponent, and more. */
function refusalOfRsa(key: forge.asn1.Asn1 | null): string | null {
  const [version, modulus, exponent] = key === null ? [] : childrenOf(key).map(integerIn)
  if (version === 1n) return keyRefusals.unusualPrimes
  return typeof modulus === 'bigint' && typeof exponent === 'bigint' ? weaknessOf({ modulus, exponent }) : null
}

/** A whole number; null for another value. A negative one, which no key has, is read as a large one. */
function integerIn({ type, value }: forge.asn1.Asn1): bigint | null {
  return type === forge.asn1.Type.INTEGER && typeof value === 'string' ? BigInt(`0x${forge.util.bytesToHex(value) || '0'}`) : null
}

function read(der: string): forge.asn1.Asn1 | null {
  try {
    return forge.asn1.fromDer(der, true)
  } catch {
    // The library that parses the key later reports its own reason.
    return null
  }
}

const childrenOf = ({ value }: forge.asn1.Asn1): forge.asn1.Asn1[] => Array.isArray(value) ? value : []
