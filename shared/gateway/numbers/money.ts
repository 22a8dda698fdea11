import type { MinorUnits } from '../../brands.ts'
import { failed, success, type Result } from '../../result.ts'

export type AmountProblem =
  /** Contains a comma, which may be a decimal comma or a thousands separator. */
  | { readonly code: 'amount-comma' }
  | { readonly code: 'amount-format' }
  | { readonly code: 'amount-decimals'; readonly allowed: number }
  | { readonly code: 'amount-zero' }

const decimalText = /^(\d+)(?:\.(\d+))?$/

/**
 * Converts decimal text in major units to minor units ("10.5" with 2 digits becomes "1050"). It never uses floating
 * point, which breaks 0.29, 1.15 and 64.1 (§5.1 rule 1, addendum 4). It refuses surplus decimals, even zeros, and
 * signs, spaces, exponents and a missing digit on either side of the point.
 */
export function toMinorUnits(major: string, digits: number): Result<MinorUnits, AmountProblem> {
  if (major.includes(',')) return failed({ code: 'amount-comma' })
  const match = decimalText.exec(major)
  if (match === null) return failed({ code: 'amount-format' })
  const [, whole = '', fraction = ''] = match
  if (fraction.length > digits) return failed({ code: 'amount-decimals', allowed: digits })
  return success(canonical(whole + fraction.padEnd(digits, '0')))
}

/** Like `toMinorUnits`, but refuses zero: a charge, hold or refund must be greater than 0. */
export function toChargeableMinorUnits(major: string, digits: number): Result<MinorUnits, AmountProblem> {
  const minor = toMinorUnits(major, digits)
  if (minor.ok && minor.value === '0') return failed({ code: 'amount-zero' })
  return minor
}

/**
 * The possible meanings of an amount with commas in a currency of `digits` digits, if they can be sent: "1,000" is 1000
 * or, with 2 digits, 1.00; "10,15" is 10.15. They are only proposed to a person.
 */
export function amountsWithoutComma(text: string, digits: number): string[] {
  const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? [text.replaceAll(',', '')] : []
  const decimal = /^\d+,\d+$/.test(text) ? [withoutSurplusZeros(text.replace(',', '.'), digits)] : []
  return [...grouped, ...decimal].filter((amount) => toChargeableMinorUnits(amount, digits).ok)
}

/** The decimal text of minor units with exactly `digits` decimals ("1015" with 2 digits becomes "10.15"). */
export function toMajorText(minor: MinorUnits, digits: number): string {
  if (digits === 0) return minor
  const padded = minor.padStart(digits + 1, '0')
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`
}

/**
 * True if two amounts in major units are equal in a currency of `digits` digits ("10.5" and "10.50"); false if one
 * cannot be read.
 */
export function sameAmount(one: string, other: string, digits: number): boolean {
  const first = toMinorUnits(one, digits)
  const second = toMinorUnits(other, digits)
  return first.ok && second.ok && first.value === second.value
}

/** The most decimals of any currency. Profiles may read the same currency with different digits. */
export const mostDigits = 4

/**
 * Minor units of a currency of `digits` digits as ten-thousandths of the major unit, so that amounts with different
 * digits can be added and compared.
 */
export function scaledAmount(minor: string, digits: number): bigint {
  return BigInt(minor) * 10n ** BigInt(mostDigits - digits)
}

function canonical(digits: string): MinorUnits {
  return digits.replace(/^0+(?=\d)/, '') as MinorUnits
}

/** Removes zeros beyond `digits` decimals ("10.1500" of USD becomes "10.15"); other text is unchanged. */
export function withoutSurplusZeros(text: string, digits: number): string {
  const [, whole, fraction] = decimalText.exec(text) ?? []
  if (whole === undefined || fraction === undefined) return text
  const kept = fraction.slice(0, digits)
  return /^0*$/.test(fraction.slice(digits)) ? (kept === '' ? whole : `${whole}.${kept}`) : text
}
