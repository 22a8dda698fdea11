import { createHash, type KeyObject } from 'node:crypto'

/** SHA-256 over the public key's SubjectPublicKeyInfo (DER), lower-case hex: what two people compare by telephone. */
export function fingerprintOf(publicKey: KeyObject): string {
  return createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' })).digest('hex')
}
