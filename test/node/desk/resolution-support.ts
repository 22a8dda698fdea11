/** Charges whose replies were lost, and functions that advance time until they are resolved. */
import { expect } from 'vitest'
import type { EntryId } from '#shared/brands.ts'
import type { OpenOutcome } from '#shared/model/payments/resolution.ts'
import { stateOf } from './order-support.ts'
import { charge, type TestDesk } from './support.ts'

export const minute = 60_000

/** A charge whose reply never arrived; with `arrived` the gateway carried it out anyway. */
export async function lost(desk: TestDesk, arrived: boolean, changes: Record<string, string> = {}) {
  const kind = arrived ? 'reset-after-reading' : 'reset-before-reading'
  await desk.sandbox.armFault({ kind, operation: 'recurrent-payment', times: 1, delayMs: 0 })
  const answer = await charge(desk, changes)
  expect(answer.outcome.kind).toBe('unknown')
  return answer
}

export async function openOutcomeOf(desk: TestDesk, entryId: EntryId): Promise<OpenOutcome | undefined> {
  return (await desk.call('resolution.list', null)).find(({ row }) => row.entryId === entryId)
}

/** Advances time in small steps until a condition is true. */
export async function until(desk: TestDesk, isSo: () => Promise<boolean>, step = 1_000): Promise<void> {
  await expect.poll(async () => {
    await desk.clock.pass(step)
    return await isSo()
  }, { interval: 20 }).toBe(true)
}

export const untilState = (desk: TestDesk, answer: { entryId: EntryId }, state: string) =>
  until(desk, async () => await stateOf(desk, answer) === state)

export const untilAsked = (desk: TestDesk, { entryId }: { entryId: EntryId }) =>
  until(desk, async () => (await openOutcomeOf(desk, entryId))?.lastAskedAt != null)

export const statusQueries = (desk: TestDesk): number => desk.ledger().filter(({ operation }) => operation === 'status').length
