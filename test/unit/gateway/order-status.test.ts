import { describe, expect, it } from 'vitest'
import { followFor, isFinalStatus, nextPollDelay, readStage, waitsForCardholder } from '#shared/gateway/replies/order-status.ts'

const second = 1_000
const minute = 60 * second

describe('following an order (addendum 7)', () => {
  it('the status is requested every 3 to 5 s for 5 minutes, then every 5 to 10 minutes up to one hour, then stops', () => {
    const askedAt: number[] = []
    for (let at = 0, delay = nextPollDelay(0); delay !== null; delay = nextPollDelay(at)) {
      const most = at < 5 * minute ? 5 * second : 10 * minute
      const least = at < 5 * minute ? 3 * second : 5 * minute
      expect(delay).toBeGreaterThanOrEqual(least)
      expect(delay).toBeLessThanOrEqual(most)
      at += delay
      askedAt.push(at)
    }
    expect(askedAt.at(-1)).toBeGreaterThanOrEqual(followFor)
    expect(askedAt.filter((at) => at <= 5 * minute).length).toBeGreaterThanOrEqual(60)
    expect(nextPollDelay(60 * minute)).toBeNull()
  })

  it.each([
    ['approved', true], ['declined', true], ['filtered', true], ['error', true], ['processing', false], ['unknown', false],
    ['chain_declined', false], ['APPROVED', false], ['', false], ['toString', false],
  ])('%j is final: %s', (status, final) => { expect(isFinalStatus(status)).toBe(final) })

  it('stages are parsed as family and suffix', () => {
    expect(readStage('sale_3d_validating')).toEqual({ family: 'sale', suffix: '3d_validating' })
    expect(readStage('reversal_processing')).toEqual({ family: 'reversal', suffix: 'processing' })
    expect(readStage('odd')).toEqual({ family: 'odd', suffix: '' })
  })

  it('the order waits for the cardholder only while the status is not final', () => {
    expect(waitsForCardholder('processing', 'sale_3d_validating')).toBe(true)
    expect(waitsForCardholder('approved', 'sale_3d_validating')).toBe(false)
    expect(waitsForCardholder('processing', 'sale_filtering')).toBe(false)
    expect(waitsForCardholder('processing', null)).toBe(false)
  })
})
