/** Begins a new epoch of the chain after a restore: an audit line records it, with the end of the replaced chain. */
import type { Masked } from '#shared/brands.ts'
import type { Link, Restored } from '../../journal/port.ts'
import type { Services } from '../services.ts'
import { auditRecord } from './audit.ts'

/**
 * Begins the next epoch, once for each restore. Its line names the last end of the replaced chain in the keychain, and
 * the signed end of the restored one. Call it after the restored chain was accepted and before any of it is signed.
 * Returns false on failure; never rejects.
 */
export async function beginEpoch(services: Services, { fileName, at }: Pick<Restored, 'fileName' | 'at'>): Promise<boolean> {
  const { journal, vault, log } = services
  const newest = await journal.audit({ before: null, limit: 50 })
  const isBegun = newest.ok && newest.value.lines.some((line) =>
    line.action === 'epoch-begun' && line.count !== null && line.subject === fileName && line.at >= at)
  if (isBegun) return true
  const before = await vault.journalEnd()
  const ends = await journal.chainEnds()
  const head = await journal.newestHead()
  if (!before.ok || !ends.ok || !head.ok) return false
  // Numbers only grow, even if the chain with the last number is lost.
  const number = 1 + Math.max(before.value?.epoch ?? 1, ends.value.epoch)
  const line = auditRecord(services, 'epoch-begun', fileName, '', number)
  // Not masked: a digest may have digits shaped like a card number. The text contains only positions and digests.
  const detail = `Replaced chain: ${placeOf(before.value)}. Restored chain: ${placeOf(head.value)}.` as Masked
  const written = await journal.recordAudit({ ...line, detail })
  if (!written.ok) log('audit-line-not-written', { code: written.failure.code })
  return written.ok
}

function placeOf(end: Link | null): string {
  return end === null ? 'no signed end known' : `position ${end.position}, link ${end.link}`
}
