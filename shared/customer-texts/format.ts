/** Amounts and times in the language of a customer. */
import type { MinorUnits, UtcTime } from '../brands.ts'
import { minorUnitDigits } from '../gateway/numbers/currencies.ts'
import { toMajorText } from '../gateway/numbers/money.ts'
import type { Switches } from '../gateway/operations/switches.ts'
import { languages, type CustomerLanguage } from './language.ts'

/** Minor units with their currency, read as `reading`. */
export interface ReadAmount {
  /** Null where it is not known. */
  readonly minorAmount: MinorUnits | null
  readonly currency: string | null
  readonly reading: Switches['minorUnitDigits']
}

/** "10,15 USD"; null where amount or currency is not known. The digits are the profile's, not those of `Intl`. */
export function amountIn(language: CustomerLanguage, { minorAmount, currency, reading }: ReadAmount): string | null {
  const digits = currency === null ? null : minorUnitDigits(currency, reading)
  if (minorAmount === null || currency === null || digits === null) return null
  const { locale } = languages[language]
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  // `Intl` accepts decimal text; a number would lose units of large amounts.
  return `${format.format(toMajorText(minorAmount, digits) as Intl.StringNumericLiteral)}\u00A0${currency}`
}

/** "24 November 2026" in a zone of the IANA database. */
export function dayIn(language: CustomerLanguage, at: UtcTime, timeZone: string): string {
  return new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long', timeZone }).format(Date.parse(at))
}

/** The same with the time to the second and the zone's name: "24 November 2026 at 14:03:07 CET". */
export function momentIn(language: CustomerLanguage, at: UtcTime, timeZone: string): string {
  const { locale } = languages[language]
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(Date.parse(at))
}

/** The text of a catalogue with the values of its placeholders; a value that is missing is left out. */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
