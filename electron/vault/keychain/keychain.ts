import type { Result } from '#shared/result.ts'
import type { VaultFailure } from '../port.ts'
import { wrappingBytes } from './sizes.ts'

/** What a keychain may fail with. None of it holds a value of an entry. */
export type KeychainFailure = Extract<
  VaultFailure,
  { code: 'keychain-waiting' | 'keychain-locked' | 'keychain-missing' | 'keychain-library' | 'keychain-doubtful' | 'vault-locked' }
>

export type KeychainAnswer<Value> = Promise<Result<Value, KeychainFailure>>

/**
 * Named entries that only the person's own login can read. The bytes that go in stay the caller's to wipe, the bytes
 * that come out too. `null` means that there is surely no such entry; doubt is a failure.
 */
export interface Keychain {
  get(name: string): KeychainAnswer<Buffer | null>
  /** Writes or overwrites an entry of at most `maxEntryBytes` and reads it back before it answers. */
  set(name: string, value: Buffer): KeychainAnswer<null>
  /** `false` when there was no such entry. */
  delete(name: string): KeychainAnswer<boolean>
  /** Names of entries; one whose writing broke off may be among them without an entry. */
  list(): KeychainAnswer<string[]>
}

/** What an entry may hold: Windows keeps 2,560 bytes, two a character. */
export const maxEntryBytes = 1_280

/** What a record may hold, so that it still fits once it is wrapped with the master key. */
export const maxRecordBytes = maxEntryBytes - wrappingBytes

/** The longest name of an entry: every name has to fit into a page of the list several times. */
export const maxNameLength = 120
