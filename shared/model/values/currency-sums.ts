/** Sums of amounts by currency. Without schemas, as the first screen loads it. */
import type { MinorUnits, ProfileId } from '../../brands.ts'
import { minorUnitDigits } from '../../gateway/numbers/currencies.ts'
import { mostDigits, scaledAmount, toMajorText, withoutSurplusZeros } from '../../gateway/numbers/money.ts'
import type { Switches } from '../../gateway/operations/switches.ts'

interface Summand {
  readonly profileId: ProfileId
  /** Null if not known. */
  readonly currency: string | null
}

/** How the profile of a sum reads minor units. */
export type ReadingOf<Sum> = (sum: Sum) => Switches['minorUnitDigits']

/** The sums by currency, in major units; `amountOf` returns minor units, which may be negative. */
export function byCurrency<Sum extends Summand>(
  sums: readonly Sum[], amountOf: (sum: Sum) => string, readingOf: ReadingOf<Sum>,
): ReadonlyMap<string, string> {
  const ofCurrency = Map.groupBy(sums, ({ currency }) => currency ?? '')
  return new Map([...ofCurrency].map(([currency, same]) => [currency, majorSum(same, amountOf, readingOf)]))
}

/** The sum of amounts of one currency: decimal text in major units, with a minus if more money left than came in. */
export function majorSum<Sum extends Summand>(
  sums: readonly Sum[], amountOf: (sum: Sum) => string, readingOf: ReadingOf<Sum>,
): string {
  const currency = sums[0]?.currency ?? ''
  const scaled = sums.reduce(
    (total, sum) => total + scaledAmount(amountOf(sum), minorUnitDigits(currency, readingOf(sum)) ?? 0), 0n)
  return majorOf(scaled, currency)
}

/**
 * Ten-thousandths of the major unit as decimal text with the currency's decimals, or with two if a profile reads two;
 * with a minus below zero.
 */
export function majorOf(scaled: bigint, currency: string): string {
  const major = toMajorText((scaled < 0n ? -scaled : scaled).toString() as MinorUnits, mostDigits)
  const digits = [minorUnitDigits(currency) ?? 0, 2].find((count) => scaled % 10n ** BigInt(mostDigits - count) === 0n)
  const text = withoutSurplusZeros(major, digits ?? mostDigits)
  return scaled < 0n ? `-${text}` : text
}
