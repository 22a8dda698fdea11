/**
 * The batches of this desk. The journal has the confirmed rows and their results; accounts are in memory only. At most
 * one batch sends at a time.
 */
import type { ProfileId } from '#shared/brands.ts'
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { operations } from '#shared/gateway/operations/operations.ts'
import type { Follow } from '#shared/model/answers/answer.ts'
import type { Batch, BatchId, BatchPause } from '#shared/model/payments/batch.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { AuditLine } from '#shared/model/history/maintenance.ts'
import { batchPace } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { KeptBatch } from '../../../journal/port.ts'
import { utcTime } from '../../../common/processes/time.ts'
import type { DeskContext } from '../../context.ts'
import { auditRecord, whoActs } from '../../maintenance/index.ts'
import type { PaymentLimits } from '../../payments/index.ts'
import type { Target } from '../../requests/index.ts'
import { describeBatch } from './describe.ts'
import { startRun, type Run, type RunEnd } from './run.ts'

/** Shortest time between two events to the page, as a batch changes many times a second. */
const informEveryMs = 400

export interface Batches {
  /**
   * Reserves sending for one batch; null if a batch is sending or about to. The returned function ends the reservation,
   * also after the batch began. A lock ends it too: the next person may begin a batch.
   */
  reserve(): (() => void) | null
  /** The batch that is sending; null without one. */
  running(): KeptBatch | null
  /** The share of the running batch's rows that was sent; null without one. */
  progress(): Promise<number | null>
  /** The values of rows that the journal does not have; null if they are not in memory. */
  fileOf(batchId: BatchId): ReadonlyMap<number, FieldValues> | null
  /** How often the desk was locked. Confirmations from before a lock are not valid after it. */
  timesRested(): number
  /** Stores the values of rows that the journal does not have; false if the desk was locked since. */
  keepFile(batchId: BatchId, values: ReadonlyMap<number, FieldValues>, timesRested: number): boolean
  describe(kept: KeptBatch): Promise<Result<Batch, Failure>>
  /** `no-such-batch` for an unknown one. */
  find(batchId: BatchId): Promise<Result<KeptBatch, Failure>>
  /** The paused batches, also if the pause could not be written. */
  paused(): Promise<Result<readonly KeptBatch[], Failure>>
  /** Begins to send a batch with the state running in the journal; pauses it if the desk was locked since. */
  begin(kept: KeptBatch, target: Target, timesRested: number): Promise<void>
  /** Changes a batch's state, with an audit line. A running batch first ends its rows in progress. */
  change(kept: KeptBatch, end: RunEnd): Promise<Result<null, Failure>>
  /** Like `change` to running, for a paused batch. */
  markResumed(kept: KeptBatch): Promise<Result<null, Failure>>
  /** The desk is locked or the application ends: the running batch is paused. */
  rest(why: BatchPause): Promise<void>
  /** Call at the start: batches that ran when the last run of the application ended are paused. */
  pauseLeftovers(): Promise<void>
  /** Forgets everything that is in memory only. */
  forget(): void
  followed(follow: Follow): void
}

const lines = {
  running: 'batch-resumed', paused: 'batch-paused', stopped: 'batch-stopped', ended: 'batch-ended',
} as const satisfies Record<KeptBatch['state'], AuditLine['action']>

