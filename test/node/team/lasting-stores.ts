import { success } from '#shared/result.ts'
import type { createTeamHeads } from '../../../electron/vault/team/heads.ts'

/** Stores in memory in place of the keychain's. */
export function lastingStores(): Parameters<typeof createTeamHeads>[0] {
  const kept = new Map<string, Buffer>()
  return {
    put: async (name, value) => {
      kept.set(name, Buffer.from(value))
      return success('keychain')
    },
    get: async (name) => {
      const value = kept.get(name)
      return success(value === undefined ? null : { value: Buffer.from(value), keep: 'keychain' })
    },
    delete: async (name) => success(kept.delete(name)),
    list: async () => success([...kept.keys()]),
    keeping: async () => success({ keeping: 'keychain' }),
  }
}
