/** A key of the vault's own, made once and never made again where it may have been lost. */
import { failed, success } from '#shared/result.ts'
import type { Stores } from '../keychain/stores.ts'
import type { VaultAnswer } from '../port.ts'

/** `Made` holds null where none may be made at all. */
export interface KeptKey<Key, Made extends Key | null> {
  /** The key, or null where there is none. `usedBefore` says that something carries its marks: then none is a loss. */
  known(usedBefore: boolean): VaultAnswer<Key | null>
  /** As `known`; where there is none and none was lost, `make` makes one and keeps it, or answers null. */
  knownOrMade(usedBefore: boolean, make: () => VaultAnswer<Made>): VaultAnswer<Key | Made>
}

/**
 * Looks after the key in an entry of the keychain. `read` takes it out of the entry's bytes, which are wiped then, or
 * answers null for a damaged one; `lostDetail` says in plain words what is lost (`keychain-doubtful`). The key stays in
 * this process until it ends.
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
    // SECURITY: a name without its entry is either a write that broke off, or a key that was taken away. The second
    // must not go by unnoticed.
    return names.value.includes(entry) ? lost : success(null)
  }

  // One at a time: two first calls must not make two keys.
  let making: VaultAnswer<Made> | null = null

  return {
    known,
    async knownOrMade(usedBefore, make) {
      const before = await known(usedBefore)
      if (!before.ok) return before
      if (before.value !== null) return success(before.value)
      // Made while this call was asking.
      if (opened !== null) return success(opened)
      making ??= make().finally(() => { making = null })
      const made = await making
      if (made.ok) opened = made.value
      return made
    },
  }
}
