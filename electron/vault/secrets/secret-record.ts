import type { MerchantKey } from '#shared/brands.ts'
import { environments, type Environment } from '#shared/model/environment.ts'
import { entryName, join, split } from '../keychain/record.ts'

/** A control secret as it is kept: with the environment (§5.2) and the merchant that it alone may sign for. */
export interface SecretRecord {
  readonly environment: Environment
  readonly merchant: MerchantKey
  readonly secret: Buffer
}

const prefix = 'secret-'

/** Name of the entry of a secret, or null where the id cannot be part of one. */
export const secretEntry = (secretId: string) => entryName(prefix, secretId)

export const isSecretEntry = (name: string) => name.startsWith(prefix)

/** Bytes of the entry; its body is the secret. */
export function encodeSecret(record: SecretRecord): Buffer {
  const { environment, merchant, secret } = record
  return join({ record: 'secret', environment, merchant }, secret)
}

/** Reads what `encodeSecret` wrote; null when it is no such record. The secret is a copy of its own. */
export function decodeSecret(bytes: Buffer): SecretRecord | null {
  const parts = split(bytes)
  if (parts === null || parts.header.record !== 'secret') return null
  const { merchant } = parts.header
  const environment = environments.find((known) => known === parts.header.environment)
  // SECURITY: a secret that is bound to no merchant signs for nobody.
  if (environment === undefined || typeof merchant !== 'string') return null
  return { environment, merchant: merchant as MerchantKey, secret: Buffer.from(parts.body) }
}
