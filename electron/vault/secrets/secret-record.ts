import type { MerchantKey } from '#shared/brands.ts'
import { environments, type Environment } from '#shared/model/values/environment.ts'
import { success } from '#shared/result.ts'
import { isDamaged } from '../keychain/entry-or-lost.ts'
import { entryName, join, split } from '../keychain/record.ts'
import type { Stores } from '../keychain/stores.ts'
import type { VaultAnswer } from '../port.ts'

/** A stored control secret, with the only environment (§5.2) and merchant that it may sign for. */
export interface SecretRecord {
  readonly environment: Environment
  readonly merchant: MerchantKey
  readonly secret: Buffer
}

const prefix = 'secret-'

/** The name of a secret's entry, or null if the id cannot be part of a name. */
export const secretEntry = (secretId: string) => entryName(prefix, secretId)

export const isSecretEntry = (name: string) => name.startsWith(prefix)

/** Encodes the entry; its body is the secret. */
export function encodeSecret(record: SecretRecord): Buffer {
  const { environment, merchant, secret } = record
  return join({ record: 'secret', environment, merchant }, secret)
}

/** Reads the record of a secret; null without one. The caller wipes the secret in it. */
export async function readSecret(stores: Stores, secretId: string): VaultAnswer<SecretRecord | 'damaged' | null> {
  const entry = secretEntry(secretId)
  if (entry === null) return success(null)
  const found = await stores.get(entry)
  if (!found.ok) return isDamaged(found.failure, entry) ? success('damaged') : found
  if (found.value === null) return success(null)
  const record = decodeSecret(found.value.value)
  found.value.value.fill(0)
  return success(record ?? 'damaged')
}

/** Decodes a record of `encodeSecret`; null for any other bytes. The secret is a separate copy. */
function decodeSecret(bytes: Buffer): SecretRecord | null {
  const parts = split(bytes)
  if (parts === null || parts.header.record !== 'secret') return null
  const { merchant } = parts.header
  const environment = environments.find((known) => known === parts.header.environment)
  // SECURITY: a secret without a merchant signs for none.
  if (environment === undefined || typeof merchant !== 'string') return null
  return { environment, merchant: merchant as MerchantKey, secret: Buffer.from(parts.body) }
}
