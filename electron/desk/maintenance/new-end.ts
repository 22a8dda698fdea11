import type { Restored } from '../../journal/port.ts'
import type { Services } from '../services.ts'
import { verifyHeads } from './verify-heads.ts'
import { walkThrough } from './verify.ts'

/** What is to be made of a chain that took another one's place; `not-asked` where nobody could say so far. */
export type NewEnd = 'accept' | 'look' | 'not-asked'

/**
 * Whether that chain is ours: its links and seals were walked up to its own last seal and hold, and so do its heads.
 * Without a seal nothing says whose it is. What lies behind the last seal is not proven by this: it is not ours where
 * the history of before contradicts it, and otherwise the sealer counts it.
 */
export async function newEnd(
  services: Pick<Services, 'journal' | 'vault' | 'system'>, { at, contradicted }: Restored,
): Promise<NewEnd> {
  if (contradicted === true) return 'look'
  const remembered = await services.vault.journalEnd()
  if (!remembered.ok) return 'not-asked'
  // SECURITY: a file beside the journal that tells of a restore can be put there by anybody, the keychain's word can't.
  if (remembered.value !== null && remembered.value.restoring !== at) return 'look'
  const ends = await services.journal.chainEnds()
  if (!ends.ok) return 'not-asked'
  if (ends.value.sealed === null) return 'look'
  const walked = await walkThrough(services, ends.value.sealed.position, () => undefined)
  if (!walked.ok) return 'not-asked'
  if (walked.value.firstBreak !== null) return 'look'
  const heads = await verifyHeads(services, null)
  if (!heads.ok) return 'not-asked'
  return heads.value.broken === null ? 'accept' : 'look'
}
