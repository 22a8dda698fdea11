/** Whether a person is on the roster that an administrator signed. */
import { success } from '#shared/result.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { VaultAnswer } from '../port.ts'
import { journalEndEntry, rosterVersionIn } from '../rollback/journal-end.ts'
import type { OpenedPerson, PersonRecord } from './person-record.ts'
import { notOnRoster, rosterForged, rosterLost } from './refusals.ts'
import { isSigned, names, signRoster } from './roster.ts'
import { rosterOf } from './session.ts'
import { unwrapEntry } from './wrapped-entry.ts'

/**
 * The version of the roster that names this person. Fails with `keychain-doubtful` for a person who was changed or
 * removed, for an unsigned roster, and for one older than the version stored with the journal's end. Where the roster
 * is missing an administrator signs a new one without other persons: who was on it is no longer known.
 */
export async function checkRoster(
  keychain: Keychain, record: PersonRecord, { master, signing }: OpenedPerson,
): VaultAnswer<number> {
  const slots = rosterOf(keychain, master)
  const roster = await slots.read()
  if (!roster.ok) return roster
  const end = await keychain.get(journalEndEntry)
  if (!end.ok) return end
  // SECURITY: a damaged end is a lost one: deleting it has the same effect. Otherwise nobody could unlock any more.
  const opened = end.value === null ? null : unwrapEntry(master, journalEndEntry, end.value)
  const remembered = opened === null ? 0 : rosterVersionIn(opened)
  if (roster.value === null) {
    if (signing.privateKey === null) return rosterLost
    const version = remembered + 1
    const signed = await slots.replace(signRoster(version, [record], signing.privateKey))
    return signed.ok ? success(version) : signed
  }
  // SECURITY: the verifying key is bound to the passphrase, so writing the keychain cannot exchange it.
  if (!isSigned(roster.value, signing)) return rosterForged
  if (roster.value.version < remembered) return rosterForged
  return names(roster.value, record) ? success(roster.value.version) : notOnRoster
}
