/** Reads entries whose damage must not stop the rest: if only such an entry is damaged, it counts as lost. */
import { success } from '#shared/result.ts'
import type { KeychainAnswer, KeychainFailure } from './keychain.ts'
import type { Stores } from './stores.ts'

/** Whether the failure is only that the entry of this name differs from what was written. */
export function isDamaged(failure: KeychainFailure, name: string): boolean {
  return failure.code === 'keychain-doubtful' && failure.damagedEntry === name
}

/**
 * The bytes of an entry; null without one, or if only this entry is damaged. SECURITY: only for entries whose loss
 * permits nothing more. Whoever can damage an entry can also delete it, and both have the same effect.
 */
export async function entryOrLost({ get }: Pick<Stores, 'get'>, name: string): KeychainAnswer<Buffer | null> {
  const found = await get(name)
  if (found.ok) return success(found.value?.value ?? null)
  return isDamaged(found.failure, name) ? success(null) : found
}
