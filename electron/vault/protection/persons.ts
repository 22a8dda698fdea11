/** Administrators add, change and remove the persons of a desk. */
import { judgePassphrase } from '#shared/model/persons/passphrase-strength.ts'
import { personNameSchema, type Person } from '#shared/model/persons/person.ts'
import { success } from '#shared/result.ts'
import type { VaultAnswer, VaultPort } from '../port.ts'
import { deriveNewKey, type DerivedKey } from './derived-key.ts'
import { sealPerson, type PersonRecord } from './person-record.ts'
import {
  administratorNeeded, lastAdministrator, nameUsed, noSuchPerson, rosterLost, tooManyPersons, vaultLocked, weak,
} from './refusals.ts'
import { isSigned, mostPersons, listsPerson, listsId, signRoster } from './roster.ts'
import { readPersons, rosterOf, slotsOf, publicFacts, type Protected, type Session } from './session.ts'
import { newPersonId } from './set-up.ts'

const missing = 'Enter a passphrase for this person.'

/** The methods of the port that change persons. */
export function createPersons(
  { keychain, leastWork, tries, inTurn, session, setSession }: Protected,
): Pick<VaultPort, 'savePerson' | 'removePerson'> {
  /** Runs an action with the persons that the roster names, for an administrator. */
  const asAdministrator = <Value>(
    action: (session: Session, persons: PersonRecord[], sign: (persons: readonly Person[]) => VaultAnswer<null>) =>
      VaultAnswer<Value>,
  ): VaultAnswer<Value> => inTurn(async () => {
    const current = session()
    if (current === null) return vaultLocked
    const { privateKey } = current.signing
    if (privateKey === null) return administratorNeeded
    const slots = rosterOf(keychain, current.master)
    const roster = await slots.read()
    if (!roster.ok) return roster
    if (roster.value === null || !isSigned(roster.value, current.signing)) return rosterLost
    let signed = roster.value
    const found = await readPersons(keychain)
    if (!found.ok) return found
    const { records } = found.value
    const done = await action(current, records.filter((record) => listsPerson(signed, record)), async (next) => {
      const following = signRoster(signed.version + 1, next, privateKey)
      const kept = await slots.replace(following)
      if (!kept.ok) return kept
      signed = following
      setSession({ ...current, rosterVersion: signed.version })
      return kept
    })
    // Persons outside the roster unlock nothing. One that cannot be removed now is removed next time.
    const unlisted = done.ok ? records.filter(({ id }) => !listsId(signed, id)) : []
    for (const { id } of unlisted) await slotsOf(keychain, id).remove()
    return done
  })

  return {
    async savePerson({ id, name: given, role, passphrase, known = [] }) {
      const name = personNameSchema.parse(given)
      if (session() === null) return vaultLocked
      if (session()?.signing.privateKey === null) return administratorNeeded
      const judged = passphrase === null ? null : await judgePassphrase(passphrase, [name, ...known])
      if (typeof judged?.weakness === 'string') return weak(judged.weakness)
      const derived = passphrase === null ? null : await deriveNewKey(passphrase, leastWork)
      return await asAdministrator(async (current, persons, sign) => {
        const before = persons.find((person) => person.id === id)
        if (id !== null && before === undefined) return noSuchPerson
        if (persons.some((other) => other.id !== id && comparable(other.name) === comparable(name))) return nameUsed
        if (before === undefined && persons.length >= mostPersons) return tooManyPersons
        if (before !== undefined && role === 'operator' && isLast(before, persons)) return lastAdministrator
        const record = nextRecord({ id: id ?? newPersonId(), name, role }, before, derived, current)
        if (record === null) return weak(missing)
        // During the change the roster lists both states, so that the person can unlock with either record.
        const both = await sign([...persons, record])
        if (!both.ok) return both
        const kept = await slotsOf(keychain, record.id).replace(record)
        if (!kept.ok) return kept
        const others = persons.filter((person) => person !== before)
        const only = before === undefined ? both : await sign([...others, record])
        if (!only.ok) return only
        if (record.id === current.person.id) setSession(sessionAfter(session() ?? current, record))
        return success(publicFacts(record))
      })
    },

    removePerson: ({ id }) => asAdministrator(async (current, persons, sign) => {
      const person = persons.find((other) => other.id === id)
      if (person === undefined) return noSuchPerson
      if (isLast(person, persons)) return lastAdministrator
      const signed = await sign(persons.filter((other) => other !== person))
      if (!signed.ok) return signed
      await tries.forget(id)
      if (id === current.person.id) setSession(null)
      return signed
    }),
  }
}

/** The record to store; null if the change needs a passphrase and has none. */
function nextRecord(
  person: Person, before: PersonRecord | undefined, derived: DerivedKey | null, { master, signing }: Session,
): PersonRecord | null {
  const generation = (before?.generation ?? 0) + 1
  if (derived !== null) return sealPerson({ ...person, generation, wrapped: true }, derived, master, signing)
  if (before === undefined || (person.role === 'administrator' && before.sealedPrivateKey === null)) return null
  return {
    ...before, ...person, generation, sealedPrivateKey: person.role === 'administrator' ? before.sealedPrivateKey : null,
  }
}

const isLast = (person: Person, persons: readonly Person[]): boolean => person.role === 'administrator'
  && persons.every((other) => other === person || other.role !== 'administrator')

/**
 * Normalizes a name, so that names that look the same are equal. SECURITY: otherwise invisible characters would let
 * somebody act under another person's name in the history and the audit trail.
 */
const comparable = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s/g, ' ')
  .replace(/[\p{C}\p{DI}]/gu, '').replace(/ +/g, ' ').trim()

/** The session after a change. SECURITY: a person who is no longer an administrator loses the private key. */
function sessionAfter(current: Session, record: PersonRecord): Session {
  const privateKey = record.role === 'administrator' ? current.signing.privateKey : null
  return { ...current, person: publicFacts(record), signing: { ...current.signing, privateKey } }
}
