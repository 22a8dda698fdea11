/** Sends the rows of a batch, in order and at the pace of its profile, until it ends, pauses or is stopped. */
import type { EntryId } from '#shared/brands.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { isFinalStatus } from '#shared/gateway/replies/order-status.ts'
import { operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import type { Answer, Follow } from '#shared/model/answers/answer.ts'
import type { BatchPause } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { BatchPace } from '#shared/model/profiles/profile.ts'
import type { Result } from '#shared/result.ts'
import type { KeptBatch, KeptRow } from '../../../journal/port.ts'
import { describeError } from '../../../common/processes/log.ts'
import type { DeskContext } from '../../context.ts'
import type { PaymentLimits } from '../../payments/index.ts'
import type { SendResult, Target } from '../../requests/index.ts'
import { isNotQueried, pauseCounter, pauseOf } from './pause-rules.ts'
import { sendRow } from './send-row.ts'

const rowsAtOnce = 100

/** How a run ended: the new state of the batch. */
export type RunEnd =
  | { readonly to: 'ended' | 'stopped' }
  | { readonly to: 'paused'; readonly why: BatchPause; readonly detail: string | null }

export interface Run {
  readonly batch: KeptBatch
  /** Starts no further rows; resolves when the rows in progress have their outcomes. */
  end(end: RunEnd): Promise<void>
  /** Call when a followed order became final. */
  followed(follow: Follow): void
  /** Resolves when no row is in progress, with how the run ended. Never rejects. */
  readonly ended: Promise<RunEnd>
}

interface RunParts {
  readonly limits: PaymentLimits
  readonly batch: KeptBatch
  readonly target: Target
  readonly pace: BatchPace
  /** Values of rows that are in memory only; null if the journal has all values. */
  readonly inMemory: ReadonlyMap<number, FieldValues> | null
  /** Called after every row (`left`), and again after its final outcome. */
  readonly changed: (what: 'left' | 'outcome') => void
}

/** Starts to send. */
export function startRun(desk: DeskContext, { limits, batch, target, pace, inMemory, changed }: RunParts): Run {
  const { services: { journal, log }, paces } = desk
  const { profileId, batchId } = batch
  const operation = operations[batch.operation]
  const counter = pauseCounter()
  const running = new Set<Promise<void>>()
  const sent = new Set<EntryId>()
  let end: RunEnd | null = null

  function endBy(next: RunEnd): void {
    end ??= next
  }

  function pause(why: BatchPause, detail: string | null = null): void {
    endBy({ to: 'paused', why, detail })
  }

  function recordAnswer(answer: Answer): void {
    // The status of a declined order does not count as a decline.
    const why = counter.record(answer, touchesMoney(operation))
    if (why !== null) pause(why, answer.errorCode)
  }

  async function recordResult(row: KeptRow, result: Result<SendResult, Failure>): Promise<void> {
    if (result.ok) {
      const { answer, report: { outcome } } = result.value
      if (answer.notKept !== undefined) pause('journal', 'journal-unwritable')
      if (outcome.kind === 'accepted' && !isFinalStatus(outcome.status)) sent.add(answer.entryId)
      else recordAnswer(answer)
      return
    }
    const why = isNotQueried(result.failure) ? counter.recordNotQueried() : pauseOf(result.failure)
    if (why !== null) {
      pause(why, result.failure.code)
      return
    }
    // The row waits, and the batch ends as paused.
    if (isNotQueried(result.failure)) return
    const kept = await journal.setRowAside({ batchId, row: row.row, failure: result.failure })
    if (!kept.ok) pause('journal', kept.failure.code)
  }

  async function oneRow(row: KeptRow): Promise<void> {
    const values = inMemory === null ? row.confirmed.values : inMemory.get(row.row)
    if (values === undefined) throw new Error('a row of the batch is not in memory')
    const result = await sendRow(desk, limits, {
      operation, target, values, place: { batchId, row: row.row },
      reason: row.confirmed.reason, acceptDuplicateOf: row.confirmed.acceptDuplicateOf, holds: () => end === null,
    })
    await recordResult(row, result)
  }

  function begin(row: KeptRow): void {
    const work = oneRow(row).catch((error: unknown) => {
      log('batch-row-failed', describeError(error))
      pause('journal', 'defect')
    }).finally(() => {
      running.delete(work)
      changed('left')
    })
    running.add(work)
  }

  async function sendAll(): Promise<RunEnd> {
    for (let after = -1; end === null;) {
      const next = await journal.waitingRows({ batchId, after, limit: rowsAtOnce })
      if (!next.ok) {
        pause('journal', next.failure.code)
        break
      }
      for (const row of next.value) {
        while (running.size >= pace.atOnce) await Promise.race(running)
        await paces.turn(profileId, 'row')
        if (end !== null) break
        begin(row)
        after = row.row
      }
      if (next.value.length < rowsAtOnce) break
    }
    await Promise.all(running)
    return end ?? await endOfRun()
  }

  /** A row that could not be sent waits again; a person decides whether to resume. */
  async function endOfRun(): Promise<RunEnd> {
    const left = await journal.waitingRows({ batchId, after: -1, limit: 1 })
    if (!left.ok) return { to: 'paused', why: 'journal', detail: left.failure.code }
    return left.value.length === 0 ? { to: 'ended' } : { to: 'paused', why: 'not-sent', detail: null }
  }

  paces.begin(profileId, pace, () => { pause('too-many-requests') })
  const ended = sendAll().catch((error: unknown): RunEnd => {
    log('batch-failed', describeError(error))
    return { to: 'paused', why: 'journal', detail: 'defect' }
  }).finally(() => { paces.end(profileId) })
  return {
    batch,
    async end(next) {
      endBy(next)
      paces.end(profileId)
      await ended
    },
    followed({ entryId, answer, ended: followEnd }) {
      if (followEnd === null || !sent.delete(entryId)) return
      if (followEnd === 'final' && answer !== null) recordAnswer(answer)
      changed('outcome')
    },
    ended,
  }
}
