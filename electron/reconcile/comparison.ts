/** One comparison of a statement with the history, which receives entries in parts. */
import type { EntryId, ProfileId } from '#shared/brands.ts'
import { dateText, datesBetween, dayOf } from '#shared/dates.ts'
import { startOfDate, type Span } from '#shared/day-hours.ts'
import { isCurrencyCode } from '#shared/gateway/numbers/currencies.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { RunProblem } from '#shared/model/payments/reconcile.ts'
import type { TableRow } from '#shared/model/values/table.ts'
import { columnsProblem } from '#shared/reconcile/columns.ts'
import { offeredEntry, type JournalEntry } from '#shared/reconcile/ledger-entry.ts'
import { createMatcher, type Period } from '#shared/reconcile/matching.ts'
import { readLines, type Reading } from '#shared/reconcile/read-lines.ts'
import type { Reconciled } from '#shared/reconcile/reconciliation.ts'
import { mostDaysApart, type StatementLine } from '#shared/reconcile/statement-line.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { calendarDay } from '#shared/start-of-day.ts'

/** Clocks of all zones change at the start of a quarter-hour. */
const quarterMs = 15 * 60_000
const linesPerLookup = 100

/** How the entries of the history are read. */
export interface EntryReading {
  /** The zone of the days. */
  readonly timeZone: string
  /** How each profile reads minor units. */
  readonly minorUnits: Readonly<Record<ProfileId, Switches['minorUnitDigits']>>
  /** The rule for removed profiles: that of the statement's profile, as the merchant is the same. */
  readonly otherwise: Switches['minorUnitDigits']
}

export interface Comparison {
  /** The period of the entries to read: the statement's, and as many days around it as a suggestion may differ. */
  readonly span: Span
  offer(entries: readonly JournalEntry[]): void
  /** Ids of lines from a position on that no entry of the span had; null after the last line. */
  idsToFind(from: number): { readonly ids: readonly string[]; readonly next: number } | null
  finish(): Reconciled
}

/** Begins a comparison, or returns what a person must choose first. */
export function beginComparison(
  rows: readonly TableRow[], reading: Reading, chosen: Period | null, { timeZone, minorUnits, otherwise }: EntryReading,
): Result<Comparison, RunProblem> {
  const problem = columnsProblem(reading.meanings)
  if (problem !== null) return failed(problem)
  if (!reading.meanings.includes('currency') && !isCurrencyCode(reading.currency ?? '')) return failed('no-currency')
  const lines = readLines(rows, reading)
  if (lines.every(({ amount }) => amount === null)) return failed('amounts-unreadable')
  const period = periodOf(lines, reading, chosen)
  if (!period.ok) return period
  const span = spanOf(period.value, timeZone)
  const matcher = createMatcher(lines, period.value)
  const dayAt = daysIn(timeZone)
  /** Entries outside the span. */
  const found = new Set<EntryId>()
  return success({
    span,
    offer(entries) {
      for (const entry of entries) {
        // Ids are looked up in parts, and lines of several parts may have the same order: it counts once.
        const isInSpan = entry.at >= span.from && entry.at < span.until
        if (!isInSpan && found.has(entry.entryId)) continue
        if (!isInSpan) found.add(entry.entryId)
        matcher.offer(offeredEntry(entry, dayAt(entry.at), minorUnits[entry.profileId] ?? otherwise))
      }
    },
    idsToFind(from) {
      const open = matcher.unmatched(from, linesPerLookup)
      const last = open.at(-1)
      if (last === undefined) return null
      const ids = open.flatMap(({ line: { ids: { orderId, merchantOrderId, serialNumber } } }) =>
        [orderId, merchantOrderId, serialNumber].filter((id) => id !== undefined))
      return { ids, next: last.place + 1 }
    },
    finish: () => ({ period: period.value, ...matcher.finish() }),
  })
}

function periodOf(
  lines: readonly StatementLine[], { meanings }: Reading, chosen: Period | null,
): Result<Period, RunProblem> {
  const days = lines.flatMap(({ day }) => day ?? [])
  if (chosen === null && days.length === 0) return failed(meanings.includes('day') ? 'days-unreadable' : 'no-days')
  const period = chosen ?? days.reduce<Period>(
    ({ first, last }, day) => ({ first: day < first ? day : first, last: day > last ? day : last }),
    { first: days[0] ?? '', last: days[0] ?? '' },
  )
  return datesBetween(period.first, period.last).length === 0 ? failed('period-too-long') : success(period)
}

function spanOf({ first, last }: Period, timeZone: string): Span {
  return { from: momentOf(first, -mostDaysApart, timeZone), until: momentOf(last, mostDaysApart + 1, timeZone) }
}

function momentOf(date: string, later: number, timeZone: string): number {
  const day = dayOf(date)
  const moved = day === null ? null : dayOf(dateText({ ...day, day: day.day + later }))
  return moved === null ? 0 : startOfDate(moved, timeZone)
}

/** The date of a moment, computed once for each quarter-hour. */
function daysIn(timeZone: string): (moment: number) => string {
  const known = new Map<number, string>()
  return (moment) => {
    const quarter = Math.floor(moment / quarterMs)
    const day = known.get(quarter) ?? calendarDay(moment, timeZone)
    known.set(quarter, day)
    return day
  }
}
