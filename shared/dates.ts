/** Days of the calendar as dates: "2026-11-30". */
import type { Day } from './typed-day.ts'

/** Most days of a period: a year. */
export const mostDates = 366

/** A written date; null for what is none, and before 1970. */
export function dayOf(text: string): Day | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  const date = new Date(`${text}T00:00:00Z`)
  if (year === '' || year < '1970' || Number.isNaN(date.getTime()) || writtenDay(date) !== text) return null
  return { year: Number(year), month: Number(month), day: Number(day) }
}

/** A date as text; months and days beyond the calendar's carry over. */
export function dateText({ year, month, day }: Day): string {
  return writtenDay(new Date(Date.UTC(year, month - 1, day)))
}

/** The dates from the first to the last one; none where they are no dates, in the wrong order or too many. */
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
