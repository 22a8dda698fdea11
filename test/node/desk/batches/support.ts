/** Batches of a desk over its real modules, from pasted text. */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import type { CallOutput, ParsedInput } from '#shared/ipc/contract.ts'
import type { Batch, BatchId, BatchRow, BatchRowState } from '#shared/model/payments/batch.ts'
import type { ProfileDraft } from '#shared/model/profiles/profile.ts'
import { textOf, type Cells } from '../../../support/fixtures/batch-rows.ts'
import { endpoint, type TestDesk } from '../support.ts'

type BatchOperation = ParsedInput<'batches.openText'>['operation']

/** As fast as loopback permits. */
export const unlimited = { perSecond: null, atOnce: 4 }

/** Changes a profile; its pace, for example. */
export async function changeProfile(
  desk: TestDesk, changes: Partial<ProfileDraft>, profileId: ProfileId = desk.profileId,
): Promise<void> {
  const { profiles } = await desk.call('profiles.list', null)
  const { id, ...draft } = profiles.find(({ profile }) => profile.id === profileId)!.profile
  await desk.call('profiles.save', { id, draft: { ...draft, ...changes } })
}

export interface StartOptions {
  readonly operation?: BatchOperation
  readonly profileId?: ProfileId
}

/** The draft of the rows, all of which are ready. */
export async function draftOf(
  desk: TestDesk, rows: readonly Cells[], { operation = 'recurrent-payment', profileId = desk.profileId }: StartOptions = {},
): Promise<ParsedInput<'batches.start'>> {
  const { draftId, version } = await desk.call('batches.openText', {
    profileId, entryPoint: endpoint, operation, text: textOf(operation, rows),
  })
  return { draftId, version }
}

/** Confirms the rows. */
export async function startBatch(desk: TestDesk, rows: readonly Cells[], options: StartOptions = {}): Promise<BatchId> {
  return (await desk.call('batches.start', await draftOf(desk, rows, options))).batchId
}

/** Resolves when the batch does not run any more. */
export async function whenEnded(desk: TestDesk, batchId: BatchId): Promise<Batch> {
  return await vi.waitFor(async () => {
    const batch = await desk.call('batches.show', { batchId })
    expect(batch.state).not.toBe('running')
    return batch
  }, { timeout: 60_000, interval: 20 })
}

/** Starts a batch and resolves when it does not run any more. */
export async function run(desk: TestDesk, rows: readonly Cells[], options: StartOptions = {}): Promise<Batch> {
  return await whenEnded(desk, await startBatch(desk, rows, options))
}

/** Resumes a batch and resolves when it does not run any more. */
export async function resumed(desk: TestDesk, batchId: BatchId): Promise<Batch> {
  await desk.call('batches.resume', { batchId })
  return await whenEnded(desk, batchId)
}

export async function rowsOf(desk: TestDesk, batchId: BatchId): Promise<readonly BatchRow[]> {
  const rows: BatchRow[] = []
  let page: CallOutput<'batches.rows'>
  do {
    page = await desk.call('batches.rows', { batchId, show: 'all', sort: 'line', from: rows.length, count: 200 })
    rows.push(...page.rows)
  } while (page.rows.length > 0 && rows.length < page.total)
  return rows
}

/** How many rows have each state. */
export function counts({ states }: Batch): Partial<Record<BatchRowState, number>> {
  return Object.fromEntries(Object.entries(states).map(([state, { rows }]) => [state, rows]))
}

/** Lets time pass in steps, each with what it causes on loopback, until the condition holds. */
export async function passUntil(
  desk: TestDesk, stepMs: number, holds: () => boolean | Promise<boolean>, mostSteps = 400,
): Promise<void> {
  for (let step = 0; step < mostSteps; step += 1) {
    if (await holds()) return
    await desk.clock.pass(stepMs)
    for (let turn = 0; turn < 50; turn += 1) await turnOfTheLoop()
  }
  expect.fail(`not after ${mostSteps} steps of ${stepMs} ms`)
}
