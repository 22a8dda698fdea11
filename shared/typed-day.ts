/** Reads days and months as people type them. */

/** A calendar day without a time zone; months start at 1. */
export interface Day { readonly year: number; readonly month: number; readonly day: number }

const shortMonths = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const months = [
  'january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december',
]

/** The only day in a text, and the text without it; null if there is none, or more than one. */
export function typedDay(text: string): { readonly day: Day; readonly rest: string } | null {
  const words = text.trim().split(/\s+/u)
  const found = words.flatMap((_word, index) => {
    const here = dayAt(words, index)
    return here === null ? [] : [{ ...here, index }]
  })
  const [only] = found
  if (only === undefined || found.length > 1) return null
  return { day: only.day, rest: words.toSpliced(only.index, only.length).join(' ') }
}

/** The day that begins at a word, and the number of its words; null if none does. */
export function dayAt(words: readonly string[], index: number): { readonly day: Day; readonly length: 1 | 3 } | null {
  const one = dayOfWord(words[index] ?? '')
  if (one !== null) return { day: one, length: 1 }
  const three = dayOfWords(words.slice(index, index + 3))
  return three === null ? null : { day: three, length: 3 }
}

/** The number of a month by its English name, or with `short` by its first three letters or "sept"; null for none. */
export function monthNamed(word: string, short = true): number | null {
  // The short name in British English.
  const first = word === 'sept' ? 'sep' : word
  const month = Math.max(short ? shortMonths.indexOf(first) : -1, months.indexOf(word)) + 1
  return month === 0 ? null : month
}

function dayOfWord(word: string): Day | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(word)
  if (iso !== null) return existingDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(word)
  if (dotted !== null) return existingDay(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]))
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(word)
  if (slashed === null) return null
  const [one, other, year] = [Number(slashed[1]), Number(slashed[2]), Number(slashed[3])]
  const readings = [existingDay(year, other, one), existingDay(year, one, other)].filter((day) => day !== null)
  // 3/4 and 4/3 cannot be distinguished.
  return readings.length === 1 || one === other ? readings[0] ?? null : null
}

function dayOfWords(words: readonly string[]): Day | null {
  if (words.length !== 3) return null
  const [first = '', second = '', year = ''] = words.map((word) => word.replace(/[.,]$/, '').toLowerCase())
  if (!/^\d{4}$/.test(year)) return null
  const [day, name] = /^\d{1,2}$/.test(first) ? [first, second] : [second, first]
  const month = monthNamed(name)
  return month === null || !/^\d{1,2}$/.test(day) ? null : existingDay(Number(year), month, Number(day))
}

function existingDay(year: number, month: number, day: number): Day | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = year >= 1970 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? { year, month, day } : null
}
