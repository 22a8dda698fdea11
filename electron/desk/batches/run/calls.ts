/** The calls about confirmed batches: start, progress, pause, resume, stop, result. */
import type { FieldValues } from '#shared/gateway/fields/fields.ts'
import { operations, touchesMoney } from '#shared/gateway/operations/operations.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { mostBatchesListed } from '#shared/model/payments/batch.ts'
import { batchPace, type BatchPace } from '#shared/model/profiles/profile.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { KeptBatch } from '../../../journal/port.ts'
import { refusedOutside } from '../../ask-outside.ts'
import type { CallsOf } from '../../calls.ts'
import type { DeskContext } from '../../context.ts'
import { auditRecord, saveFile } from '../../maintenance/index.ts'
import { paymentRefusedOutside, type PaymentLimits } from '../../payments/index.ts'
import { sendsAlike, type Target } from '../../requests/index.ts'
import type { OutsideQuestion } from '../../services.ts'
import type { DraftsForStart, PlannedBatch } from '../planned.ts'
import type { Batches } from './batches.ts'
import { confirmedBatch, confirmedRows, plannedSums } from './confirmed.ts'
import { describeRow } from './describe.ts'
import { resumeQuestions, startQuestions, sumInWords, type PlannedSum } from './questions.ts'
import { reopenFile } from './reopen-file.ts'
import { resultWorkbook } from './result-workbook.ts'
import { resultCsv, resultTable } from './result.ts'
import { rowDigests } from './row-digests.ts'
import { sendRow } from './send-row.ts'
import { sumsOf } from './sums.ts'

const maxUnknown = 500

type RunCalls = Pick<CallsOf<'batches'>,
  'batches.start' | 'batches.list' | 'batches.paused' | 'batches.show' | 'batches.rows' | 'batches.pause' | 'batches.resume' | 'batches.stop'
  | 'batches.sendRow' | 'batches.reopenFile' | 'batches.saveResult'>

