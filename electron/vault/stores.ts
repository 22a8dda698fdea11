import { success } from '#shared/result.ts'
import type { Keychain, KeychainAnswer } from './keychain.ts'
import type { Keep } from './port.ts'

/** Where entries are kept at present, and why not in the keychain. */
export interface Keeping {
  readonly keeping: 'keychain' | 'this-run-only'
  readonly reason?: string
}

/** The keychain and this run's memory as one: entries of this run come first. */
export interface Stores {
  /** Tells where it really was kept: without a keychain that is `this-run`, whatever was asked for. */
  put(name: string, value: Buffer, keep: Keep): KeychainAnswer<Keep>
  /** `null` when there surely is no such entry; the caller wipes the value. */
  get(name: string): KeychainAnswer<{ readonly value: Buffer; readonly keep: Keep } | null>
  delete(name: string): KeychainAnswer<boolean>
  list(): KeychainAnswer<string[]>
  keeping(): KeychainAnswer<Keeping>
}

/**
 * Puts the two together. `wasInstalled` tells whether the keychain has ever held entries of this installation: then
 * a keychain that is missing now is no proof that there are none.
 */
export function createStores({ keychain, memory, wasInstalled }: {
  keychain: Keychain
  memory: Keychain
  wasInstalled: () => boolean
}): Stores {
  return {
    async put(name, value, keep) {
      const lasting = keep === 'keychain' ? await keychain.set(name, value) : null
      if (lasting?.ok === true) {
        await memory.delete(name)
        return success('keychain')
      }
      if (lasting !== null && lasting.failure.code !== 'keychain-missing') return lasting
      const kept = await memory.set(name, value)
      return kept.ok ? success('this-run') : kept
    },

    async get(name) {
      const here = await memory.get(name)
      if (!here.ok) return here
      if (here.value !== null) return success({ value: here.value, keep: 'this-run' })
      const there = await keychain.get(name)
      if (there.ok) return success(there.value === null ? null : { value: there.value, keep: 'keychain' })
      return there.failure.code === 'keychain-missing' && !wasInstalled() ? success(null) : there
    },

    async delete(name) {
      const here = await memory.delete(name)
      const there = await keychain.delete(name)
      if (there.ok) return success(there.value || (here.ok && here.value))
      if (there.failure.code !== 'keychain-missing') return there
      return !wasInstalled() || (here.ok && here.value) ? here : there
    },

    async list() {
      const here = await memory.list()
      if (!here.ok) return here
      const there = await keychain.list()
      if (there.ok) return success([...new Set([...here.value, ...there.value])])
      // An empty list says that there is nothing; that can't be known without the keychain that once held something.
      return there.failure.code === 'keychain-missing' && (!wasInstalled() || here.value.length > 0) ? here : there
    },

    async keeping() {
      const there = await keychain.list()
      if (there.ok) return success({ keeping: 'keychain' })
      if (there.failure.code !== 'keychain-missing') return there
      return success({ keeping: 'this-run-only', reason: there.failure.detail })
    },
  }
}
