import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  added, certificateAlertSince, clockErrorOf, isWave, silenceOf, slownessOf, waveIn, waveQuarters, waveSpans,
  type SentRequest, type Share,
} from '#shared/model/application/alert-rules.ts'

const share = (failed: number, payments: number): Share => ({ failed, payments })
const shares = fc.nat({ max: 400 }).chain((payments) =>
  fc.nat({ max: payments }).map((failed) => share(failed, payments)))

describe('an alert about declines', () => {
  it.each<[what: string, now: Share, before: Share, expected: boolean]>([
    ['19 payments are too few', share(19, 19), share(0, 1_000), false],
    ['20 payments count', share(20, 20), share(0, 1_000), true],
    ['exactly twice and 15 points above', share(30, 100), share(15, 100), true],
    ['less than twice', share(59, 100), share(30, 100), false],
    ['twice, but less than 15 points above', share(24, 100), share(10, 100), false],
    ['15 points above, but less than twice', share(75, 100), share(60, 100), false],
    ['without payments before, their share is none', share(3, 20), share(0, 0), true],
    ['a share of 14 points without one before', share(14, 100), share(0, 0), false],
    ['nothing failed', share(0, 100), share(0, 0), false],
  ])('%s', (_what, now, before, expected) => { expect(isWave(now, before)).toBe(expected) })

  it('is never reported below 20 final payments, nor with a share that did not rise by 15 points', () => {
    fc.assert(fc.property(shares, shares, (now, before) => {
      const points = now.failed / Math.max(1, now.payments) - before.failed / Math.max(1, before.payments)
      if (now.payments < 20 || points < 0.15 - 1e-9) expect(isWave(now, before)).toBe(false)
    }))
  })

  it('counts the last five quarter-hours, and began with the first of those in which the rule held', () => {
    fc.assert(fc.property(fc.array(shares, { minLength: 30, maxLength: 30 }), shares, (quarters, before) => {
      const held = quarters.map((_, index) => isWave(added(quarters.slice(index, index + waveQuarters)), before))
      const wave = waveIn(quarters, before)
      expect(wave !== null).toBe(held[0])
      if (wave === null) return
      expect(wave.share).toEqual(added(quarters.slice(0, waveQuarters)))
      expect(held.slice(0, wave.beganWith + 1)).not.toContain(false)
      if (wave.beganWith + waveQuarters < quarters.length) expect(held[wave.beganWith + 1]).toBe(false)
    }))
  })

  it('is counted over the present quarter-hour and the hour before it, and the seven days before these', () => {
    const { now, before, quarters } = waveSpans(Date.parse('2026-11-20T10:07:00.000Z'))
    const shown = [now, before].map(({ from, until }) => [new Date(from).toISOString(), new Date(until).toISOString()])
    expect(shown).toEqual([
      ['2026-11-20T09:00:00.000Z', '2026-11-20T10:15:00.000Z'], ['2026-11-13T09:00:00.000Z', '2026-11-20T09:00:00.000Z'],
    ])
    expect([quarters[0]!.until, quarters[waveQuarters - 1]!.from]).toEqual([now.until, now.from])
  })
})

const minute = 60_000
const now = Date.parse('2026-11-20T10:00:00.000Z')
const request = (minutesAgo: number, changes: Partial<SentRequest> = {}): SentRequest =>
  ({ at: now - minutesAgo * minute, durationMs: 300, answered: true, clockOffsetSeconds: 0, ...changes })
const many = (count: number, changes: Partial<SentRequest> = {}) =>
  Array.from({ length: count }, (_, index) => request(index, changes))

describe('a gateway', () => {
  it('is slow when more than 5 % of at least 20 replies of an hour take more than 10 s', () => {
    const slow = { durationMs: 10_001 }
    expect(slownessOf([...many(19), request(30, slow)], now)).toBeNull()
    expect(slownessOf([...many(18), request(30, slow), request(40, slow)], now))
      .toEqual({ since: now - 40 * minute, percentileMs: 10_001, slow: 2, answers: 20 })
    expect(slownessOf(many(19, slow), now)).toBeNull()
    expect(slownessOf(many(20, { durationMs: 10_000 }), now)).toBeNull()
    expect(slownessOf([...many(18), request(60, slow), request(70, slow)], now)).toBeNull()
  })

  it('does not answer after three requests in succession without an answer', () => {
    const none = { answered: false }
    expect(silenceOf([request(1, none), request(2, none), request(3), request(4, none)])).toBeNull()
    expect(silenceOf([request(1, none), request(2, none), request(9, none), request(10)]))
      .toEqual({ since: now - 9 * minute, requests: 3 })
    expect(silenceOf([])).toBeNull()
    expect(slownessOf(many(40, { answered: false, durationMs: 60_000 }), now)).toBeNull()
  })

  it('shows that this computer’s clock is wrong, since the first such reply', () => {
    const off = (seconds: number) => ({ clockOffsetSeconds: seconds })
    expect(clockErrorOf([request(1, off(60)), request(2, off(-300))])).toBeNull()
    const undated = { clockOffsetSeconds: null }
    expect(clockErrorOf([request(1, off(-61)), request(2, undated), request(3, off(75)), request(4)]))
      .toEqual({ since: now - 3 * minute, offsetSeconds: -61 })
    expect(clockErrorOf([])).toBeNull()
  })

  it('has a certificate that ends within 14 days', () => {
    const days = (count: number) => now + count * 24 * 60 * minute
    expect(certificateAlertSince(days(14) + 1, now)).toBeNull()
    expect(certificateAlertSince(days(14), now)).toBe(now)
    expect(certificateAlertSince(days(3), now)).toBe(days(-11))
  })
})