/** Creates the calls. */
export function runCalls(
  desk: DeskContext, limits: PaymentLimits, batches: Batches, drafts: DraftsForStart,
): RunCalls {
  const { services, findTarget } = desk
  const { journal, system } = services

  const describe = (kept: KeptBatch): Promise<CallAnswer<'batches.show'>> => batches.describe(kept)

  async function show(batchId: KeptBatch['batchId']): Promise<CallAnswer<'batches.show'>> {
    const found = await batches.find(batchId)
    return found.ok ? await describe(found.value) : found
  }

  async function describeAll(all: readonly KeptBatch[]): Promise<CallAnswer<'batches.list'>> {
    const described = []
    for (const kept of all) {
      const one = await describe(kept)
      if (!one.ok) return one
      described.push(one.value)
    }
    return success(described)
  }

  /** SECURITY: for production a person confirms outside the page exactly the rows that will be sent. */
  async function refusedStart(planned: PlannedBatch, sums: readonly PlannedSum[]): Promise<Failure | null> {
    const { profile } = planned.target
    if (profile.environment !== 'production') return null
    return await refusedInTurn(startQuestions(planned, sums, batchPace(profile).perSecond))
  }

  async function refusedInTurn(questions: readonly OutsideQuestion[] | null): Promise<Failure | null> {
    if (questions === null) return { code: 'question-too-long' }
    for (const question of questions) {
      const refused = await refusedOutside(system, question)
      if (refused !== null) return refused
    }
    return null
  }

  /** Prevents that other rows are sent meanwhile, however long a message box is open. */
  async function reserved(work: () => Promise<CallAnswer<'batches.start'>>): Promise<CallAnswer<'batches.start'>> {
    const release = batches.reserve()
    if (release === null) return failed({ code: 'batch-under-way' })
    try {
      return await work()
    } finally {
      release()
    }
  }

  async function overLimit({ operation, target }: PlannedBatch, sums: readonly PlannedSum[]): Promise<Failure | null> {
    if (!touchesMoney(operation)) return null
    const byCurrency = sumsOf(sums).map(({ currency, minorAmount, withoutAmount }) =>
      ({ currency, minorAmount: withoutAmount === 0 ? minorAmount : null }))
    return await limits.batchRefusal(target.profile, operation, byCurrency)
  }

  async function start({ draftId, version }: ParsedInput<'batches.start'>): Promise<CallAnswer<'batches.start'>> {
    const since = batches.timesRested()
    const planned = drafts.take(draftId, version)
    if (!planned.ok) return planned
    const { target, rows } = planned.value
    if (rows.length === 0) return failed({ code: 'nothing-ready' })
    const sums = await plannedSums(planned.value)
    const refused = await overLimit(planned.value, sums) ?? await refusedStart(planned.value, sums)
    if (refused !== null) return failed(refused)
    // SECURITY: boxes may be open for minutes; draft, profile and desk must be unchanged.
    const again = drafts.take(draftId, version)
    if (!again.ok) return again
    const now = await findTarget(target.profile.id, target.entryPoint)
    if (!now.ok) return now
    if (!sendsAlike(now.value, target)) return failed({ code: 'intent-gone' })
    const begun = await begin(planned.value, sums, now.value, since)
    // Its rows are being sent, so the draft must not be confirmed again.
    if (begun.ok) drafts.discard(draftId)
    return begun
  }

  async function begin(
    planned: PlannedBatch, sums: readonly PlannedSum[], target: Target, since: number,
  ): Promise<CallAnswer<'batches.start'>> {
    const batch = confirmedBatch(services, planned)
    const inMemory = planned.operation.batch === 'file-only'
    const digests = inMemory
      ? await rowDigests(services.vault, planned.rows.map(({ values }) => values))
      : success(null)
    if (!digests.ok) return digests
    const rows = await confirmedRows(planned, sums, digests.value)
    const { profile } = target
    const inWords = sumsOf(sums).map((sum) => sumInWords(profile, sum)).join('; ')
    const audit = auditRecord(
      services, 'batch-started', profile.name, `${planned.operation.name}: ${inWords}.`, rows.length,
    )
    const started = await journal.startBatch({ batch, rows, audit })
    if (!started.ok) return started
    const values = planned.rows.map((row, index): [number, FieldValues] => [index, row.values])
    if (inMemory) batches.keepFile(batch.batchId, new Map(values), since)
    const kept: KeptBatch = { ...batch, state: 'running', paused: null }
    await batches.begin(kept, target, since)
    return await describe(kept)
  }

  /** The target of a batch that continues. Merchant and environment must be those that were confirmed. */
  async function targetOf(kept: KeptBatch): Promise<Result<Target, Failure>> {
    const target = await findTarget(kept.profileId, kept.entryPoint)
    if (!target.ok) return target
    const { merchant, profile } = target.value
    return merchant === kept.merchantKey && profile.environment === kept.environment
      ? target : failed({ code: 'intent-gone' })
  }

  /**
   * Queries the status of rows with an unknown outcome at the pace of the batch, so that it continues with as few of
   * them as possible. After a lock it checks no further row and leaves the pace to the batch of the next person.
   */
  async function checkUnknown({ batchId, profileId }: KeptBatch, pace: BatchPace, since: number): Promise<void> {
    const unknown = await journal.batchRows({ batchId, show: 'unknown', sort: 'line', from: 0, count: maxUnknown })
    if (!unknown.ok) return
    desk.paces.begin(profileId, pace, () => undefined)
    try {
      for (const { entry } of unknown.value.rows) {
        if (since !== batches.timesRested()) return
        if (entry !== null) await desk.resolution.check(entry.entryId)
      }
    } finally {
      if (since === batches.timesRested()) desk.paces.end(profileId)
    }
  }

  async function resume({ batchId }: ParsedInput<'batches.resume'>): Promise<CallAnswer<'batches.resume'>> {
    const since = batches.timesRested()
    const found = await batches.find(batchId)
    if (!found.ok) return found
    const kept = found.value
    const described = await describe(kept)
    if (!described.ok) return described
    if (kept.state !== 'paused') return failed({ code: 'batch-not-possible-now' })
    const hasWaitingRows = (described.value.states.waiting?.rows ?? 0) > 0
    if (hasWaitingRows && described.value.needsFile) return failed({ code: 'batch-file-needed' })
    const confirmed = await journal.isBatchAsConfirmed({ batchId })
    if (!confirmed.ok) return confirmed
    if (!confirmed.value) return failed({ code: 'batch-rows-changed' })
    const target = await targetOf(kept)
    if (!target.ok) return target
    const refused = described.value.isOwn ? null : await refusedResume(kept, target.value)
    if (refused !== null) return failed(refused)
    await checkUnknown(kept, batchPace(target.value.profile), since)
    const targetNow = await targetOf(kept)
    if (!targetNow.ok) return targetNow
    // SECURITY: the desk was locked during the checks; the next person has resumed nothing.
    if (since !== batches.timesRested()) return failed({ code: 'desk-locked' })
    const resumed = await batches.markResumed(kept)
    if (!resumed.ok) return resumed
    const now = await batches.find(batchId)
    if (!now.ok) return now
    await batches.begin(now.value, targetNow.value, since)
    return await describe(now.value)
  }

  /** SECURITY: the batch of another person is confirmed outside the page, as at its start. */
  async function refusedResume(kept: KeptBatch, { profile }: Target): Promise<Failure | null> {
    if (profile.environment !== 'production') return null
    const counted = await journal.countBatch({ batchId: kept.batchId })
    if (!counted.ok) return counted.failure
    const waiting = counted.value.filter(({ state }) => state === 'waiting')
    return await refusedInTurn(resumeQuestions(
      { operation: operations[kept.operation], profile, perSecond: batchPace(profile).perSecond }, waiting, kept.who))
  }

  async function sendOneRow(
    { batchId, row, reason, acceptDuplicateOf }: ParsedInput<'batches.sendRow'>,
  ): Promise<CallAnswer<'batches.sendRow'>> {
    const since = batches.timesRested()
    const found = await batches.find(batchId)
    if (!found.ok) return found
    const kept = await journal.batchRow({ batchId, row })
    if (!kept.ok) return kept
    if (kept.value?.state !== 'set-aside') return failed({ code: 'batch-not-possible-now' })
    const confirmed = await journal.isBatchAsConfirmed({ batchId })
    if (!confirmed.ok) return confirmed
    if (!confirmed.value) return failed({ code: 'batch-rows-changed' })
    const operation = operations[found.value.operation]
    const values = operation.batch === 'file-only' ? batches.fileOf(batchId)?.get(row) : kept.value.confirmed.values
    if (values === undefined) return failed({ code: 'batch-file-needed' })
    const target = await targetOf(found.value)
    if (!target.ok) return target
    const sent = await sendRow(desk, limits, {
      operation, target: target.value, values, place: { batchId, row }, reason, acceptDuplicateOf,
      holds: () => since === batches.timesRested(),
      confirm: (request, given) => paymentRefusedOutside(desk, request, target.value.profile, given),
    })
    return sent.ok ? await show(batchId) : sent
  }

  return {
    'batches.start': (input) => reserved(() => start(input)),
    async 'batches.list'({ profileId }) {
      const found = await journal.batches({ profileId, limit: mostBatchesListed })
      if (!found.ok) return found
      const paused = await batches.paused()
      if (!paused.ok) return paused
      const older = paused.value.filter((kept) =>
        kept.profileId === profileId && !found.value.some(({ batchId }) => batchId === kept.batchId))
      return await describeAll([...found.value, ...older])
    },
    async 'batches.paused'() {
      const found = await batches.paused()
      return found.ok ? await describeAll(found.value) : found
    },
    'batches.show': ({ batchId }) => show(batchId),
    async 'batches.rows'(query) {
      const page = await journal.batchRows(query)
      return page.ok ? success({ rows: page.value.rows.map(describeRow), total: page.value.total }) : page
    },
    async 'batches.pause'({ batchId }) {
      const found = await batches.find(batchId)
      if (!found.ok) return found
      if (batches.running()?.batchId !== batchId) return failed({ code: 'batch-not-possible-now' })
      const paused = await batches.change(found.value, { to: 'paused', why: 'by-person', detail: null })
      return paused.ok ? await show(batchId) : paused
    },
    'batches.resume': (input) => reserved(() => resume(input)),
    async 'batches.stop'({ batchId }) {
      const found = await batches.find(batchId)
      if (!found.ok) return found
      const stopped = await batches.change(found.value, { to: 'stopped' })
      return stopped.ok ? await show(batchId) : stopped
    },
    'batches.sendRow': (input) => sendOneRow(input),
    async 'batches.reopenFile'({ batchId }) {
      const found = await batches.find(batchId)
      if (!found.ok) return found
      const target = await targetOf(found.value)
      if (!target.ok) return target
      const opened = await reopenFile(services, batches, drafts, found.value, target.value)
      return opened.ok ? await show(batchId) : opened
    },
    async 'batches.saveResult'({ batchId, format }) {
      const found = await batches.find(batchId)
      if (!found.ok) return found
      const table = await resultTable(journal, found.value)
      if (!table.ok) return table
      const content = format === 'csv' ? resultCsv(table.value, found.value.reading.mapping) : await resultWorkbook(table.value)
      const name = `batch-${found.value.startedAt.slice(0, 10)}-result.${format}`
      return await saveFile(services, { name, content }, {
        action: 'history-exported', subject: name, detail: `Result of batch ${batchId}`,
      })
    },
  }
}
