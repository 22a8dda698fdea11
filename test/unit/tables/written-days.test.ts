import { expect, it } from 'vitest'
import { possibleOrders, writtenDay } from '#shared/tables/written-days.ts'

it('reads a day with a two-digit year if the year can only be the last number', () => {
  expect(['20.11.26', '20/11/26 14:05', '20-Nov-26', '20 November 26'].map((cell) => writtenDay(cell, 'day-first')))
    .toEqual(Array.from({ length: 4 }, () => '2026-11-20'))
  expect(writtenDay('11/20/26', 'month-first')).toBe('2026-11-20')
  expect(possibleOrders(['04/05/26', '11/20/26'])).toEqual(['month-first'])
  expect(['20-11-26', '20.11.26.5', '20/11/2', '20 Nov 12:30', '31.02.26'].map((cell) => writtenDay(cell, 'day-first')))
    .toEqual(Array.from({ length: 5 }, () => null))
})

it('reads a day with its month first, in the British short form, or with its time behind it', () => {
  const cells = ['Nov 20, 2026', 'November 20 2026 10:15 PM', 'Nov. 20th, 2026', 'Nov-20-2026', '20261120231500', '202611202315']
  expect(cells.map((cell) => writtenDay(cell, 'day-first'))).toEqual(cells.map(() => '2026-11-20'))
  expect(writtenDay('4 Sept 2026', 'day-first')).toBe('2026-09-04')
  const others = ['Total 20, 2026', 'Nov 2026', 'Nov 31, 2026', '2026112023150', '20261120231500123']
  expect(others.map((cell) => writtenDay(cell, 'day-first'))).toEqual(others.map(() => null))
})
