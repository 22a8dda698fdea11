import { expect, test } from 'vitest'
import { approvalRate } from '#shared/model/figures/approval.ts'
import type { FigureName } from '#shared/model/figures/today-numbers.ts'

const rate = (counts: Partial<Record<FigureName, number>>): string | null => approvalRate((name) => counts[name] ?? 0)

test('the approval rate is approved by decided payments, without unknown, error and refunds', () => {
  expect(rate({ approved: 15, held: 3, declined: 5, filtered: 1, unknown: 7, error: 9, refunded: 4, voided: 2 })).toBe('75.0')
  expect(rate({ paidOut: 10, transferred: 10, declined: 1 })).toBe('95.2')
})

test('there is no approval rate below 20 payments', () => {
  expect(rate({ approved: 10, declined: 9, unknown: 50 })).toBeNull()
  expect(rate({ approved: 10, declined: 10 })).toBe('50.0')
})

test('the approval rate is 100 or 0 only if all or none were approved', () => {
  expect([rate({ approved: 99_999, declined: 1 }), rate({ approved: 20 })]).toEqual(['99.9', '100.0'])
  expect([rate({ approved: 1, declined: 99_999 }), rate({ declined: 20 })]).toEqual(['0.1', '0.0'])
})
