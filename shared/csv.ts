/** Comma-separated values by RFC 4180, with cells that spreadsheets do not reinterpret. */

/**
 * One row with its CRLF; cells are quoted if necessary, with quotes doubled. A reader gets every text back unchanged.
 */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  // The semicolon is not special in the format, but spreadsheets in many countries split there.
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const formulaSigns = '=+\\-@＝＋－＠﹦﹢﹣﹫−'
const formulaStart = new RegExp(`^(?:[\\t\\r]|[\\s"]*[${formulaSigns}])`, 'u')
const separatorsAndSign = new RegExp(`([;\\s"]+)([${formulaSigns}])?`, 'gu')
const shortWholeNumber = /^(?:0|[1-9]\d{0,10})$/
const numberOrDate = /^[\s.]*\p{Nd}[\p{Nd}\s.,:/%EeAaPpMm+-]*$/u
const monthName = /^\p{Nd}{0,4}[\s./-]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*[\s./,-]*\p{Nd}[\p{Nd}\s./,-]*$/iu
const dayAndMonthName = /^\p{Nd}{1,4}[\s./-]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\.?$/iu

/**
 * Text that is safe as a cell. It gets a leading apostrophe if a spreadsheet would evaluate it (a formula) or read a
 * different number or a date (an id of twelve digits or more, a leading zero, "1-2"). Such a text that already begins
 * with apostrophes gets one more, so that `withoutApostrophe` can remove it. Other text is unchanged.
 */
export function spreadsheetText(text: string): string {
  // SECURITY: replies and ids come from outside, and a formula runs on the computer that opens the file. Some
  // spreadsheets split at other characters too: a formula after one would begin its own cell.
  const split = text.replace(separatorsAndSign, (all, separators: string, sign: string | undefined) =>
    sign !== undefined && /[;\t\r\n]/.test(separators) ? `${separators}'${sign}` : all)
  const bare = text.replace(/^'+/, '')
  return formulaStart.test(bare) || changesInSpreadsheet(bare) ? `'${split}` : split
}

/** An amount that is safe as a cell: plain decimal text is unchanged, other text is protected. */
export function spreadsheetAmount(text: string): string {
  return /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? text : spreadsheetText(text)
}

/** The text of a cell without the leading apostrophe that `spreadsheetText` added; any other cell is unchanged. */
export function withoutApostrophe(cell: string): string {
  const text = cell.slice(1)
  return cell.startsWith('\'') && spreadsheetText(text) === cell ? text : cell
}

/** The text in a cell such as ="0042", which other programs write so that spreadsheets keep it as text. */
export function withoutTextFormula(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell
}

function changesInSpreadsheet(text: string): boolean {
  if (shortWholeNumber.test(text)) return false
  return numberOrDate.test(text) || monthName.test(text) || dayAndMonthName.test(text)
}
