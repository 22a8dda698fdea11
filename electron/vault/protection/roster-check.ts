/** Checks that a person is on the roster that an administrator signed. */
import type { KeyObject } from 'node:crypto'
import { success } from '#shared/result.ts'
import { deleteAll, type Keychain, type KeychainAnswer } from '../keychain/keychain.ts'
import type { VaultAnswer } from '../port.ts'
import { journalEndEntry, rosterVersionIn } from '../rollback/journal-end.ts'
import type { OpenedPerson, PersonRecord } from './person-record.ts'
import { notOnRoster, rosterForged, rosterLost } from './refusals.ts'
import { isSigned, listsPerson, rosterEntry, signRoster } from './roster.ts'
import { rosterOf } from './session.ts'
import { slotNames } from './slots.ts'
import { unwrapEntry } from './wrapped-entry.ts'

/**
 * Returns the version of the roster that lists this person. Fails with `keychain-doubtful` for a person who was changed
 * or removed, for an unsigned roster, and for one older than the version stored with the journal's end. If the roster
 * is missing or damaged, an administrator's unlock signs a new one. It has no other persons: they are no longer known.
 */
export async function checkRoster(
  keychain: Keychain, record: PersonRecord, { master, signing }: OpenedPerson,
): VaultAnswer<number> {
  const slots = rosterOf(keychain, master)
  const cleared = signing.privateKey === null ? success(null) : await removeDamaged(keychain, master)
  if (!cleared.ok) return cleared
  const roster = await slots.read()
  if (!roster.ok) return roster
  const end = await keychain.get(journalEndEntry)
  if (!end.ok) return end
  // SECURITY: a damaged end counts as lost, as deleting it has the same effect. Otherwise nobody could unlock any more.
  const opened = end.value === null ? null : unwrapEntry(master, journalEndEntry, end.value)
  const storedVersion = opened === null ? 0 : rosterVersionIn(opened)
  if (roster.value === null) {
    if (signing.privateKey === null) return rosterLost
    const version = storedVersion + 1
    const signed = await slots.replace(signRoster(version, [record], signing.privateKey))
    return signed.ok ? success(version) : signed
  }
  // SECURITY: the verifying key is bound to the passphrase, so whoever writes the keychain cannot exchange it.
  if (!isSigned(roster.value, signing)) return rosterForged
  if (roster.value.version < storedVersion) return rosterForged
  return listsPerson(roster.value, record) ? success(roster.value.version) : notOnRoster
}

/**
 * Removes entries of the roster that the master key does not open, if it opens any other entry. SECURITY: the key of a
 * person whom no administrator added opens none, and must not remove the roster. Removing a damaged entry permits
 * nothing more: whoever can damage it can delete it.
 */
async function removeDamaged(keychain: Keychain, master: KeyObject): KeychainAnswer<null> {
  const damaged: string[] = []
  for (const name of slotNames(rosterEntry)) {
    const state = await opening(keychain, master, name)
    if (!state.ok) return state
    if (state.value === 'closed') damaged.push(name)
  }
  if (damaged.length === 0) return success(null)
  const listed = await keychain.list()
  if (!listed.ok) return listed
  for (const other of listed.value) {
    const state = await opening(keychain, master, other)
    if (!state.ok) return state
    if (state.value === 'opens') return await deleteAll(keychain, damaged)
  }
  return success(null)
}

async function opening(keychain: Keychain, master: KeyObject, name: string): KeychainAnswer<'none' | 'opens' | 'closed'> {
  const found = await keychain.get(name)
  if (!found.ok || found.value === null) return found.ok ? success('none') : found
  const record = unwrapEntry(master, name, found.value)
  record?.fill(0)
  return success(record === null ? 'closed' : 'opens')
}
