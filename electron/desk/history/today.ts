/** Today's figures: of this desk's history, and in a team of the other desks' copied logs. The gateway is not asked. */
import type { UtcTime } from '#shared/brands.ts'
import { dayHours, daysBefore, quarterMs, type DayHours, type Span } from '#shared/day-hours.ts'
import type { CardOwner } from '#shared/model/card.ts'
import type { Failure } from '#shared/model/failure.ts'
import { merchantKeyOf } from '#shared/model/merchant.ts'
import { timeZoneOf } from '#shared/model/time-zone.ts'
import type { Today } from '#shared/model/today.ts'
import { failedPayments } from '#shared/model/today-numbers.ts'
import { failed, success, type Result } from '#shared/result.ts'
import type { OtherDesksPort } from '../../journal/other-desks/port.ts'
import type { CallsOf } from '../calls.ts'
import type { Services } from '../services.ts'
import type { History } from './merged.ts'
import { figuresOf, hourCounts, reasonsOf, type FailedSum, type FinalSum } from './today-figures.ts'

/** The calls that both histories have in common. */
type Sums = Pick<OtherDesksPort, 'finalSums' | 'failedSums'>
type CopiesState = Extract<Awaited<ReturnType<OtherDesksPort['state']>>, { readonly ok: true }>['value']

const daysBeside = 7

/** The call that reads Today. */
export function todayCalls(
  { journal, profiles, system }: Pick<Services, 'journal' | 'profiles' | 'system'>,
  history: Pick<History, 'others' | 'profileHere'>,
): CallsOf<'today'> {
  const readingOf = ({ profileId }: Pick<FinalSum, 'profileId'>) =>
    profiles.get(profileId)?.switches.minorUnitDigits ?? 'iso-4217'

  /** Both together. Without the other desks' part, where there is one, it would be mistaken for the whole. */
  async function ofBoth(
    copies: OtherDesksPort | null, owner: CardOwner, spans: readonly Span[], soFar: Span,
  ): Promise<Result<{ readonly finals: readonly FinalSum[]; readonly failed: readonly FailedSum[] }, Failure>> {
    const ask = async (of: Sums) => {
      const [finals, failedOnes] = await Promise.all([
        of.finalSums({ ...owner, spans }), of.failedSums({ ...owner, span: soFar, ...failedPayments }),
      ])
      if (!finals.ok) return finals
      return failedOnes.ok ? success({ finals: finals.value, failed: failedOnes.value }) : failedOnes
    }
    const [own, theirs] = await Promise.all([ask(journal), copies === null ? null : ask(copies)])
    if (!own.ok || theirs === null) return own
    if (!theirs.ok) return theirs
    const here = (sums: readonly FinalSum[]): FinalSum[] => sums.map((sum) => history.profileHere(sum))
    return success({
      finals: [...own.value.finals, ...here(theirs.value.finals)],
      failed: [...own.value.failed, ...theirs.value.failed.map((code) => ({ ...code, sums: here(code.sums) }))],
    })
  }

  return {
    async 'today.read'({ profileId }) {
      const profile = profiles.get(profileId)
      const merchantKey = profile === null ? null : merchantKeyOf(profile)
      if (profile === null || merchantKey === null) return failed({ code: 'no-such-profile' })
      const owner = { merchantKey, environment: profile.environment }
      const timeZone = timeZoneOf(profile)
      const days = daysAt(system.now(), timeZone)
      const spans = days.flatMap(spansOf)
      const copies = await history.others()
      const [sums, state] = await Promise.all([ofBoth(copies, owner, spans, soFarOf(days[0])), copies?.state()])
      if (!sums.ok) return sums
      const ofSpan = Map.groupBy(sums.value.finals, ({ span }) => span)
      const within = ({ from, until }: Span): FinalSum[] => spans.flatMap((span, index) =>
        (span.from >= from && span.until <= until ? ofSpan.get(index) ?? [] : []))
      const figuresIn = (span: Span) => ({ ...timesOf(span), currencies: figuresOf(within(span), readingOf) })
      const [today, ...before] = days
      return success<Today>({
        ...owner, timeZone,
        soFar: figuresIn(soFarOf(today)),
        before: before.map((day) => figuresIn(soFarOf(day))),
        hours: today.day.hours.map((span, hour) => ({
          hour, ...timesOf(span), counts: hourCounts(within(span)),
          before: hourCounts(before.flatMap(({ day }) => within(day.hours[hour] ?? { from: 0, until: 0 }))),
        })),
        failed: reasonsOf(sums.value.failed, readingOf),
        otherDesks: state?.ok === true ? otherDesksIn(state.value) : null,
      })
    },
  }
}

function otherDesksIn({ desks, upToDateAt }: CopiesState): Today['otherDesks'] {
  return { desks: desks.map(({ deskId: desk, label }) => ({ desk, label })), upToDateAt }
}

/** A day, and the end of its hours that are compared: the present quarter-hour's, by the clock of the zone. */
interface ComparedDay {
  readonly day: DayHours
  readonly end: number
}

/** Today, and the days before it. */
function daysAt(now: number, timeZone: string): readonly [ComparedDay, ...ComparedDay[]] {
  const day = dayHours(now, timeZone)
  const end = Math.min((Math.floor(now / quarterMs) + 1) * quarterMs, day.until)
  const minute = day.minuteAt(end - quarterMs) + quarterMs / 60_000
  const before = daysBefore(day, daysBeside, timeZone).map((one) => ({ day: one, end: one.firstAt(minute) }))
  return [{ day, end }, ...before]
}

function soFarOf({ day, end }: ComparedDay): Span {
  return { from: day.from, until: end }
}

/** The hours of a day, with the hour in which the compared ones end in two parts. */
function spansOf({ day, end }: ComparedDay): Span[] {
  return day.hours.flatMap(({ from, until }) =>
    (from < end && end < until ? [{ from, until: end }, { from: end, until }] : [{ from, until }]))
}

function timesOf({ from, until }: Span): { readonly from: UtcTime; readonly until: UtcTime } {
  return { from: timeOf(from), until: timeOf(until) }
}

function timeOf(moment: number): UtcTime {
  return new Date(moment).toISOString() as UtcTime
}
