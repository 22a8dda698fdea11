/** Amounts as they are searched for: the same text is other minor units in a currency with other digits (§2.6). */
import type { MinorUnits } from '#shared/brands.ts'
import { currencyCodes, minorUnitDigits } from '#shared/gateway/currencies.ts'
import { toMinorUnits, withoutSurplusZeros } from '#shared/gateway/money.ts'

/** Minor units, and the currencies in which they are the amount. */
export interface AmountInMinorUnits {
  readonly minorAmount: MinorUnits
  readonly currencies: readonly string[]
}

const codesByDigits = new Map<number, readonly string[]>(
  [0, 2, 3, 4].map((digits) => [digits, currencyCodes.filter((code) => minorUnitDigits(code) === digits)]),
)

/**
 * The minor units of amounts in major units, by the digits of the currency, or of every currency where none is given.
 * An amount with more decimals than a currency has is none of it; empty where nothing fits.
 */
export function inMinorUnits(amounts: readonly string[], currency?: string): readonly AmountInMinorUnits[] {
  const readings = currency === undefined ? [...codesByDigits] : [[minorUnitDigits(currency) ?? 0, [currency]] as const]
  return amounts.flatMap((amount) => readings.flatMap(([digits, currencies]) => {
    const minor = toMinorUnits(withoutSurplusZeros(amount, digits), digits)
    return minor.ok ? [{ minorAmount: minor.value, currencies }] : []
  }))
}
