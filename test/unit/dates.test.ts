import { expect, test } from 'vitest'
import { datesBetween, dateText, dayOf, mostDates } from '#shared/dates.ts'

test.each(['2026-11-31', '2026-02-29', '2026-13-01', '2026-1-01', '1969-12-31', '', 'today', '2026-11-01T00:00:00Z'])('"%s" is not a date', (text) => {
  expect(dayOf(text)).toBeNull()
})

test('a range has all dates from the first to the last one, across months and leap days', () => {
  expect(datesBetween('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
  expect(datesBetween('2026-12-31', '2026-12-31')).toEqual(['2026-12-31'])
  expect(dateText({ year: 2026, month: 12, day: 32 })).toBe('2027-01-01')
})

test('a range in the wrong order is empty, and none is longer than a year', () => {
  expect(datesBetween('2026-11-02', '2026-11-01')).toEqual([])
  expect(datesBetween('2024-01-01', '2024-12-31')).toHaveLength(mostDates)
  expect(datesBetween('2024-01-01', '2025-01-01')).toEqual([])
})
