/** Wraps the entries of a desk that had no passphrase, one by one; continues after an interruption. */
import type { KeyObject } from 'node:crypto'
import { success } from '#shared/result.ts'
import { deleteAll, type Keychain, type KeychainAnswer } from '../keychain/keychain.ts'
import { selfCheckPrefix } from '../keychain/record.ts'
import { personIdIn } from './person-record.ts'
import { profileKeyEntry } from './profile-key.ts'
import { rosterEntry } from './roster.ts'
import { slotNames } from './slots.ts'
import { triesEntry } from './tries.ts'
import { isPlain, unwrapEntry, wrapEntry } from './wrapped-entry.ts'
import { entryChanged, tooLong } from './wrapped-keychain.ts'

/** Stores the next wrapped record while the plain one is overwritten: a failing keychain can leave an entry empty. */
const spareEntry = 'wrapping-spare'

// The administrators' records take over the key that signs profiles; persons and tries are read before unlocking.
const isNeverWrapped = (name: string) => personIdIn(name) !== null || slotNames(rosterEntry).includes(name)
  || name.startsWith(selfCheckPrefix) || [triesEntry, spareEntry, profileKeyEntry].includes(name)

/** Names of the entries that are wrapped. */
async function namesToWrap(keychain: Keychain): KeychainAnswer<string[]> {
  const names = await keychain.list()
  return names.ok ? success(names.value.filter((name) => !isNeverWrapped(name))) : names
}

/** Whether the keychain has an entry that is wrapped already. */
export async function holdsWrapped(keychain: Keychain): KeychainAnswer<boolean> {
  const names = await namesToWrap(keychain)
  if (!names.ok) return names
  for (const name of names.value) {
    const found = await keychain.get(name)
    if (!found.ok) return found
    const wrapped = found.value !== null && !isPlain(found.value)
    found.value?.fill(0)
    if (wrapped) return success(true)
  }
  return success(false)
}

/** Fails if an entry cannot be wrapped, and names it. Changes nothing. */
export async function canWrapAll(keychain: Keychain, master: KeyObject): KeychainAnswer<null> {
  const names = await namesToWrap(keychain)
  if (!names.ok) return names
  for (const name of names.value) {
    const found = await keychain.get(name)
    if (!found.ok) return found
    if (found.value === null) continue
    const plain = isPlain(found.value)
    const fits = plain && wrapEntry(master, name, found.value) !== null
    found.value.fill(0)
    if (!fits) return plain ? tooLong(name) : entryChanged(name)
  }
  return success(null)
}

/**
 * Wraps every plain entry with the master key, and removes the plain key that signs profiles, which the caller has
 * stored elsewhere already. Wrapped entries do not change; one that cannot be opened stops it (`keychain-doubtful`).
 */
export async function wrapAll(keychain: Keychain, master: KeyObject): KeychainAnswer<null> {
  const names = await namesToWrap(keychain)
  if (!names.ok) return names
  for (const name of names.value) {
    const done = await wrapOne(keychain, master, name)
    if (!done.ok) return done
  }
  return await deleteAll(keychain, [spareEntry, profileKeyEntry])
}

async function wrapOne(keychain: Keychain, master: KeyObject, name: string): KeychainAnswer<null> {
  const found = await keychain.get(name)
  if (!found.ok) return found
  if (found.value === null) return await restoreFromSpare(keychain, master, name)
  if (!isPlain(found.value)) {
    const record = unwrapEntry(master, name, found.value)
    record?.fill(0)
    return record === null ? entryChanged(name) : success(null)
  }
  const wrapped = wrapEntry(master, name, found.value)
  found.value.fill(0)
  if (wrapped === null) return tooLong(name)
  const kept = await keychain.set(spareEntry, wrapped)
  return kept.ok ? await keychain.set(name, wrapped) : kept
}

/** Handles a listed name without an entry: either overwriting it was interrupted, or it was never written. */
async function restoreFromSpare(keychain: Keychain, master: KeyObject, name: string): KeychainAnswer<null> {
  const spare = await keychain.get(spareEntry)
  if (!spare.ok || spare.value === null) return spare.ok ? success(null) : spare
  const record = unwrapEntry(master, name, spare.value)
  record?.fill(0)
  return record === null ? success(null) : await keychain.set(name, spare.value)
}
