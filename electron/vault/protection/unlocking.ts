/** Unlocks with a passphrase, proves it, and changes it. */
import { judgePassphrase } from '#shared/model/persons/passphrase-strength.ts'
import type { Person } from '#shared/model/persons/person.ts'
import { failed, success } from '#shared/result.ts'
import type { VaultAnswer, VaultPort } from '../port.ts'
import { deriveKey, deriveNewKey, type DerivedKey } from './derived-key.ts'
import { openPerson, sealPerson, type OpenedPerson, type PersonRecord } from './person-record.ts'
import { damagedPerson, noSuchPerson, vaultLocked, weak } from './refusals.ts'
import { checkRoster } from './roster-check.ts'
import { slotsOf, publicFacts, type Protected, type Session } from './session.ts'
import { finishWrapping } from './set-up.ts'

interface Proven {
  readonly record: PersonRecord
  readonly derived: DerivedKey
  readonly opened: OpenedPerson
}

type Methods = Pick<VaultPort, 'unlockWithPassphrase' | 'provePassphrase' | 'changePassphrase'>

/** Creates the methods of the port that check a passphrase. */
export function createUnlocking({ keychain, leastWork, tries, inTurn, lock, session, setSession }: Protected): Methods {
  /** Counts the try, then checks the passphrase. */
  const prove = async (id: Person['id'], passphrase: string): VaultAnswer<Proven> => {
    const found = await inTurn(async () => {
      // Completes an interrupted start over first: a passphrase must not open a partly removed desk.
      const state = await lock()
      if (!state.ok) return state
      const record = await slotsOf(keychain, id).read()
      if (!record.ok) return record
      if (record.value?.id !== id) return noSuchPerson
      const begun = await tries.begin(id)
      return begun.ok ? success(record.value) : begun
    })
    if (!found.ok) return found
    const record = found.value
    const salt = Buffer.from(record.salt, 'base64')
    const derived = { key: await deriveKey(passphrase, salt, record.cost), salt, cost: record.cost }
    return await inTurn(async () => {
      const opened = openPerson(record, derived.key)
      if (opened === 'wrong') {
        const wait = await tries.remaining()
        return wait.ok ? failed({ code: 'passphrase-refused', why: 'wrong', retryInMs: wait.value } as const) : wait
      }
      await tries.forget(id)
      return opened === 'damaged' ? damagedPerson : success({ record, derived, opened })
    })
  }

  /** Proves the passphrase of the person who unlocked. */
  const proveOwn = async ({ person, master }: Session, passphrase: string): VaultAnswer<null> => {
    const proven = await prove(person.id, passphrase)
    if (!proven.ok) return proven
    // SECURITY: otherwise whoever writes the keychain could plant an entry that opens with a passphrase of their own.
    return proven.value.opened.master.equals(master) ? success(null) : damagedPerson
  }

  return {
    async unlockWithPassphrase({ personId, passphrase }) {
      const proven = await prove(personId, passphrase)
      if (!proven.ok) return proven
      const { record, derived, opened } = proven.value
      return await inTurn(async () => {
        const rosterVersion = record.wrapped
          ? await checkRoster(keychain, record, opened)
          : await finishWrapping(keychain, record, derived, opened)
        if (!rosterVersion.ok) return rosterVersion
        const tidied = await slotsOf(keychain, record.id).tidy()
        if (!tidied.ok) return tidied
        setSession({ person: publicFacts(record), ...opened, rosterVersion: rosterVersion.value })
        return success(publicFacts(record))
      })
    },

    async provePassphrase({ passphrase }) {
      const current = session()
      if (current === null) return vaultLocked
      return await proveOwn(current, passphrase)
    },

    async changePassphrase({ current, next, known = [] }) {
      const before = session()
      if (before === null) return vaultLocked
      const { weakness } = await judgePassphrase(next, [before.person.name, ...known])
      if (weakness !== null) return weak(weakness)
      const proven = await proveOwn(before, current)
      if (!proven.ok) return proven
      const derived = await deriveNewKey(next, leastWork)
      return await inTurn(async () => {
        const slots = slotsOf(keychain, before.person.id)
        const last = await slots.read()
        if (!last.ok) return last
        // Read again: an administrator may have changed the name while the key was derived.
        const now = session()
        if (last.value === null || now === null) return vaultLocked
        const person = { ...now.person, generation: last.value.generation + 1, wrapped: true }
        return await slots.replace(sealPerson(person, derived, now.master, now.signing))
      })
    },
  }
}
