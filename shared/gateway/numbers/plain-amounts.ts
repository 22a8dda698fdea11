/** Amounts as people write them in text, with groups of digits or an attached currency. */
import { isCurrencyCode, minorUnitDigits } from './currencies.ts'

const alone = String.raw`(?<![\p{L}\p{N}._-])`
const aloneBehind = String.raw`(?![\p{L}\p{N}._-])`
const decimalNumber = String.raw`\d[\d.,'’]{0,20}[.,]\d{2,3}`
const attachedBefore = new RegExp(`${alone}([A-Z]{3})(?=${decimalNumber}${aloneBehind})`, 'gu')
const attachedBehind = new RegExp(`${alone}(${decimalNumber})([A-Z]{3})${aloneBehind}`, 'gu')

const byApostrophes = /(?<![\p{L}\p{N}.,])\d{1,3}(?:['’]\d{3}){1,3}(?![\p{L}\p{N}])/gu

/** At most twelve digits: a joined number is shorter than any card number. */
const spaced = String.raw`\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,3}(?!\d)`
const noNumberBefore = String.raw`(?<![\p{L}\p{N}.,:/-]|\d )`
const decimalsFollow = String.raw`(?=,\d{1,4}(?![\p{N}.,])|\.\d{2} ?[A-Z]{3}\b)`
const bySpaces = new RegExp(`${noNumberBefore}${spaced}${decimalsFollow}`, 'gu')

const wholeNumber = String.raw`(?<number>\d{1,3}(?:[.,]\d{3}){1,3}|${spaced})(?![\p{L}\p{N}]|[.,:]\d)`
const besideCurrency = new RegExp(
  String.raw`${noNumberBefore}(?:(?<before>[A-Z]{3}) ?)?${wholeNumber}(?: ?(?<behind>[A-Z]{3})\b)?`, 'gu',
)

/**
 * Writes such amounts as plain digits, separate from their currency: "1 234,56" becomes 1234,56, "1'250.00" becomes
 * 1250.00, "USD49.90" becomes USD 49.90. Beside a currency without three decimals, "1 250", "1,250" and "1.250" become
 * 1250.
 */
export function withPlainAmounts(text: string): string {
  return text
    .replace(attachedBefore, (code) => (isCurrencyCode(code) ? `${code} ` : code))
    .replace(attachedBehind, (all, amount: string, code: string) => (isCurrencyCode(code) ? `${amount} ${code}` : all))
    .replace(byApostrophes, joined)
    .replace(bySpaces, joined)
    .replace(besideCurrency, withPlainWhole)
}

/** A grouped whole number as plain digits; unchanged if the group may be the currency's decimals: "1.250 KWD". */
export function withoutGroups(number: string, currency: string): string {
  const mayBeDecimals = /^\d{1,3}[.,]\d{3}$/.test(number)
  return mayBeDecimals && minorUnitDigits(currency) === 3 ? number : joined(number)
}

function withPlainWhole(all: string, ...found: readonly unknown[]): string {
  const { before, number = '', behind } = found.at(-1) as { before?: string; number?: string; behind?: string }
  const currency = [behind, before].find((code) => code !== undefined && isCurrencyCode(code))
  return currency === undefined ? all : all.replace(number, withoutGroups(number, currency))
}

function joined(number: string): string {
  return number.replace(/\D/g, '')
}
