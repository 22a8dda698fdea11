/** Signatures on heads of the journal: the vault creates them, and anyone with the public key can verify them. */
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { headText, type SignedHead } from '#shared/model/history/journal-head.ts'

/** Parses a public key that this application wrote as PEM; throws for any other text. */
export function publicKeyIn(pem: string): KeyObject {
  return createPublicKey(pem)
}

/** Names a public key: the first 16 hexadecimal digits of the SHA-256 over its SubjectPublicKeyInfo (DER). */
export function headKeyId(publicKey: KeyObject): string {
  return createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' })).digest('hex').slice(0, 16)
}

/** Whether a head names this key and has its valid signature. False, never an error, for any content of a file. */
export function isHeadSigned(head: SignedHead, publicKey: KeyObject): boolean {
  // SECURITY: the id is computed from the key, so that a head cannot name a key that did not sign it.
  const content = headText(head, headKeyId(publicKey))
  if (content === null || head.keyId !== headKeyId(publicKey)) return false
  return verify(null, Buffer.from(content), publicKey, Buffer.from(head.signature, 'base64'))
}
