/** Days as filters choose them, converted into moments for main. */
import type { UtcTime } from '#shared/brands.ts'
import { dateAt, startOfDate } from '#shared/day-hours.ts'
import type { Day } from '#shared/typed-day.ts'
import { dayPresets, type DayPreset } from '#shared/typed-days.ts'

/** Moments from one on and before another; null for an open side. */
export interface TimeRange {
  readonly from: UtcTime | null
  readonly until: UtcTime | null
}

const written = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/

const span = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)\.\.(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)$/

/** A range of two moments as a choice, for the link from a figure that counts until now. */
export function writtenSpan(from: UtcTime, until: UtcTime): string {
  return `${from}..${until}`
}

/** Reads such a choice; null for any other. */
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
 * First and last day of a choice as "2026-11-21"; empty for an open side, and both empty for an invalid choice. A
 * choice is "today", "2026-11-01..2026-11-21" or "2026-11-01..".
 */
export function daysOf(choice: string): { readonly first: string; readonly last: string } {
  const [, first = '', last = ''] = written.exec(choice) ?? []
  return { first, last }
}

/** A custom range of days as a choice; empty if both days are empty. */
export function writtenDays(first: string, last: string): string {
  return first === '' && last === '' ? '' : `${first}..${last}`
}

/** The calendar whose days are meant. */
export interface Calendar {
  readonly today: Day
  /** The first moment of a day; months and days beyond the calendar's carry over. */
  readonly startOf: (date: Day) => Date
}

/** The calendar of this computer. */
export function calendarHere(now: Date): Calendar {
  return {
    today: { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() },
    startOf: ({ year, month, day }) => new Date(year, month - 1, day),
  }
}

/** The calendar of a time zone. */
export function calendarIn(timeZone: string, now: Date): Calendar {
  return {
    today: dateAt(now.getTime(), timeZone),
    startOf: (date) => new Date(startOfDate(date, timeZone)),
  }
}

/**
 * The moments of a choice: from the start of its first day until the end of its last one, also if a day has 23 or 25
 * hours. Both sides are open for an invalid choice.
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
