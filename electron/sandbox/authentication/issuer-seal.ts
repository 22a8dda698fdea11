/**
 * Seals the answers of the sandbox's issuer, so that no others count. A live gateway gets the verdict from the issuer
 * itself; here the merchant's copy has a seal that cannot be forged.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export type Verdict = 'Y' | 'N'

/** The seal of the issuer's verdict about an order, in Base64url. */
export function issuerSeal(issuerKey: string, orderId: string, verdict: Verdict): string {
  return createHmac('sha256', issuerKey).update(`${orderId} ${verdict}`).digest('base64url')
}

/** True for a seal that `issuerSeal` created from the same values; false for any other value of any type. */
export function isSealRight(seal: unknown, issuerKey: string, orderId: string, verdict: Verdict): boolean {
  const expected = Buffer.from(issuerSeal(issuerKey, orderId, verdict))
  const given = Buffer.from(typeof seal === 'string' ? seal : '')
  // SECURITY: compares in constant time; a seal of another length is refused and throws nothing.
  return given.length === expected.length && timingSafeEqual(given, expected)
}
