/** The figures of Today from the journal's sums. */
import { majorSum } from '#shared/model/values/currency-sums.ts'
import { shownAmount } from '#shared/model/history/history-totals.ts'
import type { CurrencyFigures, Figure, Today } from '#shared/model/figures/today.ts'
import { figureNames, figures, type FigureName } from '#shared/model/figures/today-numbers.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { OtherDesksPort } from '../../journal/other-desks/port.ts'

type Read<Call extends 'finalSums' | 'failedSums'> =
  Extract<Awaited<ReturnType<OtherDesksPort[Call]>>, { readonly ok: true }>['value'][number]
export type FinalSum = Read<'finalSums'>
export type FailedSum = Read<'failedSums'>
type ReadingOf = (sum: Pick<FinalSum, 'profileId'>) => Switches['minorUnitDigits']

/** The figures of sums, by currency code; an unknown currency comes last. */
export function figuresOf(sums: readonly FinalSum[], readingOf: ReadingOf): CurrencyFigures[] {
  return byCurrency(sums).map(([currency, same]) => ({
    currency,
    figures: each(same, (counted) => figureOf(counted, readingOf)),
    net: majorSum(same, ({ netMinorAmount }) => netMinorAmount, readingOf),
    netUnknown: same.reduce((total, { netUnknown }) => total + netUnknown, 0),
  }))
}

/** The number of entries that each figure counts. */
export function countsIn(sums: readonly FinalSum[]): Record<FigureName, number> {
  return each(sums, entriesOf)
}

/** Adds the counts of several hours. */
export function addedUp(hours: readonly Readonly<Record<FigureName, number>>[]): Record<FigureName, number> {
  return forEachFigure((name) => hours.reduce((total, hour) => total + hour[name], 0))
}

/** The most frequent reasons of failed payments, at most `most`, and the totals of all of them. */
export function reasonsOf(failed: readonly FailedSum[], most: number, readingOf: ReadingOf): Today['failed'] {
  const amountsOf = (sums: readonly FinalSum[]) => ({
    payments: entriesOf(sums),
    amounts: byCurrency(sums).map(([currency, same]) => ({ currency, ...figureOf(same, readingOf) })),
  })
  const reasons = [...Map.groupBy(failed, ({ errorCode }) => errorCode)].map(([errorCode, same]) => ({
    errorCode, errorText: same.find(({ errorText }) => errorText !== null)?.errorText ?? null,
    ...amountsOf(same.flatMap(({ sums }) => sums)),
  }))
  const sorted = reasons.toSorted((one, other) =>
    other.payments - one.payments || ((one.errorCode ?? '') < (other.errorCode ?? '') ? -1 : 1))
  return { ...amountsOf(failed.flatMap(({ sums }) => sums)), reasons: sorted.slice(0, most) }
}

/** The figure that counts an operation in a state. No two figures count the same. */
const nameOf = new Map(figureNames.flatMap((name) => figures[name].operations.flatMap((operation) =>
  figures[name].states.map((state) => [`${operation} ${state}`, name] as const))))

/** A value for each figure, from the sums that it counts. */
function each<Value>(
  sums: readonly FinalSum[], of: (counted: readonly FinalSum[]) => Value,
): Record<FigureName, Value> {
  const counted = Map.groupBy(sums, ({ operation, state }) => nameOf.get(`${operation} ${state}`))
  return forEachFigure((name) => of(counted.get(name) ?? []))
}

function forEachFigure<Value>(of: (name: FigureName) => Value): Record<FigureName, Value> {
  return Object.fromEntries(figureNames.map((name) => [name, of(name)])) as Record<FigureName, Value>
}

function byCurrency(sums: readonly FinalSum[]): [currency: string | null, sums: FinalSum[]][] {
  return [...Map.groupBy(sums, ({ currency }) => currency)]
    .toSorted(([one], [other]) => (one === null || (other !== null && one > other) ? 1 : -1))
}

function figureOf(sums: readonly FinalSum[], readingOf: ReadingOf): Figure {
  return {
    payments: entriesOf(sums),
    amount: majorSum(sums, shownAmount, readingOf),
    withoutAmount: sums.reduce((total, { withoutAmount }) => total + withoutAmount, 0),
  }
}

/** The number of entries in the sums. */
export function entriesOf(sums: readonly FinalSum[]): number {
  return sums.reduce((total, { entries }) => total + entries, 0)
}
