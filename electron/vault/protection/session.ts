/** State that the parts of the protection share: the keychain, the queue of calls, and the unlocked person. */
import type { KeyObject } from 'node:crypto'
import type { PersonId } from '#shared/brands.ts'
import type { Person } from '#shared/model/persons/person.ts'
import { success } from '#shared/result.ts'
import type { SerialQueue } from '../../common/processes/serial-queue.ts'
import type { Keychain, KeychainAnswer } from '../keychain/keychain.ts'
import type { LeastWork } from './derived-key.ts'
import { personEntry, personForm, personIdIn, type PersonRecord, type SigningPair } from './person-record.ts'
import { rosterEntry, rosterForm, type Roster } from './roster.ts'
import { createSlots, type Slots } from './slots.ts'
import type { Tries } from './tries.ts'
import { wrappedWith, type Lock } from './wrapped-keychain.ts'

/** The unlocked person, with the keys that the passphrase opened. */
export interface Session {
  readonly person: Person
  readonly master: KeyObject
  readonly signing: SigningPair
  readonly rosterVersion: number
}

export interface Protected {
  /** Entries as stored in the keychain: nothing is wrapped or unwrapped. */
  readonly keychain: Keychain
  readonly tries: Tries
  readonly leastWork: LeastWork
  readonly inTurn: SerialQueue
  readonly lock: () => KeychainAnswer<Lock>
  readonly session: () => Session | null
  /** Null locks: keys of the previous session are not used again. */
  readonly setSession: (session: Session | null) => void
}

/** The record of one person. */
export const slotsOf = (keychain: Keychain, id: PersonId): Slots<PersonRecord> =>
  createSlots(keychain, personEntry(id), personForm)

/** The roster, which the master key opens. */
export const rosterOf = (keychain: Keychain, master: KeyObject): Slots<Roster> =>
  createSlots(wrappedWith(keychain, master), rosterEntry, rosterForm)

/**
 * The records of all persons, sorted by name and not checked; unreadable ones are omitted. `listed`: whether the
 * keychain lists any person, readable or not.
 */
export async function readPersons(keychain: Keychain): KeychainAnswer<{ listed: boolean; records: PersonRecord[] }> {
  const names = await keychain.list()
  if (!names.ok) return names
  const ids = new Set(names.value.map(personIdIn).filter((id) => id !== null))
  const records: PersonRecord[] = []
  for (const id of ids) {
    const record = await slotsOf(keychain, id).read()
    if (!record.ok) return record
    // SECURITY: a record copied to another person's entry does not count.
    if (record.value?.id === id) records.push(record.value)
  }
  return success({ listed: ids.size > 0, records: records.sort((one, other) => one.name.localeCompare(other.name)) })
}

/** The public facts of a person. */
export const publicFacts = ({ id, name, role }: Person): Person => ({ id, name, role })
