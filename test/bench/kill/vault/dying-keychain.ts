/** The keychain of the kill test: files in a folder, with writes during which the process can be killed. */
import { success } from '#shared/result.ts'
import type { Keychain } from '../../../../electron/vault/keychain/keychain.ts'
import { openKeptKeychain } from '../kept-keychain.ts'
import { dieNow } from '../serve.ts'

/** How far the last write comes: not carried out, an empty entry, or carried out without a reply. */
export const cuts = ['before', 'empty', 'after'] as const
export type Cut = (typeof cuts)[number]

/** Opens the keychain in a folder. An empty entry does not exist, as in the system's keychain. */
export function openWholeKeychain(folder: string): Keychain {
  const keychain = openKeptKeychain(folder)
  return {
    ...keychain,
    async get(name) {
      const found = await keychain.get(name)
      return found.ok && found.value?.length === 0 ? success(null) : found
    },
  }
}

/** Counts writes and removals; `onWrite` returns how the one with this number ends the process, or null. */
export function countedKeychain(keychain: Keychain, onWrite: (number: number) => Cut | null): Keychain {
  let writes = 0
  const dieAround = async (cut: Cut | null, empty: () => Promise<unknown>, whole: () => Promise<unknown>) => {
    if (cut === 'empty') await empty()
    if (cut === 'after') await whole()
    if (cut !== null) dieNow()
  }
  return {
    ...keychain,
    async set(name, value) {
      await dieAround(onWrite(writes += 1), () => keychain.set(name, Buffer.alloc(0)), () => keychain.set(name, value))
      return await keychain.set(name, value)
    },
    async delete(name) {
      await dieAround(onWrite(writes += 1), () => keychain.set(name, Buffer.alloc(0)), () => keychain.delete(name))
      return await keychain.delete(name)
    },
  }
}
