/** Calendar days as dates: "2026-11-30". */
import type { Day } from './typed-day.ts'

/** The most days in a period: a leap year. */
export const mostDates = 366

/** Parses a date; null for invalid text and for dates before 1970. */
export function dayOf(text: string): Day | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  const date = new Date(`${text}T00:00:00Z`)
  if (year === '' || year < '1970' || Number.isNaN(date.getTime()) || writtenDay(date) !== text) return null
  return { year: Number(year), month: Number(month), day: Number(day) }
}

/** Formats a date; months and days beyond the calendar's carry over. */
export function dateText({ year, month, day }: Day): string {
  return writtenDay(new Date(Date.UTC(year, month - 1, day)))
}

/** The dates from `first` to `last`; empty if one is invalid, if they are in the wrong order, or over the limit. */
export function datesBetween(first: string, last: string): readonly string[] {
  const [from, to] = [dayOf(first), dayOf(last)]
  if (from === null || to === null) return []
  const count = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1
  if (count < 1 || count > mostDates) return []
  return Array.from({ length: count }, (_, later) => dateText({ ...from, day: from.day + later }))
}

function writtenDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}
