import { describe, expect, it } from 'vitest'
import { progressText } from '../../../resources/scripts/electron/progress.ts'

describe('the progress of a download', () => {
  it('has bytes, percentage and rate; the rate is that of this run', () => {
    expect(progressText({ received: 60_000_000, total: 120_000_000 }, 50_000_000, 4)).toBe('60.0 of 120.0 MB (50 %), 2.5 MB/s')
  })

  it('omits unknown values', () => {
    expect(progressText({ received: 1_500_000, total: null }, 0, 0)).toBe('1.5 MB')
  })
})
