/** Reads days as written in statements. A column is read with one order of day and month. */
import { dateText, dayOf } from '../dates.ts'
import { monthNamed } from '../typed-day.ts'
import { withWesternDigits } from './digits.ts'

export const dayOrders = ['day-first', 'month-first'] as const
export type DayOrder = (typeof dayOrders)[number]

/**
 * The date of a cell, with or without a time: "2026-11-20", "20261120", "20261120094107", "20.11.2026", "20 Nov 2026",
 * "Nov 20, 2026"; of "04/05/2026" by the column's order; "20.11.26", "11/20/26" and "20-Nov-26" are of this century.
 * Null for anything else, as for "20-11-26", which may begin with its year.
 */
export function writtenDay(cell: string, order: DayOrder): string | null {
  const text = withWesternDigits(cell).trim()
  const ordered = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)/u.exec(text)
    ?? /^(\d{4})(\d\d)(\d\d)(?:\d{4}|\d{6})?(?!\d)/u.exec(text)
  if (ordered !== null) return dateOf(ordered[1], ordered[2], ordered[3])
  const named = /^(\d{1,2})[-. ]*(\p{L}{3,9})\.?[-, ]*(\d{4}|\d\d)(?![\d:])/u.exec(text)
  if (named !== null) return dateOf(named[3], monthOf(named[2]), named[1])
  const monthFirst = /^(\p{L}{3,9})\.?[- ]*(\d{1,2})(?:st|nd|rd|th)?[-, ]+(\d{4})(?!\d)/u.exec(text)
  if (monthFirst !== null) return dateOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2])
  const parts = numbersOf(text)
  if (parts === null) return null
  const [one, other, year] = parts
  return order === 'day-first' ? dateOf(year, other, one) : dateOf(year, one, other)
}

/** The orders in which every cell of a column is a date; both if the column does not decide. */
export function possibleOrders(cells: readonly string[]): readonly DayOrder[] {
  const written = cells.filter((cell) => numbersOf(withWesternDigits(cell).trim()) !== null)
  // Without such a cell both orders give the same dates.
  if (written.length === 0) return ['day-first']
  return dayOrders.filter((order) => written.every((cell) => writtenDay(cell, order) !== null))
}

function numbersOf(text: string): readonly [string, string, string] | null {
  const [, one, other, year] = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4})(?!\d)/u.exec(text)
    ?? /^(\d{1,2})[./](\d{1,2})[./](\d\d)(?![\d./])/u.exec(text) ?? []
  return one === undefined || other === undefined || year === undefined ? null : [one, other, year]
}

function monthOf(name = ''): string {
  return String(monthNamed(name.toLowerCase()) ?? '')
}

function dateOf(year = '', month = '', day = ''): string | null {
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = dayOf(text)
  return date === null ? null : dateText(date)
}
