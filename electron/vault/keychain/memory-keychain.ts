import { success } from '#shared/result.ts'
import type { Keychain } from './keychain.ts'

/** Creates a keychain in this process's memory, lost when it ends. Removed and overwritten values are wiped. */
export function createMemoryKeychain(): Keychain {
  const entries = new Map<string, Buffer>()
  const wipe = (name: string) => entries.get(name)?.fill(0)
  return {
    async get(name) {
      const value = entries.get(name)
      return success(value === undefined ? null : Buffer.from(value))
    },
    async set(name, value) {
      wipe(name)
      entries.set(name, Buffer.from(value))
      return success(null)
    },
    async delete(name) {
      wipe(name)
      return success(entries.delete(name))
    },
    list: async () => success([...entries.keys()]),
  }
}
