import { failed, success } from '#shared/result.ts'
import { deleteAll, type Keychain, type KeychainAnswer } from './keychain.ts'
import type { NativeEntries } from './native-entries.ts'
import { canaryName, pageName } from './system-keychain.ts'

/**
 * Removes every entry of one installation from the keychain: those in its index, the index and the canary. Succeeds
 * without a change if there never was a keychain. Fails as the keychain does; then some entries may remain.
 */
export async function removeInstallation({ keychain, entries, wasInstalled }: {
  keychain: Keychain
  entries: NativeEntries
  wasInstalled: boolean
}): KeychainAnswer<null> {
  const names = await keychain.list()
  if (!names.ok) return names.failure.code === 'keychain-missing' && !wasInstalled ? success(null) : failed(names.failure)
  const deleted = await deleteAll(entries, [...names.value, canaryName])
  if (!deleted.ok) return deleted
  for (let page = 0; ; page++) {
    const removed = await entries.delete(pageName(page))
    if (!removed.ok) return removed
    if (!removed.value) return success(null)
  }
}
