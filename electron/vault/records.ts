import type { KeyId, MerchantKey, UtcTime } from '#shared/brands.ts'
import { environments, type Environment } from '#shared/model/environment.ts'
import type { JournalHead } from '#shared/model/journal-head.ts'
import type { KeyDescription } from '#shared/model/key.ts'
import { maxNameLength } from './keychain.ts'
import type { JournalEnd } from './port.ts'

/** A control secret as it is kept: with the environment (§5.2) and the merchant that it alone may sign for. */
export interface SecretRecord {
  readonly environment: Environment
  readonly merchant: MerchantKey
  readonly secret: Buffer
}

/** A private key as it is kept: `primes` is p‖q, the public exponent is 65537. */
export interface KeyRecord {
  readonly id: KeyId
  readonly name: string
  readonly environment: Environment
  readonly createdAt: UtcTime
  readonly origin: KeyDescription['origin']
  readonly primes: Buffer
}

/** Name of the entry of where the journal ends. */
export const journalEndEntry = 'journal-end'
/** Development versions, whose journals are not opened, called the record otherwise: it is no end of these. */
const journalEndRecord = 'signed-end'

/** What the name of an entry begins with that the self-check writes and removes. */
export const selfCheckPrefix = 'self-check-'

const secretPrefix = 'secret-'
const keyPrefix = 'key-'

/** Name of the entry of a secret or key, or null where the id can't be one. */
export const secretEntry = (secretId: string) => entryName(secretPrefix, secretId)
export const keyEntry = (keyId: KeyId) => entryName(keyPrefix, keyId)

/** The name of an entry of an id, or null where the id cannot be part of one. */
export function entryName(prefix: string, id: string): string | null {
  const name = `${prefix}${id}`
  return /^[\w.-]+$/.test(id) && name.length <= maxNameLength ? name : null
}

export const isSecretEntry = (name: string) => name.startsWith(secretPrefix)

/** The id in the name of a key's entry; null for the name of another entry. */
export function keyIdOf(name: string): KeyId | null {
  return name.startsWith(keyPrefix) ? name.slice(keyPrefix.length) as KeyId : null
}

/** Bytes of a record: one line that describes it as JSON, a line feed, then the secret or the primes in Base64. */
export function encodeSecret(record: SecretRecord): Buffer {
  const { environment, merchant, secret } = record
  return join({ record: 'secret', environment, merchant }, secret)
}

/** As `encodeSecret`, for a key: 684 characters of primes for 4096 bits. */
export function encodeKey(record: KeyRecord): Buffer {
  const { id, name, environment, createdAt, origin, primes } = record
  const text = Buffer.from(primes.toString('base64'))
  const bytes = join({ record: 'key', id, name, environment, createdAt, origin }, text)
  text.fill(0)
  return bytes
}

/**
 * Where the journal ends is no secret: it is in the keychain because who edits the journal does not reach it. The
 * version of the roster of persons is kept with it, so that an earlier roster can't come back alone.
 */
export function encodeJournalEnd(end: JournalEnd, rosterVersion: number | null): Buffer {
  const { position, link, at, epoch, head, restoring } = end
  const roster = rosterVersion ?? undefined
  return join({ record: journalEndRecord, position, link, at, epoch, head, restoring, roster }, Buffer.alloc(0))
}

/** Bytes of a record: a line of JSON, then its body. */
export function join(header: object, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body])
}

/** Reads what `encodeSecret` wrote; null when it is no such record. The secret is a copy of its own. */
export function decodeSecret(bytes: Buffer): SecretRecord | null {
  const parts = split(bytes)
  if (parts === null || parts.header.record !== 'secret') return null
  const environment = environmentOf(parts.header.environment)
  const { merchant } = parts.header
  // SECURITY: a secret that is bound to no merchant signs for nobody.
  if (environment === null || typeof merchant !== 'string') return null
  return { environment, merchant: merchant as MerchantKey, secret: Buffer.from(parts.body) }
}

/** Reads what `encodeKey` wrote; null when it is no such record. */
export function decodeKey(bytes: Buffer): KeyRecord | null {
  const parts = split(bytes)
  if (parts === null || parts.header.record !== 'key') return null
  const { id, name, createdAt, origin } = parts.header
  const environment = environmentOf(parts.header.environment)
  if (environment === null || (origin !== 'made-here' && origin !== 'imported')) return null
  if (typeof id !== 'string' || typeof name !== 'string' || typeof createdAt !== 'string') return null
  const primes = Buffer.from(parts.body.toString('latin1'), 'base64')
  return { id: id as KeyId, name, environment, createdAt: createdAt as UtcTime, origin, primes }
}

/** The version of the roster in what `encodeJournalEnd` wrote; 0 where it says none. */
export function rosterVersionIn(bytes: Buffer): number {
  const header = split(bytes)?.header
  return header?.record === journalEndRecord && typeof header.roster === 'number' ? header.roster : 0
}

/** Reads what `encodeJournalEnd` wrote; null when it is no such record. */
export function decodeJournalEnd(bytes: Buffer): JournalEnd | null {
  const header = split(bytes)?.header
  if (header?.record !== journalEndRecord) return null
  const { position, link, at, epoch, head, restoring } = header
  if (typeof position !== 'number' || typeof link !== 'string' || typeof at !== 'string') return null
  return {
    position, link, at,
    ...(typeof epoch === 'number' && { epoch }),
    // Written by this process alone, and whole.
    ...(typeof head === 'object' && head !== null && { head: head as JournalHead }),
    ...(typeof restoring === 'string' && { restoring }),
  }
}

/** The header and the body of a record; null when it is none. */
export function split(bytes: Buffer): { header: Record<string, unknown>; body: Buffer } | null {
  const end = bytes.indexOf('\n')
  if (end === -1) return null
  try {
    const header: unknown = JSON.parse(bytes.toString('utf8', 0, end))
    return typeof header === 'object' && header !== null ? { header: { ...header }, body: bytes.subarray(end + 1) } : null
  } catch {
    return null
  }
}

function environmentOf(value: unknown): Environment | null {
  return environments.find((environment) => environment === value) ?? null
}
