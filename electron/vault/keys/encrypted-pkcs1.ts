import { createHash, type KeyObject } from 'node:crypto'
import { decryptedKey } from './decrypted-key.ts'

/** Key lengths in bytes of the ciphers that a `DEK-Info` header may name; each takes its IV from the same header. */
const keyLengths: Readonly<Record<string, number>> = {
  'AES-128-CBC': 16, 'AES-192-CBC': 24, 'AES-256-CBC': 32, 'DES-EDE3-CBC': 24,
}

/** As `DecryptFailure` of PKCS#8, without `too-costly`: this format names no cost. */
export type TraditionalFailure = 'wrong' | 'unsupported' | { readonly refusal: string }

/**
 * Opens the traditional format, a PEM with a `DEK-Info` header (addendum 13). The key is decrypted before a crypto
 * library parses it, so that a kind that cannot be stored is refused with its reason. `wrong`: the passphrase is
 * wrong. `unsupported`: the header names a cipher that is not supported here.
 */
export function openEncryptedPkcs1(text: string, passphrase: string): KeyObject | TraditionalFailure {
  const header = /^DEK-Info: ([A-Z0-9-]+),([0-9A-F]+)\n\n([^-]*)/im.exec(text)
  const [, cipher = '', iv = '', body = ''] = header ?? []
  const length = keyLengths[cipher.toUpperCase()]
  if (length === undefined) return 'unsupported'
  const ivBytes = Buffer.from(iv, 'hex')
  const key = deriveKey(Buffer.from(passphrase), ivBytes.subarray(0, 8), length)
  return decryptedKey({ name: cipher.toLowerCase(), key, iv: ivBytes }, Buffer.from(body, 'base64'), 'pkcs1')
}

/** OpenSSL's EVP_BytesToKey with MD5 and one round, which this format requires. */
function deriveKey(passphrase: Buffer, salt: Buffer, length: number): Buffer {
  const derived: Buffer[] = []
  while (Buffer.concat(derived).length < length) {
    derived.push(createHash('md5').update(Buffer.concat([derived.at(-1) ?? Buffer.alloc(0), passphrase, salt])).digest())
  }
  return Buffer.concat(derived).subarray(0, length)
}
