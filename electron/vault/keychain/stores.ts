import { failed, success, type Result } from '#shared/result.ts'
import type { Keep } from '../port.ts'
import type { Keychain, KeychainAnswer, KeychainFailure } from './keychain.ts'
import { usedKeychainMissing } from './native-failure.ts'
import { join } from './record.ts'

/** Where entries are stored at present, and why not in the keychain. */
interface Keeping {
  readonly keeping: 'keychain' | 'this-run-only'
  readonly reason?: string
}

/** The keychain and this run's memory as one store. An entry in memory hides one of the same name in the keychain. */
export interface Stores {
  /** Returns where the entry was stored: `this-run` if there never was a keychain, whatever was requested. */
  put(name: string, value: Buffer, keep: Keep): KeychainAnswer<Keep>
  /** Null if the entry certainly does not exist. The caller wipes the value. */
  get(name: string): KeychainAnswer<{ readonly value: Buffer; readonly keep: Keep } | null>
  delete(name: string): KeychainAnswer<boolean>
  list(): KeychainAnswer<string[]>
  keeping(): KeychainAnswer<Keeping>
}

/**
 * Combines keychain and memory. `wasInstalled` returns whether the keychain has ever had entries of this installation.
 * If so, a missing keychain does not prove that it has none, and an entry for it is not stored in memory instead: it
 * would appear stored, hide the keychain's entry, and be lost at the next start.
 */
export function createStores({ keychain, memory, wasInstalled }: {
  keychain: Keychain
  memory: Keychain
  wasInstalled: () => boolean
}): Stores {
  /** Whether this computer has no keychain and never had one for this installation. */
  const hasNone = ({ code }: KeychainFailure) => code === 'keychain-missing' && !wasInstalled()

  const failing = (failure: KeychainFailure): Result<never, KeychainFailure> =>
    failed(failure.code === 'keychain-missing' && wasInstalled() ? { ...failure, detail: usedKeychainMissing } : failure)

  return {
    async put(name, value, keep) {
      const written = keep === 'keychain' ? await keychain.set(name, value) : null
      if (written?.ok === true) {
        await memory.delete(name)
        return success('keychain')
      }
      if (written !== null && !hasNone(written.failure)) return failing(written.failure)
      const kept = await memory.set(name, value)
      return kept.ok ? success('this-run') : kept
    },

    async get(name) {
      const inMemory = await memory.get(name)
      if (!inMemory.ok) return inMemory
      if (inMemory.value !== null) return success({ value: inMemory.value, keep: 'this-run' })
      const inKeychain = await keychain.get(name)
      if (inKeychain.ok) return success(inKeychain.value === null ? null : { value: inKeychain.value, keep: 'keychain' })
      return hasNone(inKeychain.failure) ? success(null) : failing(inKeychain.failure)
    },

    async delete(name) {
      const inMemory = await memory.delete(name)
      const inKeychain = await keychain.delete(name)
      if (inKeychain.ok) return success(inKeychain.value || (inMemory.ok && inMemory.value))
      return hasNone(inKeychain.failure) || (inMemory.ok && inMemory.value) ? inMemory : failing(inKeychain.failure)
    },

    async list() {
      const inMemory = await memory.list()
      if (!inMemory.ok) return inMemory
      const inKeychain = await keychain.list()
      if (inKeychain.ok) return success([...new Set([...inMemory.value, ...inKeychain.value])])
      // A list without the keychain's entries would state that they do not exist.
      return hasNone(inKeychain.failure) ? inMemory : failing(inKeychain.failure)
    },

    async keeping() {
      const inKeychain = await keychain.list()
      if (inKeychain.ok) return success({ keeping: 'keychain' })
      const { failure } = inKeychain
      return failure.code === 'keychain-missing' && !wasInstalled()
        ? success({ keeping: 'this-run-only', reason: failure.detail })
        : failing(failure)
    },
  }
}

/** Stores a record in the keychain, then wipes its bytes and its body, also after a failure. */
export async function putRecord(
  stores: Pick<Stores, 'put'>, name: string, header: object, body: Buffer = Buffer.alloc(0),
): KeychainAnswer<null> {
  const record = join(header, body)
  try {
    const kept = await stores.put(name, record, 'keychain')
    return kept.ok ? success(null) : kept
  } finally {
    for (const buffer of [body, record]) buffer.fill(0)
  }
}
