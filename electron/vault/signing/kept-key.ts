/** A key of the vault itself, created once and never again where it may have been lost. */
import { failed, success } from '#shared/result.ts'
import type { Stores } from '../keychain/stores.ts'
import type { VaultAnswer } from '../port.ts'

/** `Made` includes null where no key may be created at all. */
export interface KeptKey<Key, Made extends Key | null> {
  /**
   * The key, or null where there is none. `usedBefore`: something has its signatures, so that a missing key is a loss.
   */
  known(usedBefore: boolean): VaultAnswer<Key | null>
  /** As `known`; where no key exists and none was lost, `make` creates and stores one, or returns null. */
  knownOrMade(usedBefore: boolean, make: () => VaultAnswer<Made>): VaultAnswer<Key | Made>
  /** Its entry was replaced or removed: the next call reads it again. */
  forget(): void
}

/**
 * Manages the key in an entry of the keychain. `read` decodes it from the entry's bytes, which are wiped then, or
 * returns null for a damaged one. `lostDetail` explains the loss in plain words (`keychain-doubtful`). The key stays
 * in this process until it ends.
 */
export function createKeptKey<Key, Made extends Key | null = Key>(stores: Stores, { entry, read, lostDetail }: {
  entry: string
  read: (bytes: Buffer) => Key | null
  lostDetail: string
}): KeptKey<Key, Made> {
  const lost = failed({ code: 'keychain-doubtful', detail: lostDetail } as const)
  let opened: Key | null = null

  async function known(usedBefore: boolean): VaultAnswer<Key | null> {
    if (opened !== null) return success(opened)
    const found = await stores.get(entry)
    if (!found.ok) return found
    if (found.value !== null) {
      const key = read(found.value.value)
      found.value.value.fill(0)
      if (key === null) return lost
      opened = key
      return success(key)
    }
    if (!usedBefore) return success(null)
    const names = await stores.list()
    if (!names.ok) return names.failure.code === 'keychain-missing' ? success(null) : names
    // SECURITY: a name without its entry is either an interrupted write or a removed key. A removal must not go
    // unnoticed.
    return names.value.includes(entry) ? lost : success(null)
  }

  // One at a time: two first calls must not create two keys.
  let making: VaultAnswer<Made> | null = null

  return {
    known,
    forget() { opened = null },
    async knownOrMade(usedBefore, make) {
      const before = await known(usedBefore)
      if (!before.ok) return before
      if (before.value !== null) return success(before.value)
      // Created while this call was waiting.
      if (opened !== null) return success(opened)
      making ??= make().finally(() => { making = null })
      const made = await making
      if (made.ok) opened = made.value
      return made
    },
  }
}
