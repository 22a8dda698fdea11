/** Sends the rows of one batch, in their order and at the pace of its profile, until it ends, pauses or is stopped. */
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
import { isNotAsked, pauseCounter, pauseOf } from './pause-rules.ts'
import { sendRow } from './send-row.ts'

const rowsAtOnce = 100

/** How a run ended: what the batch is from now on. */
export type RunEnd =
  | { readonly to: 'ended' | 'stopped' }
  | { readonly to: 'paused'; readonly why: BatchPause; readonly detail: string | null }

export interface Run {
  readonly batch: KeptBatch
  /** No row begins any more. Resolves when the rows under way have their outcomes. */
  end(end: RunEnd): Promise<void>
  /** A followed order became final. */
  followed(follow: Follow): void
  /** Resolves with the way it ended, once no row is under way. Never rejects. */
  readonly ended: Promise<RunEnd>
}

interface RunParts {
  readonly limits: PaymentLimits
  readonly batch: KeptBatch
  readonly target: Target
  readonly pace: BatchPace
  /** Values of rows that are in memory alone; null where the journal has all of them. */
  readonly inMemory: ReadonlyMap<number, FieldValues> | null
  /** Called after every row, which `left`, and again after its final outcome. */
  readonly changed: (what: 'left' | 'outcome') => void
}

/** Begins to send. */
export function startRun(desk: DeskContext, { limits, batch, target, pace, inMemory, changed }: RunParts): Run {
  const { services: { journal, log }, paces } = desk
  const { profileId, batchId } = batch
  const operation = operations[batch.operation]
  const counter = pauseCounter()
  const underWay = new Set<Promise<void>>()
  const sent = new Set<EntryId>()
  let end: RunEnd | null = null

  function endBy(next: RunEnd): void {
    end ??= next
  }

  function pause(why: BatchPause, detail: string | null = null): void {
    endBy({ to: 'paused', why, detail })
  }

  function heard(answer: Answer): void {
    // The status of a declined order is no decline.
    const why = counter.heard(answer, touchesMoney(operation))
    if (why !== null) pause(why, answer.errorCode)
  }

  async function settle(row: KeptRow, done: Result<SendResult, Failure>): Promise<void> {
    if (done.ok) {
      const { answer, report: { outcome } } = done.value
      if (answer.notKept !== undefined) pause('journal', 'journal-unwritable')
      if (outcome.kind === 'accepted' && !isFinalStatus(outcome.status)) sent.add(answer.entryId)
      else heard(answer)
      return
    }
    const why = isNotAsked(done.failure) ? counter.notAsked() : pauseOf(done.failure)
    if (why !== null) {
      pause(why, done.failure.code)
      return
    }
    // It waits: the batch ends as paused.
    if (isNotAsked(done.failure)) return
    const kept = await journal.setRowAside({ batchId, row: row.row, failure: done.failure })
    if (!kept.ok) pause('journal', kept.failure.code)
  }

  async function oneRow(row: KeptRow): Promise<void> {
    const values = inMemory === null ? row.confirmed.values : inMemory.get(row.row)
    if (values === undefined) throw new Error('a row of the batch is not in memory')
    const done = await sendRow(desk, limits, {
      operation, target, values, place: { batchId, row: row.row },
      reason: row.confirmed.reason, acceptDuplicateOf: row.confirmed.acceptDuplicateOf, holds: () => end === null,
    })
    await settle(row, done)
  }

  function begin(row: KeptRow): void {
    const work = oneRow(row).catch((error: unknown) => {
      log('batch-row-failed', describeError(error))
      pause('journal', 'defect')
    }).finally(() => {
      underWay.delete(work)
      changed('left')
    })
    underWay.add(work)
  }

  async function sendAll(): Promise<RunEnd> {
    for (let after = -1; end === null;) {
      const next = await journal.waitingRows({ batchId, after, limit: rowsAtOnce })
      if (!next.ok) {
        pause('journal', next.failure.code)
        break
      }
      for (const row of next.value) {
        while (underWay.size >= pace.atOnce) await Promise.race(underWay)
        await paces.turn(profileId, 'row')
        if (end !== null) break
        begin(row)
        after = row.row
      }
      if (next.value.length < rowsAtOnce) break
    }
    await Promise.all(underWay)
    return end ?? await whatIsLeft()
  }

  /** A row that could not leave waits again: going on is a person's decision. */
  async function whatIsLeft(): Promise<RunEnd> {
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
      if (followEnd === 'final' && answer !== null) heard(answer)
      changed('outcome')
    },
    ended,
  }
}
