/**
 * Amounts for display: grouped, with the currency's number of decimals and its code behind it. Codes are unambiguous;
 * "$" is the symbol of two dozen currencies. Text that is copied, sent or signed never comes from here.
 */
import type { MinorUnits } from './brands.ts'
import { minorUnitDigits } from './gateway/numbers/currencies.ts'
import { toMajorText } from './gateway/numbers/money.ts'
import type { Switches } from './gateway/operations/switches.ts'
import { withoutEnd } from './text-end.ts'

/** The texts are English, and the interface uses the decimal point (§2.6); so all desks show amounts the same way. */
const locale = 'en-GB'
const minusSign = '\u2212'
const decimalText = /^-?\d{1,40}(?:\.\d{1,20})?$/

/**
 * Groups decimal text in major units: "1000000" of USD becomes "1,000,000.00". Decimals beyond the currency's stay
 * unless they are zero, so that nothing is rounded. Text that is not plain decimal is returned unchanged.
 */
export function groupedAmount(major: string, currency: string): string {
  if (!decimalText.test(major)) return major
  const decimals = Math.max(minorUnitDigits(currency) ?? statedDecimals(major), neededDecimals(major))
  // `Intl` accepts decimal text; a number would lose units of large amounts.
  return formatOf(decimals).format(major as Intl.StringNumericLiteral).replace('-', minusSign)
}

/** Formats by number of decimals, at most 20 of them: creating one is much slower than using it. */
const formats = new Map<number, Intl.NumberFormat>()

function formatOf(decimals: number): Intl.NumberFormat {
  const known = formats.get(decimals)
  if (known !== undefined) return known
  const created = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  formats.set(decimals, created)
  return created
}

/** The grouped amount and the currency's code: "10.15 USD". The currency may be empty if it is not known. */
export function amountWithCurrency(major: string, currency: string): string {
  return `${groupedAmount(major, currency)} ${currency}`.trim()
}

/**
 * Minor units as money by a profile's rule: "1015" of USD becomes "10.15 USD". If the currency's digits are not known,
 * the text states the minor units.
 */
export function minorUnitsShown(minor: MinorUnits, currency: string, reading: Switches['minorUnitDigits']): string {
  const digits = minorUnitDigits(currency, reading)
  return digits === null ? `${minor} minor units of ${currency}` : amountWithCurrency(toMajorText(minor, digits), currency)
}

function statedDecimals(major: string): number {
  return major.split('.')[1]?.length ?? 0
}

function neededDecimals(major: string): number {
  return withoutEnd(major.split('.')[1] ?? '', '0').length
}
