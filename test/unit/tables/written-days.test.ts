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
