/** Amounts added up by currency. Without schemas, as the first screen loads it. */
import type { MinorUnits, ProfileId } from '../brands.ts'
import { minorUnitDigits } from '../gateway/currencies.ts'
import { mostDigits, scaledAmount, toMajorText, withoutSurplusZeros } from '../gateway/money.ts'
import type { Switches } from '../gateway/switches.ts'

interface Summand {
  readonly profileId: ProfileId
  /** Null where it is not known. */
  readonly currency: string | null
}

/** How the profile of a sum reads minor units. */
export type ReadingOf<Sum> = (sum: Sum) => Switches['minorUnitDigits']

/** Adds minor units up by currency, in major units; `amountOf` may return a minus. */
export function byCurrency<Sum extends Summand>(
  sums: readonly Sum[], amountOf: (sum: Sum) => string, readingOf: ReadingOf<Sum>,
): ReadonlyMap<string, string> {
  const totals = new Map<string, bigint>()
  for (const sum of sums) {
    const currency = sum.currency ?? ''
    const digits = minorUnitDigits(currency, readingOf(sum)) ?? 0
    const scaled = scaledAmount(amountOf(sum), digits)
    totals.set(currency, (totals.get(currency) ?? 0n) + scaled)
  }
  return new Map([...totals].map(([currency, scaled]) => [currency, signedMajor(scaled, currency)]))
}

function signedMajor(scaled: bigint, currency: string): string {
  const major = toMajorText((scaled < 0n ? -scaled : scaled).toString() as MinorUnits, mostDigits)
  const text = withoutSurplusZeros(major, minorUnitDigits(currency) ?? 0)
  return scaled < 0n ? `-${text}` : text
}
