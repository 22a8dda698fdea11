/** Sets up the protection: creates the keys and the first person, then wraps the keychain's entries. */
import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import type { PersonId } from '#shared/brands.ts'
import { judgePassphrase } from '#shared/model/persons/passphrase-strength.ts'
import { personNameSchema } from '#shared/model/persons/person.ts'
import { success } from '#shared/result.ts'
import type { Keychain, KeychainAnswer } from '../keychain/keychain.ts'
import type { VaultAnswer, VaultPort } from '../port.ts'
import { journalEndEntry, rosterVersionIn } from '../rollback/journal-end.ts'
import { deriveNewKey, type DerivedKey } from './derived-key.ts'
import { sealPerson, type OpenedPerson, type PersonRecord } from './person-record.ts'
import { decodeProfileKey, generateProfileKey, profileKeyEntry, type ProfileKey } from './profile-key.ts'
import { alreadySetUp, damagedPerson, rosterForged, weak } from './refusals.ts'
import { checkRoster } from './roster-check.ts'
import { signRoster, type Roster } from './roster.ts'
import { rosterOf, slotsOf, publicFacts, type Protected } from './session.ts'
import { unwrapEntry } from './wrapped-entry.ts'
import { canWrapAll, wrapAll } from './wrapping.ts'

const firstVersion = 1

/** Creates the port's method that sets up the protection. */
export function createSetUp(
  { keychain, leastWork, inTurn, lock, setSession }: Protected,
): Pick<VaultPort, 'setUpProtection'> {
  return {
    async setUpProtection({ passphrase, known = [], ...given }) {
      const name = personNameSchema.parse(given.name)
      const { weakness } = await judgePassphrase(passphrase, [name, ...known])
      if (weakness !== null) return weak(weakness)
      const derived = await deriveNewKey(passphrase, leastWork)
      return await inTurn(async () => {
        const state = await lock()
        if (!state.ok) return state
        if (state.value.kind !== 'none') return alreadySetUp
        const master = newMasterKey()
        const possible = await canWrapAll(keychain, master)
        if (!possible.ok) return possible
        const signing = await profileKeyIn(keychain)
        if (!signing.ok) return signing
        const id = newPersonId()
        const person = { id, name, role: 'administrator', generation: 1, wrapped: false } as const
        const record = sealPerson(person, derived, master, signing.value)
        // From here on the desk is protected: the next unlock wraps the remaining entries.
        const kept = await slotsOf(keychain, id).replace(record)
        if (!kept.ok) return kept
        setSession(null)
        const opened = { master, signing: signing.value }
        const rosterVersion = await finishWrapping(keychain, record, derived, opened)
        if (!rosterVersion.ok) return rosterVersion
        setSession({ person: publicFacts(record), ...opened, rosterVersion: rosterVersion.value })
        return success(publicFacts(record))
      })
    },
  }
}

/**
 * Wraps the remaining plain entries, signs the roster with the one person, and stores in that person's record that
 * plain entries are no longer accepted. After an interruption at any point it can be called again. Returns the version
 * of the roster.
 */
export async function finishWrapping(
  keychain: Keychain, record: PersonRecord, derived: DerivedKey, { master, signing }: OpenedPerson,
): VaultAnswer<number> {
  if (signing.privateKey === null) return damagedPerson
  const roster = await rosterOf(keychain, master).read()
  if (!roster.ok) return roster
  // SECURITY: the roster is signed after all entries are wrapped. Once it exists, an earlier record of the person, if
  // it is put back, does not make plain entries accepted again.
  const version = roster.value === null
    ? await wrapAndSign(keychain, master, signRoster(firstVersion, [record], signing.privateKey))
    : await checkRoster(keychain, record, { master, signing })
  if (!version.ok) return version
  const finished = { ...publicFacts(record), generation: record.generation + 1, wrapped: true }
  const kept = await slotsOf(keychain, record.id).replace(sealPerson(finished, derived, master, signing))
  return kept.ok ? version : kept
}

async function wrapAndSign(keychain: Keychain, master: KeyObject, roster: Roster): VaultAnswer<number> {
  const end = await keychain.get(journalEndEntry)
  if (!end.ok) return end
  const record = end.value === null ? null : unwrapEntry(master, journalEndEntry, end.value)
  // SECURITY: the journal's end has the version of a roster, so a roster existed and was removed.
  if (record !== null && rosterVersionIn(record) > 0) return rosterForged
  const wrapped = await wrapAll(keychain, master)
  if (!wrapped.ok) return wrapped
  const signed = await rosterOf(keychain, master).replace(roster)
  return signed.ok ? success(roster.version) : signed
}

export const newPersonId = (): PersonId => randomBytes(8).toString('hex') as PersonId

function newMasterKey(): KeyObject {
  const bytes = randomBytes(32)
  const key = createSecretKey(bytes)
  bytes.fill(0)
  return key
}

/** The key that has signed profiles so far; if it is missing or damaged, a new one, because a person is present. */
async function profileKeyIn(keychain: Keychain): KeychainAnswer<ProfileKey> {
  const found = await keychain.get(profileKeyEntry)
  if (!found.ok) return found
  const key = found.value === null ? null : decodeProfileKey(found.value)
  found.value?.fill(0)
  return success(key ?? generateProfileKey())
}
