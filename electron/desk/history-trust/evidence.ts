import type { Failure } from '#shared/model/answers/failure.ts'
import type { HistoryEvidence, HistoryRecord } from '#shared/model/history/history-trust.ts'
import { success, type Result } from '#shared/result.ts'
import { holdsLink } from '../maintenance/index.ts'
import type { Services } from '../services.ts'

/** Reads the evidence for the comparison from file and keychain. Fails if one of them fails. */
export async function evidenceOf(
  { journal, vault }: Pick<Services, 'journal' | 'vault'>, record: HistoryRecord | null,
): Promise<Result<HistoryEvidence, Failure>> {
  const ends = await journal.chainEnds()
  if (!ends.ok) return ends
  const beginning = await journal.beginning()
  if (!beginning.ok) return beginning
  const holdsNewest = await holds({ journal, vault }, record)
  if (!holdsNewest.ok) return holdsNewest
  const head = await journal.newestHead()
  if (!head.ok) return head
  const key = await vault.journalHeadKey({ signedBefore: head.value !== null })
  // The keychain's record was readable, so this failure concerns only the key.
  if (!key.ok && key.failure.code !== 'keychain-doubtful') return key
  return success({
    record,
    holdsNewest: holdsNewest.value,
    beganEmpty: ends.value.openedAt === 0,
    // The journal of a development version holds no payment that counts; a person had it quarantined.
    startedOver: beginning.value.startedOver !== null && beginning.value.startedOver.why !== 'development',
    keyId: key.ok ? key.value?.keyId ?? null : null,
    headKeyId: head.value?.keyId ?? null,
  })
}

async function holds(
  services: Pick<Services, 'journal' | 'vault'>, record: HistoryRecord | null,
): Promise<Result<boolean, Failure>> {
  if (record === null) return success(false)
  const { number, link } = record.newest
  return number === 0 ? success(true) : await holdsLink(services, { position: number, link })
}
