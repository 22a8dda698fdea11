/** The keychain for the rest of the vault: wraps entries when it writes them, and reads only wrapped ones. */
import type { KeyObject } from 'node:crypto'
import { failed, success } from '#shared/result.ts'
import type { SerialQueue } from '../../common/processes/serial-queue.ts'
import type { Keychain, KeychainAnswer } from '../keychain/keychain.ts'
import { isPlain, unwrapEntry, wrapEntry } from './wrapped-entry.ts'

/** Whether entries are wrapped, and whether they can be opened. */
export type Lock = Opened | { readonly kind: 'locked' }

type Opened = { readonly kind: 'none' } | { readonly kind: 'open'; readonly master: KeyObject }

const locked = failed({ code: 'vault-locked' } as const)

const doubtful = (detail: string) => failed({ code: 'keychain-doubtful', detail } as const)

const withoutPersons = doubtful('The keychain contains entries that are protected by a passphrase, but not the persons '
  + 'who can unlock them. Nothing was changed. Restore the keychain from a backup.')

/** The failure of an entry that differs from what the desk wrote. */
export const entryChanged = (name: string) => failed({
  code: 'keychain-doubtful',
  detail: `The entry "${name}" in the keychain is not as Gateway Console stored it: it was changed or replaced by another `
    + 'program, or is damaged. It is not used. Restore the keychain from a backup, or enter what it held again.',
  damagedEntry: name,
} as const)

/** The failure of a record that does not fit into an entry once it is wrapped. */
export const tooLong = (name: string) => doubtful(`The entry "${name}" is too long to be encrypted. Enter a shorter one.`)

/**
 * Creates a keychain that wraps entries. While the lock is `none`, entries pass unchanged; while it is `locked`, every
 * call returns `vault-locked`. `inTurn` prevents calls while all entries are being wrapped.
 */
export function createWrappedKeychain({ keychain, lock, inTurn }: {
  keychain: Keychain
  lock: () => KeychainAnswer<Lock>
  inTurn: SerialQueue
}): Keychain {
  const unlessLocked = <Value>(action: (lock: Opened) => KeychainAnswer<Value>) =>
    inTurn(async (): KeychainAnswer<Value> => {
      const state = await lock()
      if (!state.ok) return state
      return state.value.kind === 'locked' ? locked : await action(state.value)
    })

  return {
    get: (name) => unlessLocked(async (state) => {
      if (state.kind === 'open') return await getWrapped(keychain, state.master, name)
      const found = await keychain.get(name)
      if (!found.ok || found.value === null) return found
      return isPlain(found.value) ? found : withoutPersons
    }),
    set: (name, value) => unlessLocked(async (state) =>
      state.kind === 'open' ? await setWrapped(keychain, state.master, name, value) : await keychain.set(name, value)),
    delete: (name) => unlessLocked(() => keychain.delete(name)),
    list: () => unlessLocked(() => keychain.list()),
  }
}

/** A keychain whose entries are wrapped with this master key. */
export function wrappedWith(keychain: Keychain, master: KeyObject): Keychain {
  return {
    ...keychain,
    get: (name) => getWrapped(keychain, master, name),
    set: (name, value) => setWrapped(keychain, master, name, value),
  }
}

async function getWrapped(keychain: Keychain, master: KeyObject, name: string): KeychainAnswer<Buffer | null> {
  const found = await keychain.get(name)
  if (!found.ok || found.value === null) return found
  // SECURITY: a plain entry is refused: another program wrote it, without the master key.
  const record = unwrapEntry(master, name, found.value)
  return record === null ? entryChanged(name) : success(record)
}

async function setWrapped(keychain: Keychain, master: KeyObject, name: string, value: Buffer): KeychainAnswer<null> {
  const bytes = wrapEntry(master, name, value)
  return bytes === null ? tooLong(name) : await keychain.set(name, bytes)
}
