/** What fits beside each other on a printed page, by the sizes of text in `document.css`. */

/** A table with more columns has smaller text. */
const mostColumns = 6

/** Characters of figures in a line of A4, and what stands beside the text of a column, in characters. */
const usualLine = 80
const denseLine = 106
const beside = 1.5

/** Whether a table of so many columns has smaller text. */
export function isDense(columns: number): boolean {
  return columns > mostColumns
}

/** Whether columns whose longest texts have so many characters fit beside each other without a break in one. */
export function fitsAcross(widths: readonly number[]): boolean {
  const needed = widths.reduce((sum, width) => sum + width + beside, 0)
  return needed <= (isDense(widths.length) ? denseLine : usualLine)
}
