/** Days as filters choose them, turned into moments for main. */
import type { UtcTime } from '#shared/brands.ts'
import { dateAt, startOfDate } from '#shared/day-hours.ts'
import type { Day } from '#shared/typed-day.ts'
import { dayPresets, type DayPreset } from '#shared/typed-days.ts'

/** From one moment on and before another; null where that side is open. */
export interface TimeRange {
  readonly from: UtcTime | null
  readonly until: UtcTime | null
}

const written = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/

const span = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)\.\.(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)$/

/** Two moments as a choice, for a link from a number that counts until now. */
export function writtenSpan(from: UtcTime, until: UtcTime): string {
  return `${from}..${until}`
}

/** The moments of such a choice; null for any other. */
export function spanOf(choice: string): { readonly from: UtcTime; readonly until: UtcTime } | null {
  const [, from = '', until = ''] = span.exec(choice) ?? []
  const moments = { from: new Date(from), until: new Date(until) }
  if (Number.isNaN(moments.from.getTime()) || Number.isNaN(moments.until.getTime())) return null
  return { from: moments.from.toISOString() as UtcTime, until: moments.until.toISOString() as UtcTime }
}

export function isDayPreset(text: string): text is DayPreset {
  return dayPresets.some((preset) => preset === text)
}

/**
 * The days of a choice, first and last, as "2026-11-21"; empty where a side is open, both for a choice that is none.
 * Written "today", "2026-11-01..2026-11-21" or "2026-11-01..".
 */
export function daysOf(choice: string): { readonly first: string; readonly last: string } {
  const [, first = '', last = ''] = written.exec(choice) ?? []
  return { first, last }
}

/** The two days of a custom range as a choice; nothing for none. */
export function writtenDays(first: string, last: string): string {
  return first === '' && last === '' ? '' : `${first}..${last}`
}

/** Whose days count. */
export interface Calendar {
  readonly today: Day
  /** The first moment of a date; months and days beyond the calendar's carry over. */
  readonly startOf: (date: Day) => Date
}

/** The days of this computer. */
export function calendarHere(now: Date): Calendar {
  return {
    today: { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() },
    startOf: ({ year, month, day }) => new Date(year, month - 1, day),
  }
}

/** The days of a time zone. */
export function calendarIn(timeZone: string, now: Date): Calendar {
  return {
    today: dateAt(now.getTime(), timeZone),
    startOf: (date) => new Date(startOfDate(date, timeZone)),
  }
}

/**
 * The moments of a choice: from the start of its first day until the end of its last one, also where a day has 23 or 25
 * hours. Both are open for a choice that is none.
 */
export function timeRangeOf(choice: string, { today, startOf }: Calendar): TimeRange {
  const { year, month, day } = today
  const quarter = month - (month - 1) % 3
  const from = (changes: Partial<Day>): Date => startOf({ ...today, ...changes })
  switch (choice) {
    case 'today': return range(from({}), from({ day: day + 1 }))
    case 'yesterday': return range(from({ day: day - 1 }), from({}))
    case 'last-7-days': return range(from({ day: day - 6 }), from({ day: day + 1 }))
    case 'this-month': return range(from({ day: 1 }), startOf({ year, month: month + 1, day: 1 }))
    case 'last-month': return range(startOf({ year, month: month - 1, day: 1 }), from({ day: 1 }))
    case 'this-quarter': return range(startOf({ year, month: quarter, day: 1 }), startOf({ year, month: quarter + 3, day: 1 }))
    default: {
      const moments = spanOf(choice)
      if (moments !== null) return moments
      const { first, last } = daysOf(choice)
      return range(startOfWritten(first, 0, startOf), startOfWritten(last, 1, startOf))
    }
  }
}

function startOfWritten(text: string, later: number, startOf: Calendar['startOf']): Date | null {
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = text.split('-').map(Number)
  if ([year, month, day].some(Number.isNaN)) return null
  const start = startOf({ year, month, day: day + later })
  return Number.isNaN(start.getTime()) ? null : start
}

function range(from: Date | null, until: Date | null): TimeRange {
  return { from: utc(from), until: utc(until) }
}

function utc(moment: Date | null): UtcTime | null {
  return moment === null ? null : moment.toISOString() as UtcTime
}
