/** The periods of a report. */
import { dateText, datesBetween, dayOf, mostDates } from '#shared/dates.ts'
import type { Day } from '#shared/typed-day.ts'
import type { Translate } from '../../i18n/index.ts'

export const periodKinds = ['day', 'month', 'quarter', 'custom'] as const
export type PeriodKind = (typeof periodKinds)[number]

/** Dates, both included. In a custom period they may be empty or in the wrong order. */
export interface Period {
  readonly kind: PeriodKind
  readonly first: string
  readonly last: string
}

const monthsOf = { month: 1, quarter: 3 } as const

/** The period of a kind that contains a day. */
export function periodAround(kind: Exclude<PeriodKind, 'custom'>, day: Day): Period {
  if (kind === 'day') return { kind, first: dateText(day), last: dateText(day) }
  const months = monthsOf[kind]
  const month = day.month - (day.month - 1) % months
  return {
    kind, first: dateText({ ...day, month, day: 1 }), last: dateText({ ...day, month: month + months, day: 0 }),
  }
}

/** The period before or after one; null for a custom one. */
export function neighbour({ kind, first }: Period, direction: 1 | -1): Period | null {
  const day = dayOf(first)
  if (kind === 'custom' || day === null) return null
  const moved = kind === 'day'
    ? { ...day, day: day.day + direction }
    : { ...day, month: day.month + monthsOf[kind] * direction, day: 1 }
  // `dateText` normalises days and months outside the calendar, such as month 13.
  return periodAround(kind, dayOf(dateText(moved)) ?? day)
}

/** The text of a period: "20 November 2026", "November 2026", "Quarter 4, 2026"; empty for a custom one. */
export function periodText({ kind, first }: Period, t: Translate): string {
  const day = dayOf(first)
  if (day === null || kind === 'custom') return ''
  if (kind === 'quarter') return t('report.period.quarterName', { quarter: Math.ceil(day.month / 3), year: day.year })
  return shown(first, { month: 'long', year: 'numeric', ...(kind === 'day' && { day: 'numeric' }) })
}

/** The text of a date in a table: "Fri 20 Nov". */
export function dateShown(date: string): string {
  return shown(date, { weekday: 'short', day: 'numeric', month: 'short' })
}

/** Why a period is invalid; empty if it is valid. */
export function periodProblem({ first, last }: Period, t: Translate): string {
  if (dayOf(first) === null || dayOf(last) === null) return t('report.period.incomplete')
  if (last < first) return t('report.period.order')
  return datesBetween(first, last).length === 0 ? t('report.period.tooLong', { days: mostDates }) : ''
}

function shown(date: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
}
