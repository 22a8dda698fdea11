/** The key with which this computer verifies its history. */
import type { Failure } from '#shared/model/answers/failure.ts'
import { success, type Result } from '#shared/result.ts'
import type { ProofKey } from '../../journal/port.ts'
import type { JournalEnd } from '../../vault/port.ts'
import type { Services } from '../services.ts'

/**
 * The public key of the heads; null if there is none. `lost`: heads were signed before, and the keychain has lost their
 * key. `remembered`: the end that the keychain has.
 */
export async function proofKey(
  { journal, vault }: Pick<Services, 'journal' | 'vault'>, remembered: JournalEnd | null,
): Promise<Result<{ readonly key: ProofKey | null; readonly lost: boolean }, Failure>> {
  const newest = await journal.newestHead()
  if (!newest.ok) return newest
  const signedBefore = newest.value !== null || remembered?.head !== undefined
  const key = await vault.journalHeadKey({ signedBefore })
  if (key.ok) return success({ key: key.value, lost: false })
  return key.failure.code === 'keychain-doubtful' ? success({ key: null, lost: true }) : key
}
