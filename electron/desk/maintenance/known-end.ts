import type { Failure } from '#shared/model/failure.ts'
import { success, type Result } from '#shared/result.ts'
import type { Link } from '../../journal/port.ts'
import type { Services } from '../services.ts'

/** Whether the journal holds a link, or a checkpoint that stands for it with a seal of this vault's own key. */
export async function isThere(
  { journal, vault }: Pick<Services, 'journal' | 'vault'>, { position, link }: Link,
): Promise<Result<boolean, Failure>> {
  const there = await journal.linkAt({ position })
  if (!there.ok) return there
  const { removed } = there.value
  if (removed === null) return success(there.value.link === link)
  const { keyId, digest, seal } = removed
  const checked = await vault.checkJournalSeals({ purpose: 'checkpoint', keyId, seals: [{ digest, seal }] })
  return checked.ok ? success(checked.value.known && checked.value.firstWrong === null) : checked
}
