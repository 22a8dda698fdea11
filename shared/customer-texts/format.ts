/** Amounts and times in a customer's language. */
import type { MinorUnits, UtcTime } from '../brands.ts'
import { minorUnitDigits } from '../gateway/numbers/currencies.ts'
import { toMajorText } from '../gateway/numbers/money.ts'
import type { Switches } from '../gateway/operations/switches.ts'
import { languages, type CustomerLanguage } from './language.ts'

/** Minor units with their currency, read as `reading`. */
export interface ReadAmount {
  /** Null if not known. */
  readonly minorAmount: MinorUnits | null
  readonly currency: string | null
  readonly reading: Switches['minorUnitDigits']
}

/** "10,15 USD"; null if amount or currency is not known. The profile decides the decimals, not `Intl`. */
export function amountIn(language: CustomerLanguage, { minorAmount, currency, reading }: ReadAmount): string | null {
  const digits = currency === null ? null : minorUnitDigits(currency, reading)
  if (minorAmount === null || currency === null || digits === null) return null
  const { locale } = languages[language]
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  // `Intl` accepts decimal text; a number would lose units of large amounts.
  return `${format.format(toMajorText(minorAmount, digits) as Intl.StringNumericLiteral)}\u00A0${currency}`
}

/** "24 November 2026" in a time zone of the IANA database. */
export function dayIn(language: CustomerLanguage, at: UtcTime, timeZone: string): string {
  return new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long', timeZone }).format(Date.parse(at))
}

/** Date, time to the second and zone: "24 November 2026 at 14:03:07 CET". */
export function momentIn(language: CustomerLanguage, at: UtcTime, timeZone: string): string {
  const { locale } = languages[language]
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(Date.parse(at))
}

/** The template with its placeholders replaced; one without a value is removed. */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
