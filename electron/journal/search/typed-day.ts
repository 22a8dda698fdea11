/** Recognises a day that a person typed into the search, in the time zone of this computer. */
import type { UtcTime } from '#shared/brands.ts'
import type { HistoryFilter } from '#shared/model/history/history-list.ts'
import { typedDay } from '#shared/typed-day.ts'

/**
 * Converts the one day in a filter's text to a time range: "2026-11-21", "21.11.2026", "21 Nov 2026", "Nov 21, 2026",
 * "21/11/2026" if only one of the numbers can be the month. Two days, or an invalid day, stay words.
 */
export function withTypedDay(filter: HistoryFilter): HistoryFilter {
  const found = typedDay(filter.text)
  if (found === null) return filter
  const { year, month, day } = found.day
  const moment = (inDay: number) => new Date(year, month - 1, inDay).toISOString() as UtcTime
  return {
    ...filter, text: found.rest,
    from: later(filter.from, moment(day)), until: earlier(filter.until, moment(day + 1)),
  }
}

function later(one: UtcTime | null | undefined, other: UtcTime): UtcTime {
  return one == null || one < other ? other : one
}

function earlier(one: UtcTime | null | undefined, other: UtcTime): UtcTime {
  return one == null || one > other ? other : one
}
