/** Orders amounts of any currency by size: whole ten-thousandths of the major unit. */
import type { MinorUnits } from '#shared/brands.ts'
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import type { SentReading } from './sent-reading.ts'

/** No currency has more decimals. */
const decimals = 4

/** The size of an amount, by the decimals of its currency in its entry's reading; 0 decimals if it is unknown. */
export function sizeOf(minorAmount: MinorUnits, currency: string | null, reading: SentReading): number {
  return capped(BigInt(minorAmount) * 10n ** BigInt(decimals - (minorUnitDigits(currency ?? '', reading) ?? 0)))
}

/** The size of an amount typed in major units ("10.15"); decimals after the fourth are ignored. */
export function sizeOfText(major: string): number {
  const [whole = '0', fraction = ''] = major.split('.')
  return capped(BigInt(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`))
}

/** Limits a size to what a number represents exactly; all larger sizes are equal. */
function capped(size: bigint): number {
  const largest = BigInt(Number.MAX_SAFE_INTEGER)
  return Number(size > largest ? largest : size)
}
