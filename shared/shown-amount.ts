/**
 * Amounts for display: grouped by the locale of the texts, with the currency's own number of decimals, and the code
 * after it. No symbols: "$" stands for two dozen currencies, while a code is unambiguous. Text that is copied, sent or
 * signed is never built from these texts.
 */
import type { MinorUnits } from './brands.ts'
import { minorUnitDigits } from './gateway/numbers/currencies.ts'
import { toMajorText } from './gateway/numbers/money.ts'
import type { Switches } from './gateway/operations/switches.ts'
import { withoutEnd } from './text-end.ts'

/** The texts are English, and so is the decimal point of the interface (§2.6): the same everywhere, on every desk. */
const locale = 'en-GB'
const minusSign = '\u2212'
const decimalText = /^-?\d{1,40}(?:\.\d{1,20})?$/

/**
 * Decimal text in major units, grouped: "1000000" of USD is "1,000,000.00". Decimals beyond the currency's stay unless
 * they are zero, so that nothing is rounded away. Text that is no plain decimal is returned unchanged.
 */
export function groupedAmount(major: string, currency: string): string {
  if (!decimalText.test(major)) return major
  const decimals = Math.max(minorUnitDigits(currency) ?? statedDecimals(major), neededDecimals(major))
  // `Intl` accepts decimal text; a number would lose units of large amounts.
  return formatOf(decimals).format(major as Intl.StringNumericLiteral).replace('-', minusSign)
}

/** Formats by number of decimals, at most 20: creating one costs many times as much as using it. */
const formats = new Map<number, Intl.NumberFormat>()

function formatOf(decimals: number): Intl.NumberFormat {
  const known = formats.get(decimals)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  formats.set(decimals, made)
  return made
}

/** The same followed by the currency's code: "10.15 USD". The currency may be empty where it is not known. */
export function amountWithCurrency(major: string, currency: string): string {
  return `${groupedAmount(major, currency)} ${currency}`.trim()
}

/**
 * Minor units as money, in a profile's own reading of them: "1015" of USD is "10.15 USD". Where the currency's digits
 * are not known, the text keeps minor units and states so.
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
