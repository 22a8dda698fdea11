/** The Ed25519 key that signs profiles while no passphrase protects the desk. Later the administrators have it. */
import { createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import type { UtcTime } from '#shared/brands.ts'
import type { KeychainAnswer } from '../keychain/keychain.ts'
import { privateKeyBody, privateKeyIn, split } from '../keychain/record.ts'
import { putRecord, type Stores } from '../keychain/stores.ts'

export const profileKeyEntry = 'profile-key'

export interface ProfileKey {
  readonly id: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

export function generateProfileKey(): ProfileKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { id: randomBytes(8).toString('hex'), privateKey, publicKey }
}

/** Stores the key in its entry of the keychain. */
export async function putProfileKey(
  stores: Stores, { id, privateKey }: ProfileKey, createdAt: UtcTime,
): KeychainAnswer<null> {
  const header = { record: profileKeyEntry, id, createdAt }
  return await putRecord(stores, profileKeyEntry, header, privateKeyBody(privateKey))
}

/** Decodes the entry; null for any other bytes. */
export function decodeProfileKey(bytes: Buffer): ProfileKey | null {
  const parts = split(bytes)
  if (parts?.header.record !== profileKeyEntry || typeof parts.header.id !== 'string') return null
  const privateKey = privateKeyIn(parts.body)
  return privateKey === null ? null : { id: parts.header.id, privateKey, publicKey: createPublicKey(privateKey) }
}
