/** A key of the vault itself. It is created once; if it may have been lost, no new one is created. */
import { failed, success } from '#shared/result.ts'
import type { Stores } from '../keychain/stores.ts'
import type { VaultAnswer } from '../port.ts'

/** `Created` includes null if it may be that no key can be created. */
export interface KeptKey<Key, Created extends Key | null> {
  /**
   * The key, or null without one. `usedBefore`: signatures of it exist, so that a missing key is a loss.
   */
  known(usedBefore: boolean): VaultAnswer<Key | null>
  /** As `known`; if no key exists and none was lost, `create` creates and stores one, or returns null. */
  knownOrCreated(usedBefore: boolean, create: () => VaultAnswer<Created>): VaultAnswer<Key | Created>
  /** Call after the entry was replaced or removed: the next call reads it again. */
  forget(): void
}

/**
 * Manages the key in an entry of the keychain. `read` decodes the entry's bytes, which are wiped afterwards, or returns
 * null for a damaged entry. `lostDetail` explains the loss in plain words (`keychain-doubtful`). The key stays in this
 * process until it ends.
 */
export function createKeptKey<Key, Created extends Key | null = Key>(stores: Stores, { entry, read, lostDetail }: {
  entry: string
  read: (bytes: Buffer) => Key | null
  lostDetail: string
}): KeptKey<Key, Created> {
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
    // SECURITY: a name without its entry is either an interrupted write or a removed key. Because a removal must be
    // noticed, both count as a loss.
    return names.value.includes(entry) ? lost : success(null)
  }

  // Shared by concurrent first calls, which must not create two keys.
  let creating: VaultAnswer<Created> | null = null

  return {
    known,
    forget() { opened = null },
    async knownOrCreated(usedBefore, create) {
      const before = await known(usedBefore)
      if (!before.ok) return before
      if (before.value !== null) return success(before.value)
      // Another call created it while this one waited.
      if (opened !== null) return success(opened)
      creating ??= create().finally(() => { creating = null })
      const created = await creating
      if (created.ok) opened = created.value
      return created
    },
  }
}
