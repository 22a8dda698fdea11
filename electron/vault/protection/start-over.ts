/** Starts a protected desk over: removes all its entries, as nobody can open them, so that it has no passphrase. */
import type { UtcTime } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import { deleteAll, type Keychain, type KeychainAnswer } from '../keychain/keychain.ts'
import { join } from '../keychain/record.ts'
import { profileKeyEntry } from './profile-key.ts'

/** While the keychain lists this entry, starting over has begun and is not complete; no other entry counts. */
const begunEntry = 'starting-over'

/** Removes the keychain's entries of this desk. `finishStartingOver` continues it after an interruption. */
export async function startOver(keychain: Keychain, at: UtcTime): KeychainAnswer<null> {
  const begun = await keychain.set(begunEntry, join({ record: 'starting-over', at }))
  return begun.ok ? await removeAll(keychain) : begun
}

/** Completes an interrupted removal; does nothing without one. */
export async function finishStartingOver(keychain: Keychain): KeychainAnswer<null> {
  const names = await keychain.list()
  if (!names.ok) return names
  // The listed name suffices, even if writing its entry was interrupted: a person has confirmed starting over.
  return names.value.includes(begunEntry) ? await removeAll(keychain) : success(null)
}

async function removeAll(keychain: Keychain): KeychainAnswer<null> {
  const names = await keychain.list()
  if (!names.ok) return names
  const others = names.value.filter((name) => name !== begunEntry)
  // SECURITY: removes the old key that signed profiles even if it was put back without a name in the index.
  return await deleteAll(keychain, [...others, profileKeyEntry, begunEntry])
}
