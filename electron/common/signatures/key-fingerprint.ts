import { createHash, createPublicKey, type KeyObject } from 'node:crypto'

/**
 * SHA-256 over the public key's SubjectPublicKeyInfo (DER), for two people to compare by telephone. Pairs of
 * lower-case hexadecimal digits with colons between them, as `openssl dgst -c` prints it; no other form exists. A
 * colon does not join the groups of a card number (`shared/gateway/numbers/digit-runs.ts`), so masking leaves a
 * fingerprint whole.
 */
export function fingerprintOf(publicKey: KeyObject): string {
  return colonPairs(createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' })).digest('hex'))
}

/** Hexadecimal digits as pairs with colons between them. */
export function colonPairs(digits: string): string {
  return (digits.match(/../g) ?? []).join(':')
}

/** The fingerprint of a public key as PEM; null without a key, and for invalid text. */
export function fingerprintIn(pem: string | null): string | null {
  try {
    return pem === null ? null : fingerprintOf(createPublicKey(pem))
  } catch {
    return null
  }
}
