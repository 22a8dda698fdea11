/** Starts a protected desk over: removes what nobody can open any more, so that it is as without a passphrase. */
import type { UtcTime } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import type { Keychain, KeychainAnswer } from '../keychain/keychain.ts'
import { join } from '../keychain/record.ts'
import { profileKeyEntry } from './profile-key.ts'

/** As long as the keychain lists it, starting over has begun and not ended; nothing else of the keychain counts. */
const begunEntry = 'starting-over'

/** Removes everything that the keychain holds for this desk. Broken off anywhere, `finishStartingOver` takes it up. */
export async function startOver(keychain: Keychain, at: UtcTime): KeychainAnswer<null> {
  const begun = await keychain.set(begunEntry, join({ record: 'starting-over', at }, Buffer.alloc(0)))
  return begun.ok ? await removeAll(keychain) : begun
}

/** Ends a removal that was begun; nothing where none was. */
export async function finishStartingOver(keychain: Keychain): KeychainAnswer<null> {
  const names = await keychain.list()
  if (!names.ok) return names
  // A name whose entry broke off counts: a person had asked for it and confirmed it.
  return names.value.includes(begunEntry) ? await removeAll(keychain) : success(null)
}

async function removeAll(keychain: Keychain): KeychainAnswer<null> {
  const names = await keychain.list()
  if (!names.ok) return names
  const others = names.value.filter((name) => name !== begunEntry)
  // SECURITY: the key that signed profiles before the protection goes even where it was put back past the list.
  for (const name of [...others, profileKeyEntry, begunEntry]) {
    const removed = await keychain.delete(name)
    if (!removed.ok) return removed
  }
  return success(null)
}
