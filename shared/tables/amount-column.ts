/** The amounts of a column, read with one decimal separator. */
import { possibleSeparators, writtenAmount, type Separator } from './written-amounts.ts'

/** Digits with separators alone: a currency beside them might be another than the row's. */
const digitsAlone = /^\d[\d.,'\u2019\s]*$/u

/**
 * The separator of a column's amounts: the only possible one; null where the amounts are the same with both; `unclear`
 * where two are possible, or where no separator fits all. Cells that are no amounts do not count.
 */
export function separatorOf(cells: readonly string[]): Separator | 'unclear' | null {
  // Only the form counts, and a column of thousands of amounts has few.
  const forms = new Set(cells.map((cell) => cell.trim().replace(/\d/g, '1')))
  const amounts = [...forms].filter((form) => digitsAlone.test(form))
  const possible = possibleSeparators(amounts)
  const [only] = possible
  if (possible.length !== 1 || only === undefined) return 'unclear'
  return amounts.some((cell) => /[^\d]/.test(cell)) ? only : null
}

/**
 * An amount with a point for its decimals and without separators of thousands: "1.234,50" is "1234.50" with a comma. A
 * text that is no such amount is returned unchanged, so that it is refused as it was written.
 */
export function majorText(cell: string, separator: Separator): string {
  const text = cell.trim()
  if (!digitsAlone.test(text) || writtenAmount(text, separator) === null) return cell
  const decimal = separator === 'point' ? '.' : ','
  const [whole = '', fraction] = text.split(decimal)
  const digits = whole.replace(/\D/gu, '')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}
