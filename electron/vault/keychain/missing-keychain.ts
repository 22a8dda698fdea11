import { failed } from '#shared/result.ts'
import type { Keychain } from './keychain.ts'

/** Creates a keychain whose methods all fail with `keychain-missing`. `detail`: the reason, as a plain sentence. */
export function createMissingKeychain(detail: string): Keychain {
  const missing = async () => failed({ code: 'keychain-missing', detail } as const)
  return { get: missing, set: missing, delete: missing, list: missing }
}
