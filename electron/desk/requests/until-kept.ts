/** Repeats writes that the journal refused: a full disk may get space while the application runs. */
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Result } from '#shared/result.ts'
import type { OutcomeRecord } from '../../journal/port.ts'
import type { Services } from '../services.ts'

const retryMs = 10_000

/** Repeats a write every 10 s until the journal accepts it. A defect ends that; the next start resolves the rest. */
export function untilKept(
  system: Pick<Services['system'], 'schedule'>, write: () => Promise<Result<unknown, Failure>>,
): void {
  system.schedule(retryMs, () => {
    void write().then(({ ok }) => { if (!ok) untilKept(system, write) }, () => undefined)
  })
}

/**
 * Writes an outcome. Returns null if the journal has it, else why not; then it is written as soon as possible. If the
 * application ends before, the next start marks the entry unknown, which is true but less precise.
 */
export async function keepOutcome(
  { journal, system, log }: Pick<Services, 'journal' | 'system' | 'log'>, outcome: OutcomeRecord,
): Promise<string | null> {
  const kept = await journal.recordOutcome(outcome)
  if (kept.ok) return null
  log('outcome-not-kept', { entry: outcome.entryId, code: kept.failure.code })
  untilKept(system, () => journal.recordOutcome(outcome))
  return 'detail' in kept.failure ? kept.failure.detail : ''
}
