/**
 * Starts a protected desk over: removes everything that can no longer be opened, so that the desk has no passphrase.
 */
import type { UtcTime } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import { deleteAll, type Keychain, type KeychainAnswer } from '../keychain/keychain.ts'
import { join } from '../keychain/record.ts'
import { profileKeyEntry } from './profile-key.ts'

/** While the keychain lists it, starting over has begun and not ended; no other entry counts. */
const begunEntry = 'starting-over'

/** Removes the keychain's entries of this desk. `finishStartingOver` continues it after an interruption. */
export async function startOver(keychain: Keychain, at: UtcTime): KeychainAnswer<null> {
  const begun = await keychain.set(begunEntry, join({ record: 'starting-over', at }))
  return begun.ok ? await removeAll(keychain) : begun
}

/** Ends a removal that was begun; nothing where none was. */
export async function finishStartingOver(keychain: Keychain): KeychainAnswer<null> {
  const names = await keychain.list()
  if (!names.ok) return names
  // A name whose entry was interrupted counts: a person had requested and confirmed it.
  return names.value.includes(begunEntry) ? await removeAll(keychain) : success(null)
}

async function removeAll(keychain: Keychain): KeychainAnswer<null> {
  const names = await keychain.list()
  if (!names.ok) return names
  const others = names.value.filter((name) => name !== begunEntry)
  // SECURITY: the key that signed profiles before the protection is removed even if it was put back without a name.
  return await deleteAll(keychain, [...others, profileKeyEntry, begunEntry])
}
