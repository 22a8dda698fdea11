/**
 * The time during which the outcome of a refund was open, which the kill test compares with the order's other
 * refunds.
 */
import { expect, it } from 'vitest'
import type { UtcTime } from '#shared/brands.ts'
import type { EntryDetail, EntryEvent, OutcomeKind } from '#shared/model/history/history.ts'
import { openSpanOf } from '../../bench/kill/open-span.ts'

const at = (second: number): UtcTime => `2026-11-20T18:00:0${second}.000Z` as UtcTime
const outcome = (second: number, kind: OutcomeKind, status: string | null): EntryEvent => ({
  kind: 'outcome', at: at(second), outcome: kind, fault: null, httpStatus: null, status, stage: null, errorCode: null,
  errorText: null, durationMs: 1, reply: null,
})
const observation = (second: number, status: string, resolves: boolean): EntryEvent => ({
  kind: 'observation', at: at(second), lastAt: at(second), repeats: 0, status, stage: null, step: null,
  errorCode: null, errorText: null, reply: '' as EntryDetail['signedText'], resolves,
})
const refund = (...events: EntryEvent[]) => ({
  row: { at: at(0), operation: 'return' }, events: [{ kind: 'intent', at: at(0), who: '', reason: null }, ...events],
}) as unknown as EntryDetail

it.each([
  ['without an outcome', refund(), null],
  ['with a lost reply', refund(outcome(1, 'unknown', null)), null],
  ['whose status is not about this refund', refund(outcome(1, 'unknown', null), observation(2, 'approved', false)), null],
])('a refund %s is still open', (_case, detail, openUntil) => {
  expect(openSpanOf(detail)).toEqual({ openFrom: at(0), openUntil })
})

it.each([
  ['the answer that nothing was sent', refund(outcome(1, 'not-sent', null)), at(1)],
  ['the status that resolved it', refund(outcome(1, 'unknown', null), observation(3, 'approved', true)), at(3)],
  ['the final status of an accepted refund', refund(outcome(1, 'accepted', null), observation(2, 'declined', false)), at(2)],
])('a refund is open up to %s', (_case, detail, openUntil) => {
  expect(openSpanOf(detail).openUntil).toBe(openUntil)
})