/** Creates the batches; none is running. `progressed` is called when a batch begins, progresses or ends. */
export function createBatches(desk: DeskContext, limits: PaymentLimits, progressed: () => void): Batches {
  const { services, emit } = desk
  const { journal, system, profiles } = services
  const files = new Map<BatchId, ReadonlyMap<number, FieldValues>>()
  /** Pauses of batches whose state could not be written; the journal still has these batches as running. */
  const unwritten = new Map<BatchId, KeptBatch['paused']>()
  let run: Run | null = null
  let isInformScheduled = false
  let reservation: object | null = null
  let timesRested = 0
  let startedAt = 0
  let sentRows = 0

  function changed(batchId: BatchId): void {
    if (isInformScheduled) return
    isInformScheduled = true
    system.schedule(informEveryMs, () => {
      isInformScheduled = false
      emit('batches.changed', { batchId })
      progressed()
    })
  }

  async function write(
    kept: KeptBatch, from: readonly KeptBatch['state'][], end: RunEnd | { readonly to: 'running' },
  ): Promise<Result<null, Failure>> {
    const paused = end.to === 'paused' ? { why: end.why, at: utcTime(system.now()), detail: end.detail } : null
    const detail = end.to === 'paused' ? `${end.why.replaceAll('-', ' ')}; batch ${kept.batchId}` : `Batch ${kept.batchId}`
    const written = await journal.changeBatch({
      batchId: kept.batchId, from: unwritten.has(kept.batchId) ? [...from, 'running'] : from, to: end.to, paused,
      audit: auditRecord(services, lines[end.to], kept.profileName, detail),
    })
    if (!written.ok) return written
    if (!written.value.changed) return failed({ code: 'batch-not-possible-now' })
    unwritten.delete(kept.batchId)
    inform(kept.batchId)
    return success(null)
  }

  /** If the journal cannot be written, the batch is shown as paused, and the next start writes that. */
  async function writeEnd(kept: KeptBatch, end: RunEnd): Promise<void> {
    const written = await write(kept, ['running'], end)
    if (written.ok) return
    services.log('batch-state-not-kept', { code: written.failure.code })
    unwritten.set(kept.batchId, { why: 'journal', at: utcTime(system.now()), detail: written.failure.code })
  }

  function inform(batchId: BatchId): void {
    emit('batches.changed', { batchId })
    progressed()
  }

  /** A batch in its real state, even if that could not be written. */
  function realState(kept: KeptBatch): KeptBatch {
    const paused = unwritten.get(kept.batchId)
    return paused === undefined ? kept : { ...kept, state: 'paused', paused }
  }

  /** Called for every run, however it ends. */
  async function whenEnded(ended: Run): Promise<void> {
    const end = await ended.ended
    const { batchId } = ended.batch
    await writeEnd(ended.batch, end)
    // Not earlier: no other batch may begin while the state of this one is being written.
    run = null
    if (end.to !== 'paused') await forgetUnneeded(batchId)
    inform(batchId)
  }

  /** Keeps the values while rows are set aside: each of them may still be sent. */
  async function forgetUnneeded(batchId: BatchId): Promise<void> {
    const counted = await journal.countBatch({ batchId })
    if (counted.ok && counted.value.every(({ state }) => state !== 'set-aside')) files.delete(batchId)
  }

  const endings = new Map<Run, Promise<void>>()

  async function end(how: RunEnd): Promise<void> {
    const ending = run
    if (ending === null) return
    await ending.end(how)
    await endings.get(ending)
  }

  function paceOf(profileId: ProfileId): ReturnType<typeof batchPace> | null {
    const profile = profiles.get(profileId)
    return profile === null ? null : batchPace(profile)
  }

  const batches: Batches = {
    reserve() {
      if (run !== null || reservation !== null) return null
      const own = {}
      reservation = own
      return () => { if (reservation === own) reservation = null }
    },
    running: () => run?.batch ?? null,
    async progress() {
      if (run === null) return null
      const counted = await journal.countBatch({ batchId: run.batch.batchId })
      if (!counted.ok) return null
      const rowsIn = (among: typeof counted.value): number => among.reduce((sum, { rows }) => sum + rows, 0)
      const all = rowsIn(counted.value)
      return all === 0 ? null : 1 - rowsIn(counted.value.filter(({ state }) => state === 'waiting')) / all
    },
    fileOf: (batchId) => files.get(batchId) ?? null,
    timesRested: () => timesRested,
    keepFile(batchId, values, since) {
      // SECURITY: a lock has cleared everything in memory, and nothing of an earlier unlock may return.
      if (since !== timesRested) return false
      files.set(batchId, values)
      return true
    },
    async describe(kept) {
      const counted = await journal.countBatch({ batchId: kept.batchId })
      if (!counted.ok) return counted
      const isRunning = run?.batch.batchId === kept.batchId
      const seconds = (system.monotonic() - startedAt) / 1_000
      return success(describeBatch(realState(kept), counted.value, {
        perSecond: paceOf(kept.profileId)?.perSecond ?? null,
        isOwn: kept.who === whoActs(services),
        hasFile: files.has(kept.batchId),
        sendsPerSecond: isRunning && seconds > 1 ? sentRows / seconds : null,
      }))
    },
    async find(batchId) {
      const found = await journal.batch({ batchId })
      if (!found.ok) return found
      return found.value === null ? failed({ code: 'no-such-batch' }) : success(realState(found.value))
    },
    async paused() {
      const found = [await journal.batchesInState({ state: 'running' }), await journal.batchesInState({ state: 'paused' })]
      const failure = found.find(({ ok }) => !ok)
      if (failure !== undefined) return failure
      return success(found.flatMap((each) => (each.ok ? each.value.map(realState) : []))
        .filter(({ state }) => state === 'paused'))
    },
    async begin(kept, target, since) {
      // SECURITY: a batch continues only in the unlock in which it was confirmed.
      if (since !== timesRested) {
        await writeEnd(kept, { to: 'paused', why: 'locked', detail: null })
        return
      }
      startedAt = system.monotonic()
      sentRows = 0
      const begun = startRun(desk, {
        limits, batch: kept, target, pace: batchPace(target.profile),
        inMemory: operations[kept.operation].batch === 'file-only' ? files.get(kept.batchId) ?? new Map() : null,
        changed: (what) => {
          if (what === 'left') sentRows += 1
          changed(kept.batchId)
        },
      })
      run = begun
      const ending = whenEnded(begun).finally(() => { endings.delete(begun) })
      endings.set(begun, ending)
      progressed()
    },
    async change(kept, how) {
      if (run?.batch.batchId === kept.batchId) await end(how)
      // It may have been ending in another way already.
      const now = await batches.find(kept.batchId)
      if (!now.ok) return now
      if (now.value.state === how.to) return success(null)
      return await write(kept, how.to === 'stopped' ? ['paused'] : [], how)
    },
    markResumed: (kept) => write(kept, ['paused'], { to: 'running' }),
    async rest(why) {
      timesRested += 1
      reservation = null
      await end({ to: 'paused', why, detail: null })
    },
    async pauseLeftovers() {
      const found = await journal.batchesInState({ state: 'running' })
      if (!found.ok) return
      for (const kept of found.value) {
        await writeEnd(kept, { to: 'paused', why: 'application-ended', detail: null })
      }
    },
    forget() { files.clear() },
    followed(follow) { run?.followed(follow) },
  }
  return batches
}
