/** Reads ranges of days as people type them: "last week", "May", "Friday". */
import { dayAt, monthNamed, type Day } from './typed-day.ts'

/** The ranges that the history's filter offers by name. */
export const dayPresets = [
  'today', 'yesterday', 'last-7-days', 'this-month', 'last-month', 'this-quarter',
] as const
export type DayPreset = (typeof dayPresets)[number]

/** A preset, or the first and the last day: `2026-11-01..2026-11-21`. */
export type DaysChoice = DayPreset | `${string}..${string}`

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/**
 * The days that a phrase in lower case names, relative to `today`; null if it names none. Weeks begin on Monday. A
 * month without a year, or a weekday, is the most recent one that has begun.
 */
export function typedDays(phrase: string, today: Day): DaysChoice | null {
  const preset = dayPresets.find((one) => one.replaceAll('-', ' ') === phrase)
  if (preset !== undefined) return preset
  return range(weekOf(phrase, today) ?? longSpanOf(phrase, today) ?? monthOf(phrase, today) ?? oneDay(phrase, today))
}

type Span = readonly [first: number, last: number]

/** The milliseconds of a day; months and days beyond the calendar's carry over, as in `Date.UTC`. */
function at(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day)
}

function weekOf(phrase: string, { year, month, day }: Day): Span | null {
  const before = { 'this week': 0, 'last week': 7 }[phrase]
  if (before === undefined) return null
  const sinceMonday = (new Date(at(year, month, day)).getUTCDay() + 6) % 7
  const monday = day - sinceMonday - before
  return [at(year, month, monday), at(year, month, monday + 6)]
}

function longSpanOf(phrase: string, { year, month }: Day): Span | null {
  const quarter = month - (month - 1) % 3
  switch (phrase) {
    case 'last quarter': return [at(year, quarter - 3, 1), at(year, quarter, 0)]
    case 'this year': return [at(year, 1, 1), at(year, 12, 31)]
    case 'last year': return [at(year - 1, 1, 1), at(year - 1, 12, 31)]
    default: return null
  }
}

/** "May", "May 2026", "Nov 2026", "2026-11". Three letters without a year are not a month: they are often names. */
function monthOf(phrase: string, today: Day): Span | null {
  const [name = '', year = '', ...others] = phrase.split(' ')
  const iso = /^(\d{4})-(\d\d)$/.exec(phrase)
  const month = iso === null ? monthNamed(name, year !== '') : Number(iso[2])
  if (month === null || month < 1 || month > 12 || others.length > 0) return null
  if (iso === null && year !== '' && !/^(?:19|20|21)\d\d$/.test(year)) return null
  const newest = month > today.month ? today.year - 1 : today.year
  const chosen = Number(iso?.[1] ?? (year === '' ? newest : year))
  return chosen < 1970 ? null : [at(chosen, month, 1), at(chosen, month + 1, 0)]
}

function oneDay(phrase: string, { year, month, day }: Day): Span | null {
  const weekday = weekdays.indexOf(phrase)
  if (weekday !== -1) {
    const ago = (new Date(at(year, month, day)).getUTCDay() - weekday + 7) % 7
    return [at(year, month, day - ago), at(year, month, day - ago)]
  }
  const words = phrase.split(' ')
  const found = dayAt(words, 0)
  if (found === null || found.length !== words.length) return null
  const moment = at(found.day.year, found.day.month, found.day.day)
  return [moment, moment]
}

function range(span: Span | null): DaysChoice | null {
  if (span === null) return null
  const [first, last] = span.map((moment) => new Date(moment).toISOString().slice(0, 10))
  return `${first ?? ''}..${last ?? ''}`
}
