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
import { addedUp, countsIn, figuresOf, reasonsOf, type FailedSum, type FinalSum } from './today-figures.ts'

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
      const [first, ...others] = days
      const spans = days.flatMap(({ parts }) => parts)
      const copies = await history.others()
      const [sums, state] = await Promise.all([ofBoth(copies, owner, spans, first.soFar), copies?.state()])
      if (!sums.ok) return sums
      const ofPart = Map.groupBy(sums.value.finals, ({ span }) => spans[span])
      const figuresOn = ({ day, soFar, parts }: ComparedDay) => {
        const within = ({ from, until }: Span): FinalSum[] =>
          parts.flatMap((part) => (part.from >= from && part.until <= until ? ofPart.get(part) ?? [] : []))
        return {
          soFar: { ...timesOf(soFar), currencies: figuresOf(within(soFar), readingOf) },
          hours: day.hours.map((span) => ({ ...timesOf(span), counts: countsIn(within(span)) })),
        }
      }
      const [today, before] = [figuresOn(first), others.map(figuresOn)]
      return success<Today>({
        ...owner, timeZone, soFar: today.soFar, before: before.map(({ soFar }) => soFar),
        hours: today.hours.map((shown, hour) => ({
          hour, ...shown, before: addedUp(before.flatMap(({ hours }) => hours[hour]?.counts ?? [])),
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

/** A day with the hours that are compared, through the present quarter-hour by the clock of the zone. */
interface ComparedDay {
  readonly day: DayHours
  readonly soFar: Span
  /** Its hours; the one in which the compared ones end is in two parts. */
  readonly parts: readonly Span[]
}

/** Today, and the days before it. */
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

function timesOf({ from, until }: Span): { readonly from: UtcTime; readonly until: UtcTime } {
  return { from: timeOf(from), until: timeOf(until) }
}

function timeOf(moment: number): UtcTime {
  return new Date(moment).toISOString() as UtcTime
}
