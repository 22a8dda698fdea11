/** The Ed25519 key that signs profiles while no passphrase protects the desk. Later the administrators have it. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import type { UtcTime } from '#shared/brands.ts'
import { join, split } from '../keychain/record.ts'

export const profileKeyEntry = 'profile-key'

export interface ProfileKey {
  readonly id: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

export function makeProfileKey(): ProfileKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { id: randomBytes(8).toString('hex'), privateKey, publicKey }
}

/** Bytes of the entry, to be wiped by the caller. */
export function encodeProfileKey({ id, privateKey }: ProfileKey, createdAt: UtcTime): Buffer {
  const der = privateKey.export({ type: 'pkcs8', format: 'der' })
  const text = Buffer.from(der.toString('base64'))
  try {
    return join({ record: 'profile-key', id, createdAt }, text)
  } finally {
    der.fill(0)
    text.fill(0)
  }
}

/** The key in the bytes of the entry; null when it is no such record. */
export function decodeProfileKey(bytes: Buffer): ProfileKey | null {
  const parts = split(bytes)
  if (parts?.header.record !== 'profile-key' || typeof parts.header.id !== 'string') return null
  const der = Buffer.from(parts.body.toString('latin1'), 'base64')
  try {
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    return { id: parts.header.id, privateKey, publicKey: createPublicKey(privateKey) }
  } catch {
    return null
  } finally {
    der.fill(0)
  }
}
