/** AES-256-GCM with associated data: only bytes sealed for the same purpose can be opened. */
import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'
import { nonceBytes, sealBytes, tagBytes } from '../keychain/sizes.ts'

const algorithm = 'aes-256-gcm'
/**
 * Seals bytes with a key of 32 bytes, as nonce (12 bytes), ciphertext and tag (16 bytes). `associated` is not part of
 * the result; `open` needs the same text. The nonce is random; only a test with a known answer passes one.
 */
export function seal(key: KeyObject, plain: Buffer, associated: string, nonce = randomBytes(nonceBytes)): Buffer {
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(associated))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, text, cipher.getAuthTag()])
}

/** The sealed bytes, which the caller must wipe; null for another key, another purpose, or changed bytes. */
export function open(key: KeyObject, sealed: Buffer, associated: string): Buffer | null {
  if (sealed.length < sealBytes) return null
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(associated))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const plain = decipher.update(sealed.subarray(nonceBytes, -tagBytes))
  try {
    // SECURITY: the plain text is valid only after `final` has compared the tag.
    decipher.final()
    return plain
  } catch {
    plain.fill(0)
    return null
  }
}
