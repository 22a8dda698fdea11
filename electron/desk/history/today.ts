/** Today's figures, from this desk's history and in a team from the copied logs. The gateway is not queried. */
import { dayHours, daysBefore, quarterMs, type DayHours, type Span } from '#shared/day-hours.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import { timeZoneOf } from '#shared/model/profiles/time-zone.ts'
import { mostReasons, type Today } from '#shared/model/figures/today.ts'
import { failedPayments } from '#shared/model/figures/today-numbers.ts'
import { failed, success } from '#shared/result.ts'
import { spanTimes } from '../../common/processes/time.ts'
import type { CallsOf } from '../calls.ts'
import type { Services } from '../services.ts'
import { bothSums } from './both-sums.ts'
import type { History } from './merged.ts'
import { addedUp, countsIn, figuresOf, reasonsOf, type FinalSum } from './today-figures.ts'

const daysBeside = 7

/** The call that reads Today. */
export function todayCalls(
  { journal, profiles, system }: Pick<Services, 'journal' | 'profiles' | 'system'>,
  history: Pick<History, 'others' | 'profileHere'>,
): CallsOf<'today'> {
  const sumsOf = bothSums({ journal, profiles }, history)

  return {
    async 'today.read'({ profileId }) {
      const profile = profiles.get(profileId)
      const merchantKey = profile === null ? null : merchantKeyOf(profile)
      if (profile === null || merchantKey === null) return failed({ code: 'no-such-profile' })
      const owner = { merchantKey, environment: profile.environment }
      const timeZone = timeZoneOf(profile)
      const days = daysAt(system.now(), timeZone)
      const [first, ...others] = days
      const spans = days.flatMap(({ parts }) => parts)
      const sums = await sumsOf.read({ ...owner, spans, failed: { span: first.soFar, ...failedPayments } })
      if (!sums.ok) return sums
      const ofPart = Map.groupBy(sums.value.finals, ({ span }) => spans[span])
      const figuresOn = ({ day, soFar, parts }: ComparedDay) => {
        const within = ({ from, until }: Span): FinalSum[] =>
          parts.flatMap((part) => (part.from >= from && part.until <= until ? ofPart.get(part) ?? [] : []))
        return {
          soFar: { ...spanTimes(soFar), currencies: figuresOf(within(soFar), sumsOf.readingOf) },
          hours: day.hours.map((span) => ({ ...spanTimes(span), counts: countsIn(within(span)) })),
        }
      }
      const [today, before] = [figuresOn(first), others.map(figuresOn)]
      return success<Today>({
        ...owner, timeZone, soFar: today.soFar, before: before.map(({ soFar }) => soFar),
        hours: today.hours.map((shown, hour) => ({
          hour, ...shown, before: addedUp(before.flatMap(({ hours }) => hours[hour]?.counts ?? [])),
        })),
        failed: reasonsOf(sums.value.failed, mostReasons, sumsOf.readingOf),
        otherDesks: sums.value.otherDesks,
      })
    },
  }
}

/** A day with its hours, and the part of it up to the current quarter-hour by the clock of the zone. */
interface ComparedDay {
  readonly day: DayHours
  readonly soFar: Span
  /** The hours of the day; the one in which `soFar` ends is split in two. */
  readonly parts: readonly Span[]
}

/** Today and the days before it. */
function daysAt(now: number, timeZone: string): readonly [ComparedDay, ...ComparedDay[]] {
  const day = dayHours(now, timeZone)
  const end = Math.min((Math.floor(now / quarterMs) + 1) * quarterMs, day.until)
  const minute = day.minuteAt(end - quarterMs) + quarterMs / 60_000
  const before = daysBefore(day, daysBeside, timeZone).map((one) => comparedDay(one, one.firstAt(minute)))
  return [comparedDay(day, end), ...before]
}

function comparedDay(day: DayHours, end: number): ComparedDay {
  const parts = day.hours.flatMap(({ from, until }) =>
    (from < end && end < until ? [{ from, until: end }, { from: end, until }] : [{ from, until }]))
  return { day, soFar: { from: day.from, until: end }, parts }
}
