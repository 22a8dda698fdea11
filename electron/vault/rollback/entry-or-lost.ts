import { success } from '#shared/result.ts'
import type { KeychainAnswer } from '../keychain/keychain.ts'
import type { Stores } from '../keychain/stores.ts'

/**
 * An entry that only detects older files; null also where it alone is damaged. SECURITY: whoever can damage an entry
 * can delete it, and both have the same effect; otherwise damage would stop the desk for good.
 */
export async function entryOrLost({ get }: Pick<Stores, 'get'>, name: string): KeychainAnswer<Buffer | null> {
  const found = await get(name)
  if (found.ok) return success(found.value?.value ?? null)
  const { failure } = found
  return failure.code === 'keychain-doubtful' && failure.damagedEntry === name ? success(null) : found
}
