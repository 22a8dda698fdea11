import { failed } from '#shared/result.ts'
import type { Keychain } from './keychain.ts'

/** A keychain that is not there, and why, as a plain sentence. */
export function createMissingKeychain(detail: string): Keychain {
  const missing = async () => failed({ code: 'keychain-missing', detail } as const)
  return { get: missing, set: missing, delete: missing, list: missing }
}
