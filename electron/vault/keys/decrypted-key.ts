import { createDecipheriv, createPrivateKey, type KeyObject } from 'node:crypto'
import { refusalOf } from './key-refusals.ts'

/** The parameters that decrypt an encrypted key. Each format derives them differently. `key` is wiped after use. */
export interface Cipher { readonly name: string; readonly key: Buffer; readonly iv: Buffer }

/**
 * Decrypts a private key. Refuses a kind that cannot be stored before a crypto library parses it. `wrong`: the
 * passphrase is wrong, or the decrypted bytes are no key.
 */
export function decryptedKey(
  { name, key, iv }: Cipher, encrypted: Buffer, type: 'pkcs1' | 'pkcs8',
): KeyObject | 'wrong' | { readonly refusal: string } {
  try {
    const decipher = createDecipheriv(name, key, iv)
    const der = Buffer.concat([decipher.update(encrypted), decipher.final()])
    try {
      const refusal = refusalOf(der)
      return refusal === null ? createPrivateKey({ key: der, format: 'der', type }) : { refusal }
    } finally {
      der.fill(0)
    }
  } catch {
    return 'wrong'
  } finally {
    key.fill(0)
  }
}
