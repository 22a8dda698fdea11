/** The hours of a day in a time zone, across clock changes, in quarter-hours of UTC. */
import { startOfDay, wallClock } from './start-of-day.ts'
import type { Day } from './typed-day.ts'

export const quarterMs = 15 * 60_000
const hourMs = 4 * quarterMs

/** A period from `from` (included) to `until` (excluded), in milliseconds since 1970 UTC. */
export interface Span {
  readonly from: number
  readonly until: number
}

export interface DayHours extends Span {
  /**
   * The 24 hours that clocks show. An hour that clocks skip is empty. An hour that occurs twice, or is longer, is one
   * span, which also contains the repeated part of the hour before.
   */
  readonly hours: readonly Span[]
  /** The first moment of the day at which the clock shows this many minutes since midnight, or more. */
  firstAt(minute: number): number
  /** The minutes since midnight that the clock shows at a moment of the day. */
  minuteAt(moment: number): number
}

/** The day that contains a moment. Throws `RangeError` for an invalid time zone. */
export function dayHours(moment: number, timeZone: string): DayHours {
  const from = startOfDay(moment, timeZone)
  // Every day is long enough that this moment is within the next one.
  const until = startOfDay(from + 36 * hourMs, timeZone)
  const wall = wallClock(timeZone)
  const midnight = Math.floor(wall(from) / (24 * hourMs)) * 24 * hourMs
  const minuteAt = (at: number): number => (wall(at) - midnight) / 60_000
  const offsetAt = (at: number): number => wall(at) - at
  const isEven = offsetAt(from) === offsetAt(until - 1)
  const offset = offsetAt(from)
  const quarters = isEven ? [] : Array.from({ length: Math.ceil((until - from) / quarterMs) }, (_, place) =>
    minuteAt(from + place * quarterMs))
  const firstAt = (minute: number): number => {
    if (isEven) return Math.min(Math.max(midnight + minute * 60_000 - offset, from), until)
    const place = quarters.findIndex((shown) => shown >= minute)
    return place === -1 ? until : from + place * quarterMs
  }
  const starts = Array.from({ length: 25 }, (_, hour) => (hour === 24 ? until : firstAt(hour * 60)))
  const hours = starts.slice(0, 24).map((start, hour) => ({ from: start, until: starts[hour + 1] ?? until }))
  return { from, until, hours, firstAt, minuteAt }
}

/** The `count` days before a day, newest first. */
export function daysBefore(day: Span, count: number, timeZone: string): readonly DayHours[] {
  const days: DayHours[] = []
  for (let until = day.from; days.length < count;) {
    const before = dayHours(until - 1, timeZone)
    days.push(before)
    until = before.from
  }
  return days
}

/** The date in a time zone at a moment. */
export function dateAt(moment: number, timeZone: string): Day {
  const shown = new Date(wallClock(timeZone)(moment))
  return { year: shown.getUTCFullYear(), month: shown.getUTCMonth() + 1, day: shown.getUTCDate() }
}

/** The first moment of a date in a time zone; months and days beyond the calendar's carry over, as in `Date.UTC`. */
export function startOfDate({ year, month, day }: Day, timeZone: string): number {
  const noon = Date.UTC(year, month - 1, day, 12)
  return startOfDay(noon - (wallClock(timeZone)(noon) - noon), timeZone)
}
