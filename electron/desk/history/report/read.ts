/** The report of a period, from the stored sums. The gateway is not queried. */
import { startOfDate, type Span } from '#shared/day-hours.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import { datesBetween, dayOf } from '#shared/dates.ts'
import { mostReportReasons, type Report, type ReportQuery } from '#shared/model/figures/report.ts'
import { timeZoneOf } from '#shared/model/profiles/time-zone.ts'
import { figures, filterOfNumber } from '#shared/model/figures/today-numbers.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { spanTimes } from '../../../common/processes/time.ts'
import type { Services } from '../../services.ts'
import { bothSums, type BothSums } from '../both-sums.ts'
import type { History } from '../merged.ts'
import { entriesOf, figuresOf, reasonsOf, type FinalSum } from '../today-figures.ts'

/**
 * Days that the journal adds up in one call. A quarter fits, so its numbers are of one moment. A longer period is read
 * in several parts, and other calls run in between.
 */
const daysAtOnce = 92

interface ReportedDay extends Span {
  readonly date: string
}

/**
 * Creates the function that reads a report. It fails with `no-such-profile` if the profile is unknown or has no
 * merchant.
 */
export function reportReader(
  { journal, profiles }: Pick<Services, 'journal' | 'profiles'>, history: Pick<History, 'others' | 'profileHere' | 'calls'>,
) {
  const sumsOf = bothSums({ journal, profiles }, history)
  const figuresIn = (sums: readonly FinalSum[]) => figuresOf(sums, sumsOf.readingOf)

  return async ({ profileId, first, last, ...narrowing }: ReportQuery): Promise<Result<Report, Failure>> => {
    const profile = profiles.get(profileId)
    const merchantKey = profile === null ? null : merchantKeyOf(profile)
    if (profile === null || merchantKey === null) return failed({ code: 'no-such-profile' })
    const owner = { merchantKey, environment: profile.environment }
    const timeZone = timeZoneOf(profile)
    const days = daysIn(first, last, timeZone)
    const parts: (BothSums & { readonly days: readonly ReportedDay[] })[] = []
    for (const part of inParts(days)) {
      const sums = await sumsOf.read({
        ...owner, ...narrowing, spans: part, byBrand: true, failed: { span: around(part), ...figures.declined },
      })
      if (!sums.ok) return sums
      parts.push({ ...sums.value, days: part })
    }
    const period = spanTimes(around(days))
    const otherwise = await history.calls['history.count'](
      filterOfNumber(owner, { figure: 'reported-otherwise', period, ...narrowing, currency: narrowing.currency ?? undefined }),
    )
    if (!otherwise.ok) return otherwise
    const all = parts.flatMap(({ finals }) => finals)
    // Reversed, as the newest text of a code is in the last part.
    const reasons = reasonsOf(parts.toReversed().flatMap((part) => part.failed), mostReportReasons, sumsOf.readingOf)
    const listed = reasons.reasons.reduce((sum, { payments }) => sum + payments, 0)
    return success({
      ...owner, ...narrowing, timeZone, first, last, ...period,
      currencies: figuresIn(all),
      days: parts.flatMap(({ days: those, finals }) => {
        const ofDay = Map.groupBy(finals, ({ span }) => span)
        return those.flatMap((day, span) => {
          const sums = ofDay.get(span)
          return sums === undefined ? [] : [{ date: day.date, ...spanTimes(day), currencies: figuresIn(sums) }]
        })
      }),
      brands: [...Map.groupBy(all, ({ cardBrand }) => cardBrand ?? null)]
        .toSorted(([one, those], [other, others]) =>
          entriesOf(others) - entriesOf(those) || ((one ?? '') < (other ?? '') ? -1 : 1))
        .map(([cardBrand, sums]) => ({ cardBrand, currencies: figuresIn(sums) })),
      reasons: reasons.reasons,
      otherReasons: reasons.payments - listed,
      reportedOtherwise: otherwise.value.count,
      otherDesks: parts[0]?.otherDesks ?? null,
    })
  }
}

/** The days between two dates in a time zone, with their start and end. */
function daysIn(first: string, last: string, timeZone: string): readonly ReportedDay[] {
  const dates = datesBetween(first, last)
  const [begin, end] = [dayOf(first), dayOf(last)]
  if (begin === null || end === null) return []
  // Each day ends where the next one begins, so the calendar of the zone is read once per day.
  const starts = dates.map((_date, later) => startOfDate({ ...begin, day: begin.day + later }, timeZone))
  const until = startOfDate({ ...end, day: end.day + 1 }, timeZone)
  return dates.map((date, index) => ({ date, from: starts[index] ?? until, until: starts[index + 1] ?? until }))
}

function inParts(days: readonly ReportedDay[]): readonly (readonly ReportedDay[])[] {
  return Array.from({ length: Math.ceil(days.length / daysAtOnce) }, (_, part) =>
    days.slice(part * daysAtOnce, (part + 1) * daysAtOnce))
}

function around(days: readonly Span[]): Span {
  return { from: days[0]?.from ?? 0, until: days.at(-1)?.until ?? 0 }
}
