/** Reads the amounts of a column with one decimal separator. */
import { possibleSeparators, writtenAmount, type Separator } from './written-amounts.ts'

/** Only digits and separators: a currency in the cell might differ from the row's. */
const digitsAlone = /^\d[\d.,'\u2019\s]*$/u

/**
 * The separator of a column's amounts. Null if all separators give the same amounts; `unclear` if several are possible
 * or none fits all cells. Cells that are not amounts are ignored.
 */
export function separatorOf(cells: readonly string[]): Separator | 'unclear' | null {
  // Only the form decides, and a column of thousands of amounts has few forms.
  const forms = new Set(cells.map((cell) => cell.trim().replace(/\d/g, '1')))
  const amounts = [...forms].filter((form) => digitsAlone.test(form))
  const possible = possibleSeparators(amounts)
  const [only] = possible
  if (possible.length !== 1 || only === undefined) return 'unclear'
  return amounts.some((cell) => /[^\d]/.test(cell)) ? only : null
}

/**
 * An amount with a decimal point and without thousands separators: "1.234,50" becomes "1234.50" with a comma as the
 * separator. Other text is returned unchanged, so that it is refused as written.
 */
export function majorText(cell: string, separator: Separator): string {
  const text = cell.trim()
  if (!digitsAlone.test(text) || writtenAmount(text, separator) === null) return cell
  const decimal = separator === 'point' ? '.' : ','
  const [whole = '', fraction] = text.split(decimal)
  const digits = whole.replace(/\D/gu, '')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}
