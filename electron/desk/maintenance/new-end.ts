import type { Restored } from '../../journal/port.ts'
import { proofKey } from './proof-key.ts'
import type { Services } from '../services.ts'
import { walkThrough } from './verify.ts'

/** The decision about a chain that replaced another one; `not-asked` if it cannot be made yet. */
export type NewEnd = 'accept' | 'check' | 'not-asked'

/**
 * Whether a restored chain belongs to this computer: its newest head is signed by this computer's key, and the chain is
 * valid up to it. Without a head its owner is not known. Rows after the head are not proven: if the previous history
 * contradicts them, the result is `check`; otherwise they are counted.
 */
export async function newEnd(
  services: Pick<Services, 'journal' | 'vault' | 'system'>, { at, contradicted }: Restored,
): Promise<NewEnd> {
  if (contradicted === true) return 'check'
  const { journal, vault } = services
  const remembered = await vault.journalEnd()
  if (!remembered.ok) return 'not-asked'
  // SECURITY: anyone can put a file about a restore beside the journal, but not a record into the keychain.
  if (remembered.value !== null && remembered.value.restoring !== at) return 'check'
  const proof = await proofKey(services, remembered.value)
  if (!proof.ok) return 'not-asked'
  const { key } = proof.value
  const head = await journal.checkNewestHead({ key })
  if (!head.ok) return 'not-asked'
  const { newest, broken } = head.value
  if (newest === null || broken !== null) return 'check'
  const walked = await walkThrough(services, { through: newest.position, key })
  if (!walked.ok) return 'not-asked'
  return walked.value.firstBreak === null ? 'accept' : 'check'
}
