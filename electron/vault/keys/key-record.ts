import type { KeyId, UtcTime } from '#shared/brands.ts'
import { environments, type Environment } from '#shared/model/values/environment.ts'
import type { KeyDescription } from '#shared/model/keys/key.ts'
import { entryName, join, split } from '../keychain/record.ts'

/** A private key as it is stored: `primes` is p‖q, the public exponent is 65537. */
export interface KeyRecord {
  readonly id: KeyId
  readonly name: string
  readonly environment: Environment
  readonly createdAt: UtcTime
  readonly origin: KeyDescription['origin']
  readonly primes: Buffer
}

const prefix = 'key-'

/** The name of a key's entry, or null if the id cannot be part of a name. */
export const keyEntry = (keyId: KeyId) => entryName(prefix, keyId)

/** The id in the name of a key's entry; null for the name of another entry. */
export function keyIdOf(name: string): KeyId | null {
  return name.startsWith(prefix) ? name.slice(prefix.length) as KeyId : null
}

/** Encodes the entry; its body is the primes in Base64, 684 characters for 4096 bits. */
export function encodeKey(record: KeyRecord): Buffer {
  const { id, name, environment, createdAt, origin, primes } = record
  const text = Buffer.from(primes.toString('base64'))
  const bytes = join({ record: 'key', id, name, environment, createdAt, origin }, text)
  text.fill(0)
  return bytes
}

/** Decodes a record of `encodeKey`; null for any other bytes. */
export function decodeKey(bytes: Buffer): KeyRecord | null {
  const parts = split(bytes)
  if (parts === null || parts.header.record !== 'key') return null
  const { id, name, createdAt, origin } = parts.header
  const environment = environments.find((known) => known === parts.header.environment)
  if (environment === undefined || (origin !== 'made-here' && origin !== 'imported')) return null
  if (typeof id !== 'string' || typeof name !== 'string' || typeof createdAt !== 'string') return null
  const primes = Buffer.from(parts.body.toString('latin1'), 'base64')
  return { id: id as KeyId, name, environment, createdAt: createdAt as UtcTime, origin, primes }
}
