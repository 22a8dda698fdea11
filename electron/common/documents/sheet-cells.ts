/** The cells of a spreadsheet (XLSX): texts that are never computed, and numbers that are exact. */
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'

/** Excel opens no cell with a longer text. */
const longestText = 32_767
const cut = ' […]'

/** A spreadsheet keeps fifteen significant digits of a number. */
const mostExactDigits = 15

/** Shortens a text to what a cell holds; a shortened one ends with "[…]". */
export function cellText(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText - cut.length)}${cut}` : text
}

/** SECURITY: a cell of type text is never computed, whatever it begins with. */
export function textCell(text: string) {
  return { type: String, value: cellText(text), format: '@' } as const
}

/** A whole number. */
export function countCell(count: number) {
  return { type: Number, value: count, format: '#,##0' } as const
}

/** Decimal text as a number where a spreadsheet keeps all its digits, else as text: nothing is rounded. */
export function amountCell(amount: string, currency: string) {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.')
  if (whole.length + fraction.length > mostExactDigits) return textCell(amount)
  const decimals = Math.max(minorUnitDigits(currency) ?? 0, fraction.length)
  return { type: Number, value: Number(amount), format: decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}` } as const
}
