import { createPublicKey, type KeyObject } from 'node:crypto'

const leastBits = 2048

/**
 * Reads the merchant's public key from an SPKI PEM (addendum 13). Throws an `Error` whose message is a plain sentence
 * for text that is none, for a private key, for another kind of key and for RSA below 2048 bits.
 */
export function readPublicKey(pem: string): KeyObject {
  if (!/^\s*-----BEGIN PUBLIC KEY-----/.test(pem)) {
    throw new Error('The public key must be an SPKI PEM that starts with "-----BEGIN PUBLIC KEY-----".')
  }
  let key: KeyObject
  try {
    key = createPublicKey({ key: pem, format: 'pem', type: 'spki' })
  } catch {
    throw new Error('The public key could not be read.')
  }
  if (key.asymmetricKeyType !== 'rsa') throw new Error('The public key is not an RSA key.')
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < leastBits) {
    throw new Error(`The public key has fewer than ${leastBits} bits.`)
  }
  return key
}
