import { success, type Result } from '#shared/result.ts'
import type { VaultFailure } from '../port.ts'
import { wrappingBytes } from './sizes.ts'

/** The failures of a keychain. None contains a value of an entry. */
export type KeychainFailure = Extract<
  VaultFailure,
  { code: 'keychain-waiting' | 'keychain-locked' | 'keychain-missing' | 'keychain-library' | 'keychain-doubtful' | 'vault-locked' }
>

export type KeychainAnswer<Value> = Promise<Result<Value, KeychainFailure>>

/**
 * Named entries that only the person's own login can read. The caller wipes the bytes passed in and those returned.
 * `null` means that the entry certainly does not exist; an unclear case is a failure.
 */
export interface Keychain {
  get(name: string): KeychainAnswer<Buffer | null>
  /** Writes or overwrites an entry of at most `maxEntryBytes` and reads it back before it resolves. */
  set(name: string, value: Buffer): KeychainAnswer<null>
  /** Returns false if there was no such entry. */
  delete(name: string): KeychainAnswer<boolean>
  /** Names of entries; the name of an interrupted write may be listed without an entry. */
  list(): KeychainAnswer<string[]>
}

/** The maximum size of an entry: Windows stores 2,560 bytes, two per character. */
export const maxEntryBytes = 1_280

/** The maximum size of a record that still fits after it is wrapped with the master key. */
export const maxRecordBytes = maxEntryBytes - wrappingBytes

/** The maximum length of an entry's name: several such names must fit into a page of the index. */
export const maxNameLength = 120

/** Deletes these entries, in this order, up to the first failure. */
export async function deleteAll(keychain: Pick<Keychain, 'delete'>, names: Iterable<string>): KeychainAnswer<null> {
  for (const name of names) {
    const removed = await keychain.delete(name)
    if (!removed.ok) return removed
  }
  return success(null)
}
