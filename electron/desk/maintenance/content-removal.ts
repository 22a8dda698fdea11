import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { HeadKeySignature } from '#shared/model/history/journal-head.ts'
import type { BatchPlace } from '#shared/model/payments/batch.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { PlannedRemoval } from '../../journal/port.ts'
import { audit } from './audit.ts'
import type { Services, Emit } from '../services.ts'

/** Entries per turn of the journal, which serves other calls between two turns. */
const removedAtOnce = 100

/**
 * Content to remove: of a number of entries that was counted and confirmed. Rows that a batch never sent count as
 * entries.
 */
export interface ContentRemoval {
  readonly entries: number
  /** Rows that a batch never sent. */
  readonly unsent: readonly BatchPlace[]
  /** The line of the audit trail, which is written first. */
  readonly line: {
    readonly action: 'entries-deleted' | 'customer-erased'; readonly subject: string; readonly detail: string
  }
  /** Plans at most the next `limit` entries, from the `next` of the previous plan. */
  readonly plan: (step: { readonly after: number; readonly limit: number }) => Promise<Result<{
    readonly removals: readonly PlannedRemoval[]; readonly next: number | null
  }, Failure>>
}

/**
 * Removes content, a hundred entries at a time, each group with its own signature. Nothing is removed without the
 * vault. The audit line is written first. Returns the number of entries that lost their content.
 */
export async function removeContent(
  services: Services, emit: Emit, { entries, unsent, line, plan }: ContentRemoval,
): Promise<CallAnswer<'maintenance.deleteOlder'>> {
  if (entries === 0) return success({ deleted: 0 })
  // Before anything is written: fails if the vault cannot sign.
  const signable = await removalSignature(services, ['0'.repeat(64)])
  if (!signable.ok) return signable
  const written = await audit(services, line.action, line.subject, line.detail)
  if (!written.ok) return written
  let deleted = 0
  const stoppedBy = async (failure: Failure): Promise<Result<never, Failure>> => {
    await audit(services, line.action, `${deleted} entries`, `Stopped: ${failure.code}. The other entries were kept.`)
    return failed(failure)
  }
  const removedOf = (count: number): void => {
    deleted += count
    emit('maintenance.progress', { task: 'delete', done: deleted, total: entries })
  }
  const sent = entries - unsent.length
  for (let after = 0; deleted < sent;) {
    // Never more than was confirmed: an entry that was resolved meanwhile is removed next time.
    const limit = Math.min(removedAtOnce, sent - deleted)
    const planned = await plan({ after, limit })
    if (!planned.ok) return await stoppedBy(planned.failure)
    const removed = await remove(services, planned.value.removals)
    if (!removed.ok) return await stoppedBy(removed.failure)
    removedOf(planned.value.removals.length)
    if (planned.value.next === null) break
    after = planned.value.next
  }
  for (let from = 0; from < unsent.length; from += removedAtOnce) {
    const rows = unsent.slice(from, from + removedAtOnce)
    const removed = await services.journal.removeUnsentRows({ rows })
    if (!removed.ok) return await stoppedBy(removed.failure)
    removedOf(rows.length)
  }
  const dropped = await dropRemovedTerms(services)
  return dropped.ok ? success({ deleted }) : await stoppedBy(dropped.failure)
}

/** Drops the removed words from the search index last, step by step, so that other work gets its turn. */
async function dropRemovedTerms({ journal }: Pick<Services, 'journal'>): Promise<Result<null, Failure>> {
  for (let begins = true; ; begins = false) {
    const more = await journal.dropRemovedTerms({ begins })
    if (!more.ok) return more
    if (!more.value) return success(null)
  }
}

async function remove(services: Services, removals: readonly PlannedRemoval[]): Promise<Result<null, Failure>> {
  if (removals.length === 0) return success(null)
  const signature = await removalSignature(services, removals.map(({ digest }) => digest))
  if (!signature.ok) return signature
  const last = removals.length - 1
  return await services.journal.removeContent({
    removals: removals.map(({ digest: _signed, ...removal }, index) =>
      ({ ...removal, signature: index === last ? signature.value : null })),
  })
}

/** The signature over a group of removals; null without a keychain. */
async function removalSignature(
  { journal, vault }: Pick<Services, 'journal' | 'vault'>, digests: readonly string[],
): Promise<Result<HeadKeySignature | null, Failure>> {
  const [newest, ends] = [await journal.newestHead(), await journal.chainEnds()]
  if (!newest.ok) return newest
  if (!ends.ok) return ends
  return await vault.signRemovals({ digests, signedBefore: newest.value !== null, position: ends.value.position + 1 })
}
