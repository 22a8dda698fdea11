import type { UtcTime } from '#shared/brands.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/failure.ts'
import type { RemovalSignature } from '#shared/model/journal-head.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { JournalAnswer, RemovalPlan } from '../../journal/port.ts'
import { audit } from './audit.ts'
import type { Services, Emit } from '../services.ts'
import { utcTime } from '../../common/time.ts'

/** Entries of one turn of the journal. Between two turns everything else that was asked of it is done. */
const countedAtOnce = 2_000
const removedAtOnce = 100

/**
 * Counts the entries older than so many calendar months (UTC) that may go, and the old ones that stay: those that are
 * not resolved, and others about their orders.
 */
export async function countOlder(
  services: Pick<Services, 'journal' | 'system'>, months: number,
): Promise<Result<{ entries: number; staying: number; before: UtcTime }, Failure>> {
  const before = monthsBefore(services.system.now(), months)
  let entries = 0
  let staying = 0
  for (let after = 0; ;) {
    const part = await services.journal.countOlder({ before, after, limit: countedAtOnce })
    if (!part.ok) return part
    entries += part.value.entries
    staying += part.value.staying
    if (part.value.next === null) return success({ entries, staying, before })
    after = part.value.next
  }
}

/**
 * Removes the content of what was counted, a hundred entries at a time, each batch with a signature that only this asks
 * for. Without the vault nothing is removed. What is removed goes into the audit trail first.
 */
export async function deleteOlder(
  services: Services, emit: Emit, { months, entries }: ParsedInput<'maintenance.deleteOlder'>,
): Promise<CallAnswer<'maintenance.deleteOlder'>> {
  const counted = await countOlder(services, months)
  if (!counted.ok) return counted
  if (counted.value.entries !== entries) return failed({ code: 'count-changed' })
  if (entries === 0) return success({ deleted: 0 })
  // Asked before anything is written: a vault that can't sign refuses here.
  const able = await removalSignature(services, ['0'.repeat(64)])
  if (!able.ok) return able
  const { before } = counted.value
  const written = await audit(
    services, 'entries-deleted', `${entries} entries from before ${before}`,
    `Older than ${months} months. Their facts stay; entries with open outcomes, and those of their orders, stay whole.`,
  )
  if (!written.ok) return written
  let deleted = 0
  for (let after = 0; ;) {
    const at = utcTime(services.system.now())
    // Never more than was confirmed: an entry that was resolved meanwhile waits for the next time.
    const limit = Math.min(removedAtOnce, entries - deleted)
    const plan = await services.journal.planRemoval({ before, at, after, limit })
    if (!plan.ok) return await brokenOff(services, deleted, plan.failure)
    const removed = await remove(services, plan.value)
    if (!removed.ok) return await brokenOff(services, deleted, removed.failure)
    deleted += plan.value.removals.length
    emit('maintenance.progress', { task: 'delete', done: deleted, total: entries })
    if (plan.value.next === null || deleted === entries) break
    after = plan.value.next
  }
  const dropped = await dropRemovedTerms(services)
  return dropped.ok ? success({ deleted }) : await brokenOff(services, deleted, dropped.failure)
}

/** The words of the search go last, step by step, so that everything else gets its turn. */
async function dropRemovedTerms({ journal }: Pick<Services, 'journal'>): Promise<Result<null, Failure>> {
  for (let begins = true; ; begins = false) {
    const more = await journal.dropRemovedTerms({ begins })
    if (!more.ok) return more
    if (!more.value) return success(null)
  }
}

async function remove(
  services: Services, { removals }: RemovalPlan,
): Promise<Awaited<JournalAnswer<null>> | Result<never, Failure>> {
  if (removals.length === 0) return success(null)
  const signature = await removalSignature(services, removals.map(({ digest }) => digest))
  if (!signature.ok) return signature
  const last = removals.length - 1
  return await services.journal.removeContent({
    removals: removals.map(({ digest: _signed, ...removal }, index) =>
      ({ ...removal, signature: index === last ? signature.value : null })),
  })
}

/** The signature over a batch; null without a keychain. */
async function removalSignature(
  { journal, vault }: Pick<Services, 'journal' | 'vault'>, digests: readonly string[],
): Promise<Result<RemovalSignature | null, Failure>> {
  const [newest, ends] = [await journal.newestHead(), await journal.chainEnds()]
  if (!newest.ok) return newest
  if (!ends.ok) return ends
  return await vault.signRemovals({ digests, signedBefore: newest.value !== null, position: ends.value.position + 1 })
}

async function brokenOff(services: Services, deleted: number, failure: Failure): Promise<Result<never, Failure>> {
  const detail = `Stopped: ${failure.code}. The other entries were kept.`
  await audit(services, 'entries-deleted', `${deleted} entries`, detail)
  return failed(failure)
}

/** The same day so many months earlier, or the last day of that month where it has no such day. */
export function monthsBefore(now: number, months: number): UtcTime {
  const then = new Date(now)
  const day = then.getUTCDate()
  then.setUTCDate(1)
  then.setUTCMonth(then.getUTCMonth() - months)
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate()
  then.setUTCDate(Math.min(day, lastDay))
  return utcTime(then.getTime())
}
