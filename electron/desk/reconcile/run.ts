/** Compares a statement with the history: passes pages of entries to the thread that compares. */
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import { failed, success } from '#shared/result.ts'
import { dropFrequent } from '../../common/processes/drop-frequent.ts'
import { utcTime } from '../../common/processes/time.ts'
import { whoActs } from '../maintenance/index.ts'
import type { Emit, Services } from '../services.ts'
import type { EntriesOfHistory } from './entries.ts'

export interface Run {
  readonly input: ParsedInput<'reconcile.run'>
  cancelled: boolean
}

/** Runs a comparison. If it is cancelled nothing is stored, and its statement stays open. */
export async function runComparison(
  services: Services, history: EntriesOfHistory, run: Run, emit: Emit,
): Promise<CallAnswer<'reconcile.run'>> {
  const { reconcile, system } = services
  const { statementId, profileId, reading, period } = run.input
  const begun = await reconcile.begin({
    statementId, profileId, reading, period, entries: history.readingFor(profileId),
  })
  if (!begun.ok) {
    const { failure } = begun
    return failure.code === 'problem' ? success({ kind: 'problem', problem: failure.problem }) : failed(failure)
  }
  const span = begun.value
  const report = dropFrequent(system, (progress: { readonly entries: number; readonly share: number }) => {
    emit('reconcile.progress', { statementId, ...progress })
  })
  let read = 0
  const offered = await history.inSpan(profileId, span, async (found, { count, reached }) => {
    // Another comparison may have begun meanwhile; these entries must not be passed to it.
    if (run.cancelled) return false
    await reconcile.offer({ found, outside: null })
    read += count
    const at = reached ?? span.from
    report({ entries: read, share: (at - span.from) / Math.max(1, span.until - span.from) })
    return true
  })
  if (!offered.ok) return offered
  for (let from = 0; !run.cancelled;) {
    const toFind = await reconcile.idsToFind({ from })
    if (toFind === null) break
    const found = await history.byIds(profileId, toFind.ids)
    if (!found.ok) return found
    for (const one of found.value) {
      // Entries in the span were passed already.
      if (!run.cancelled) await reconcile.offer({ found: one, outside: span })
    }
    from = toFind.next
  }
  if (run.cancelled) return failed({ code: 'cancelled' })
  report({ entries: read, share: 1 }, true)
  const kept = { resultId: system.randomHex(16), at: utcTime(system.now()), who: whoActs(services) }
  const finished = await reconcile.finish(kept)
  return finished.ok ? success({ kind: 'done', result: finished.value }) : finished
}
