import { describe, expect, it } from 'vitest'
import { nextPollDelay } from '#shared/gateway/order-status.ts'
import type { OperationId } from '#shared/gateway/operations.ts'
import {
  canBeNotFound, notFoundCountsFrom, saysNotFoundLongEnough, takenUpSince,
} from '../../../electron/desk/settling-plan.ts'

const minute = 60_000
const sentAt = Date.parse('2026-11-20T09:41:07.000Z')

describe('a plan that is taken up', () => {
  it('goes on where it was, by when the request was sent', () => {
    expect(takenUpSince(sentAt, sentAt + 7 * minute)).toBe(sentAt)
  })

  it('of last week is not asked about every few seconds again, but has not ended either', () => {
    const now = sentAt + 7 * 24 * 60 * minute
    expect(nextPollDelay(now - takenUpSince(sentAt, now))).toBe(10 * minute)
  })

  it('of an entry from the future, by a clock that was set back, begins now', () => {
    expect(takenUpSince(sentAt, sentAt - 60 * minute)).toBe(sentAt - 60 * minute)
  })
})

describe('"not found" may be taken as "not charged"', () => {
  const from = notFoundCountsFrom(sentAt, 120)
  const said = (at: number, doubts: ('not-found' | 'amount' | 'elsewhere')[] = ['not-found']) => ({ at, doubts })

  it('when it was said after the waiting time, and nothing else was', () => {
    expect(saysNotFoundLongEnough(said(from), from, from)).toBe(true)
    expect(saysNotFoundLongEnough(said(from - 1), from, from + 60 * minute)).toBe(false)
    expect(saysNotFoundLongEnough(said(from, ['amount']), from, from)).toBe(false)
    expect(saysNotFoundLongEnough(said(from, ['elsewhere']), from, from)).toBe(false)
    expect(saysNotFoundLongEnough(null, from, from)).toBe(false)
  })

  it('not while the clock, set back, says that the time has not come', () => {
    expect(saysNotFoundLongEnough(said(from + minute), from, from - minute)).toBe(false)
  })

  it.each<[OperationId, boolean]>([
    ['sale', true], ['recurrent-payment', true], ['preauth', true], ['payout-v2', true], ['transfer-v4', true],
    ['return', false], ['void', false], ['capture', false], ['upload-cres-result', false],
  ])('%s: %s', (operation, can) => {
    expect(canBeNotFound({ operation })).toBe(can)
  })
})
