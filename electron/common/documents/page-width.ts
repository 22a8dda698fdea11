/** How many columns fit on a printed page, by the text sizes in `document.css`. */

/** A table with more columns has smaller text. */
const mostColumns = 6

/** Digits in a line of A4 at both text sizes, and the space beside the text of a column, in digits. */
const usualLine = 80
const denseLine = 106
const beside = 1.5

/** Whether a table of so many columns has smaller text. */
export function isDense(columns: number): boolean {
  return columns > mostColumns
}

/** Whether columns fit on the page without wrapping. `widths`: the characters of each column's longest text. */
export function fitsAcross(widths: readonly number[]): boolean {
  const needed = widths.reduce((sum, width) => sum + width + beside, 0)
  return needed <= (isDense(widths.length) ? denseLine : usualLine)
}
