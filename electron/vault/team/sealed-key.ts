/** Seals 32 bytes for one desk: X25519 with an ephemeral key, HKDF-SHA-256, AES-256-GCM. */
import {
  createCipheriv, createDecipheriv, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync, type KeyObject,
} from 'node:crypto'
import type { DeskId } from '#shared/brands.ts'
import { sealText, type GivenKey } from '#shared/team/destination-key.ts'

const tagBytes = 16
/** SECURITY: the nonce may be constant, because each seal has a new key, derived from an ephemeral one. */
const nonce = Buffer.alloc(12)

/** The values that a seal is bound to, besides the ephemeral key that it creates. */
export type SealFor = Omit<GivenKey, 'ephemeralKey' | 'sealed' | 'signature'>

/** Seals a secret; null if the receiver's public key is invalid. The caller wipes the secret. */
export function seal(secret: Buffer, from: DeskId, sealFor: SealFor): Omit<GivenKey, 'signature'> | null {
  const receiver = exchangeKeyIn(sealFor.exchangeKey)
  if (receiver === null) return null
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const bound = { ...sealFor, ephemeralKey: publicText(publicKey) }
  const text = sealText(from, bound)
  return withSealKey(privateKey, receiver, text, (key) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(text))
    const sealed = Buffer.concat([cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    return { ...bound, sealed: sealed.toString('base64') }
  })
}

/** Opens a seal; null if it is for another key, or a value that it is bound to differs. The caller wipes the result. */
export function unseal(privateKey: KeyObject, from: DeskId, given: GivenKey): Buffer | null {
  const ephemeral = exchangeKeyIn(given.ephemeralKey)
  if (ephemeral === null) return null
  const text = sealText(from, given)
  const bytes = Buffer.from(given.sealed, 'base64')
  return withSealKey(privateKey, ephemeral, text, (key) => {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(text))
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()])
  })
}

/** Encodes a public key for events: DER as Base64. */
export function publicText(publicKey: KeyObject): string {
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
}

function exchangeKeyIn(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'x25519' ? key : null
  } catch {
    return null
  }
}

/** Runs `work` with the key of a seal. Null for a public key of low order, or if `work` throws, as for a wrong tag. */
function withSealKey<Value>(
  privateKey: KeyObject, publicKey: KeyObject, text: string, work: (key: Buffer) => Value,
): Value | null {
  const wiped: Buffer[] = []
  try {
    const shared = diffieHellman({ privateKey, publicKey })
    wiped.push(shared)
    const key = Buffer.from(hkdfSync('sha256', shared, '', text, 32))
    wiped.push(key)
    return work(key)
  } catch {
    return null
  } finally {
    for (const buffer of wiped) buffer.fill(0)
  }
}
