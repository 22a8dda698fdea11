import { describe, expect, it } from 'vitest'
import { nextPollDelay } from '#shared/gateway/replies/order-status.ts'
import type { OperationId } from '#shared/gateway/operations/operations.ts'
import { closingOf, followedFor, mayClose, type LastQuery } from '../../../electron/desk/resolution/resolution-plan.ts'

const minute = 60_000
const unknown = { state: 'unknown' as const }

describe('a plan that is continued', () => {
  it('continues at its place, by the time of the request', () => {
    expect(followedFor(unknown, 7 * minute)).toBe(7 * minute)
  })

  it('of last week does not check every few seconds again, but has not ended either', () => {
    expect(nextPollDelay(followedFor(unknown, 7 * 24 * 60 * minute))).toBe(10 * minute)
  })

  it('of an entry from the future, because of a clock that was set back, starts now', () => {
    expect(followedFor(unknown, -60 * minute)).toBe(0)
  })

  it('of an entry in error starts with its slow part', () => {
    expect(nextPollDelay(followedFor({ state: 'error' }, 0))).toBe(10 * minute)
  })
})

describe('a person may close', () => {
  const waitMs = 120 * minute
  const askedWith = (agoMs: number, mismatches: LastQuery['mismatches'] = ['not-found']): LastQuery =>
    ({ at: 0, mark: -agoMs, mismatches })
  const now = (age: number) => ({ age, waitMs, mark: 0 })

  it('an entry that is not found, if that was reported after the waiting time, and nothing else', () => {
    expect(mayClose('not-found', askedWith(0), now(waitMs))).toBe(true)
    expect(mayClose('not-found', askedWith(1), now(waitMs))).toBe(false)
    expect(mayClose('not-found', askedWith(60 * minute), now(waitMs + 60 * minute))).toBe(true)
    expect(mayClose('not-found', askedWith(0, ['amount']), now(waitMs))).toBe(false)
    expect(mayClose('not-found', askedWith(0, ['elsewhere']), now(waitMs))).toBe(false)
    expect(mayClose('not-found', askedWith(0, []), now(waitMs))).toBe(false)
    expect(mayClose('not-found', null, now(waitMs))).toBe(false)
  })

  it('an error, if the gateway replied after the waiting time without another end', () => {
    expect(mayClose('error', askedWith(0, []), now(waitMs))).toBe(true)
    expect(mayClose('error', askedWith(0), now(waitMs))).toBe(true)
    expect(mayClose('error', askedWith(1, []), now(waitMs))).toBe(false)
    expect(mayClose('error', askedWith(0, ['not-answered']), now(waitMs))).toBe(false)
    expect(mayClose('error', null, now(waitMs))).toBe(false)
  })

  it('an unknown entry, if a status of its order other than processing was reported after the waiting time', () => {
    expect(mayClose('unknown', askedWith(0, ['amount']), now(waitMs))).toBe(true)
    expect(mayClose('unknown', askedWith(1, ['amount']), now(waitMs))).toBe(false)
    expect(mayClose('unknown', askedWith(0, []), now(waitMs))).toBe(false)
    expect(mayClose('unknown', askedWith(0, ['not-found']), now(waitMs))).toBe(false)
    expect(mayClose('unknown', askedWith(0, ['amount', 'elsewhere']), now(waitMs))).toBe(false)
    expect(mayClose('unknown', askedWith(0, ['not-answered']), now(waitMs))).toBe(false)
    expect(mayClose('unknown', null, now(waitMs))).toBe(false)
  })

  it.each<[OperationId, 'not-found' | 'unknown' | null]>([
    ['sale', 'not-found'], ['recurrent-payment', 'not-found'], ['preauth', 'not-found'], ['payout-v2', 'not-found'],
    ['transfer-v4', 'not-found'], ['return', 'unknown'], ['void', 'unknown'], ['capture', 'unknown'],
    ['upload-cres-result', null],
  ])('an unknown %s: %s', (operation, closes) => {
    expect(closingOf({ operation, state: 'unknown', collision: null })).toBe(closes)
    expect(closingOf({ operation, state: 'error', collision: null })).toBe('error')
  })
})
