/** Writes that the journal refused: a full disk gets space again while the application runs. */
import type { Failure } from '#shared/model/answers/failure.ts'
import type { Result } from '#shared/result.ts'
import type { OutcomeRecord } from '../../journal/port.ts'
import type { Services } from '../services.ts'

const againAfterMs = 10_000

/** Repeats a write every 10 s until the journal takes it. A defect ends that: the next start finds the rest. */
export function untilKept(
  system: Pick<Services['system'], 'schedule'>, write: () => Promise<Result<unknown, Failure>>,
): void {
  system.schedule(againAfterMs, () => {
    void write().then(({ ok }) => { if (!ok) untilKept(system, write) }, () => undefined)
  })
}

/**
 * Null once the journal has the outcome; else why not, and it is written as soon as the journal takes it. If the
 * application ends before, the next start marks the entry unknown: true, although more was known here.
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
