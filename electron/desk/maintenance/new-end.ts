import type { Restored } from '../../journal/port.ts'
import { proofKey } from './proof-key.ts'
import type { Services } from '../services.ts'
import { walkThrough } from './verify.ts'

/** What is to be made of a chain that took another one's place; `not-asked` where nobody could say so far. */
export type NewEnd = 'accept' | 'look' | 'not-asked'

/**
 * Whether that chain is ours: it was walked up to its newest head by this computer's key and holds, and so does the
 * head. Without a head nothing says whose it is. What lies behind the head is not proven by this: it is not ours where
 * the history of before contradicts it, and otherwise it is counted.
 */
export async function newEnd(
  services: Pick<Services, 'journal' | 'vault' | 'system'>, { at, contradicted }: Restored,
): Promise<NewEnd> {
  if (contradicted === true) return 'look'
  const { journal, vault } = services
  const remembered = await vault.journalEnd()
  if (!remembered.ok) return 'not-asked'
  // SECURITY: a file beside the journal that tells of a restore can be put there by anybody, the keychain's word can't.
  if (remembered.value !== null && remembered.value.restoring !== at) return 'look'
  const proof = await proofKey(services, remembered.value)
  if (!proof.ok) return 'not-asked'
  const { key } = proof.value
  const head = await journal.checkNewestHead({ key })
  if (!head.ok) return 'not-asked'
  const { newest, broken } = head.value
  if (newest === null || broken !== null) return 'look'
  const walked = await walkThrough(services, { through: newest.position, key })
  if (!walked.ok) return 'not-asked'
  return walked.value.firstBreak === null ? 'accept' : 'look'
}
