/** A day that a person typed into the search, in the time zone of this computer. */
import type { UtcTime } from '#shared/brands.ts'
import type { HistoryFilter } from '#shared/model/history-list.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const names = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november',
  'december']

interface Day { readonly year: number; readonly month: number; readonly day: number }

/**
 * The filter with the one day of its text as a time range: "2026-11-21", "21.11.2026", "21 Nov 2026", "Nov 21, 2026",
 * "21/11/2026" where only one of the numbers can be the month. Two days, or an invalid day, stay words.
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

/** The day in a text, and the text without it; null where there is none, or more than one. */
export function typedDay(text: string): { readonly day: Day; readonly rest: string } | null {
  const words = text.trim().split(/\s+/u)
  const found = words.flatMap((_word, index) => {
    const one = dayOfWord(words[index] ?? '')
    if (one !== null) return [{ day: one, index, length: 1 }]
    const three = dayOfWords(words.slice(index, index + 3))
    return three === null ? [] : [{ day: three, index, length: 3 }]
  })
  const [only] = found
  if (only === undefined || found.length > 1) return null
  return { day: only.day, rest: words.toSpliced(only.index, only.length).join(' ') }
}

function dayOfWord(word: string): Day | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(word)
  if (iso !== null) return real(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(word)
  if (dotted !== null) return real(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]))
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(word)
  if (slashed === null) return null
  const [one, other, year] = [Number(slashed[1]), Number(slashed[2]), Number(slashed[3])]
  const readings = [real(year, other, one), real(year, one, other)].filter((day) => day !== null)
  // 3/4 and 4/3 cannot be distinguished.
  return readings.length === 1 || one === other ? readings[0] ?? null : null
}

function dayOfWords(words: readonly string[]): Day | null {
  if (words.length !== 3) return null
  const [first = '', second = '', year = ''] = words.map((word) => word.replace(/[.,]$/, '').toLowerCase())
  if (!/^\d{4}$/.test(year)) return null
  const [day, name] = /^\d{1,2}$/.test(first) ? [first, second] : [second, first]
  const month = Math.max(months.indexOf(name), names.indexOf(name)) + 1
  return month === 0 || !/^\d{1,2}$/.test(day) ? null : real(Number(year), month, Number(day))
}

function real(year: number, month: number, day: number): Day | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = year >= 1970 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? { year, month, day } : null
}

function later(one: UtcTime | null | undefined, other: UtcTime): UtcTime {
  return one == null || one < other ? other : one
}

function earlier(one: UtcTime | null | undefined, other: UtcTime): UtcTime {
  return one == null || one > other ? other : one
}
