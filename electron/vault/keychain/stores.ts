import { failed, success, type Result } from '#shared/result.ts'
import type { Keep } from '../port.ts'
import type { Keychain, KeychainAnswer, KeychainFailure } from './keychain.ts'
import { goneForNow } from './native-failure.ts'
import { join } from './record.ts'

/** Where entries are kept at present, and why not in the keychain. */
interface Keeping {
  readonly keeping: 'keychain' | 'this-run-only'
  readonly reason?: string
}

/** The keychain and this run's memory as one store: entries of this run come first. */
export interface Stores {
  /** Returns where it was really stored: `this-run` where there never was a keychain, whatever was requested. */
  put(name: string, value: Buffer, keep: Keep): KeychainAnswer<Keep>
  /** `null` when the entry certainly does not exist; the caller wipes the value. */
  get(name: string): KeychainAnswer<{ readonly value: Buffer; readonly keep: Keep } | null>
  delete(name: string): KeychainAnswer<boolean>
  list(): KeychainAnswer<string[]>
  keeping(): KeychainAnswer<Keeping>
}

/**
 * Combines the two. `wasInstalled` returns whether the keychain has ever had entries of this installation. If so, a
 * missing keychain does not prove that there are none, and an entry meant for it is not stored for this run instead.
 * It would look stored, hide the keychain's entry, and be lost at the next start.
 */
export function createStores({ keychain, memory, wasInstalled }: {
  keychain: Keychain
  memory: Keychain
  wasInstalled: () => boolean
}): Stores {
  /** Whether this computer has no keychain and never had one for this installation. */
  const hasNone = ({ code }: KeychainFailure) => code === 'keychain-missing' && !wasInstalled()

  const failing = (failure: KeychainFailure): Result<never, KeychainFailure> =>
    failed(failure.code === 'keychain-missing' && wasInstalled() ? { ...failure, detail: goneForNow } : failure)

  return {
    async put(name, value, keep) {
      const lasting = keep === 'keychain' ? await keychain.set(name, value) : null
      if (lasting?.ok === true) {
        await memory.delete(name)
        return success('keychain')
      }
      if (lasting !== null && !hasNone(lasting.failure)) return failing(lasting.failure)
      const kept = await memory.set(name, value)
      return kept.ok ? success('this-run') : kept
    },

    async get(name) {
      const here = await memory.get(name)
      if (!here.ok) return here
      if (here.value !== null) return success({ value: here.value, keep: 'this-run' })
      const there = await keychain.get(name)
      if (there.ok) return success(there.value === null ? null : { value: there.value, keep: 'keychain' })
      return hasNone(there.failure) ? success(null) : failing(there.failure)
    },

    async delete(name) {
      const here = await memory.delete(name)
      const there = await keychain.delete(name)
      if (there.ok) return success(there.value || (here.ok && here.value))
      return hasNone(there.failure) || (here.ok && here.value) ? here : failing(there.failure)
    },

    async list() {
      const here = await memory.list()
      if (!here.ok) return here
      const there = await keychain.list()
      if (there.ok) return success([...new Set([...here.value, ...there.value])])
      // A list without the keychain's part would mean that its entries do not exist.
      return hasNone(there.failure) ? here : failing(there.failure)
    },

    async keeping() {
      const there = await keychain.list()
      if (there.ok) return success({ keeping: 'keychain' })
      const { failure } = there
      return failure.code === 'keychain-missing' && !wasInstalled()
        ? success({ keeping: 'this-run-only', reason: failure.detail })
        : failing(failure)
    },
  }
}

/** Puts a record, and wipes its bytes and its body, whatever came of it. */
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
