/** An entry that alone is damaged does not stop what can do without it. */
import { success } from '#shared/result.ts'
import type { KeychainAnswer, KeychainFailure } from './keychain.ts'
import type { Stores } from './stores.ts'

/** Whether only the entry of this name is not as it was written. */
export function isDamaged(failure: KeychainFailure, name: string): boolean {
  return failure.code === 'keychain-doubtful' && failure.damagedEntry === name
}

/**
 * The bytes of an entry; null also where it alone is damaged. SECURITY: for entries whose loss permits nothing more:
 * whoever can damage an entry can delete it, and both have the same effect.
 */
export async function entryOrLost({ get }: Pick<Stores, 'get'>, name: string): KeychainAnswer<Buffer | null> {
  const found = await get(name)
  if (found.ok) return success(found.value?.value ?? null)
  return isDamaged(found.failure, name) ? success(null) : found
}
