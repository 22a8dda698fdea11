/** Protection by passphrases: whether it is set up, who has unlocked, and the keychain for the rest of the vault. */
import type { UtcTime } from '#shared/brands.ts'
import { success } from '#shared/result.ts'
import { serialQueue } from '../../common/processes/serial-queue.ts'
import type { Keychain, KeychainAnswer } from '../keychain/keychain.ts'
import type { VaultPort } from '../port.ts'
import type { LeastWork } from './derived-key.ts'
import type { SigningPair } from './person-record.ts'
import { createPersons } from './persons.ts'
import { personsLost } from './refusals.ts'
import { listsPerson } from './roster.ts'
import { readPersons, rosterOf, publicFacts, type Protected, type Session } from './session.ts'
import { createSetUp } from './set-up.ts'
import { finishStartingOver, startOver } from './start-over.ts'
import { createTries, type Clocks } from './tries.ts'
import { createUnlocking } from './unlocking.ts'
import { createWrappedKeychain, type Lock } from './wrapped-keychain.ts'
import { holdsWrapped } from './wrapping.ts'

type ProtectionMethods = Pick<
  VaultPort,
  | 'protection' | 'setUpProtection' | 'unlockWithPassphrase' | 'provePassphrase' | 'changePassphrase' | 'savePerson'
  | 'removePerson' | 'startOver'
>

export interface Protection {
  readonly methods: ProtectionMethods
  /** Wraps entries; returns `vault-locked` until a person has unlocked. */
  readonly keychain: Keychain
  /** The administrators' key, its private half only while an administrator has unlocked; null while nothing is open. */
  signing(): SigningPair | null
  /** The version of the valid roster; null while nothing is open. */
  rosterVersion(): number | null
}

/** Applies the protection to a keychain. `wasInstalled`: whether it has ever had entries of this installation. */
export function createProtection({ keychain, wasInstalled, clocks, leastWork }: {
  keychain: Keychain
  wasInstalled: () => boolean
  clocks: Clocks
  leastWork: LeastWork
}): Protection {
  let session: Session | null = null
  let known: 'none' | 'locked' | undefined

  const at = () => clocks.now().toISOString() as UtcTime

  const find = async (): KeychainAnswer<'none' | 'locked'> => {
    const finished = await finishStartingOver(keychain)
    if (!finished.ok) return finished
    const persons = await readPersons(keychain)
    if (!persons.ok) return persons
    if (persons.value.records.length > 0) return success('locked')
    // No record is readable. If the first person's write was interrupted, no entry is wrapped yet.
    if (!persons.value.listed) return success('none')
    const wrapped = await holdsWrapped(keychain)
    if (!wrapped.ok) return wrapped
    return wrapped.value ? personsLost : success('none')
  }

  const lock = async (): KeychainAnswer<Lock> => {
    if (session !== null) return success({ kind: 'open', master: session.master })
    if (known === undefined) {
      const found = await find()
      if (!found.ok) return found
      known = found.value
    }
    return success({ kind: known })
  }

  const own: Protected = {
    keychain, leastWork,
    tries: createTries(keychain, clocks),
    inTurn: serialQueue(),
    lock,
    session: () => session,
    setSession(next) {
      session = next
      known = 'locked'
    },
  }

  return {
    keychain: createWrappedKeychain(own),
    signing: () => session?.signing ?? null,
    rosterVersion: () => session?.rosterVersion ?? null,
    methods: {
      protection: () => own.inTurn(async () => {
        const state = await lock()
        if (!state.ok) {
          const nothingKept = state.failure.code === 'keychain-missing' && !wasInstalled()
          return nothingKept ? success({ kind: 'nothing-kept' } as const) : state
        }
        if (state.value.kind === 'none') return success({ kind: 'none' } as const)
        const persons = await readPersons(keychain)
        if (!persons.ok) return persons
        const retryInMs = await own.tries.remaining()
        if (!retryInMs.ok) return retryInMs
        const { records } = persons.value
        const roster = session === null ? success(null) : await rosterOf(keychain, session.master).read()
        if (!roster.ok) return roster
        const shown = records.filter((record) => roster.value === null || listsPerson(roster.value, record))
        return success({ kind: 'set-up', persons: shown.map(publicFacts), retryInMs: retryInMs.value } as const)
      }),
      ...createSetUp(own),
      ...createUnlocking(own),
      ...createPersons(own),
      startOver: () => own.inTurn(async () => {
        const state = await lock()
        if (!state.ok) return state
        if (state.value.kind === 'none') return success(null)
        // Ends the session: its keys open nothing any more. The next call reads the state again.
        session = null
        known = undefined
        return await startOver(keychain, at())
      }),
    },
  }
}
