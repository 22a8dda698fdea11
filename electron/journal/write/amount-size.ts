/** Orders amounts of any currency by size: whole ten-thousandths of the major unit. */
import type { MinorUnits } from '#shared/brands.ts'
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import type { SentReading } from './sent-reading.ts'

/** No currency has more digits behind its point. */
const digitsBehind = 4

/** The size of an amount, by the digits that its entry reads in its currency; none without a known currency. */
export function sizeOf(minorAmount: MinorUnits, currency: string | null, reading: SentReading): number {
  return capped(BigInt(minorAmount) * 10n ** BigInt(digitsBehind - (minorUnitDigits(currency ?? '', reading) ?? 0)))
}

/** The size of an amount typed in major units ("10.15"); surplus decimals are cut. */
export function sizeOfText(major: string): number {
  const [whole = '0', fraction = ''] = major.split('.')
  return capped(BigInt(`${whole}${fraction.slice(0, digitsBehind).padEnd(digitsBehind, '0')}`))
}

/** Larger sizes are equal: a number must represent each exactly. */
function capped(size: bigint): number {
  const largest = BigInt(Number.MAX_SAFE_INTEGER)
  return Number(size > largest ? largest : size)
}
