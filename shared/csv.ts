/** Comma-separated values by RFC 4180, protected from how a spreadsheet reads cells. */

/** One row with its line end: quoted where it must be, quotes doubled, CRLF. A reader gets any text back as it was. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  // The semicolon is not special in the format, but spreadsheets of half the world split there.
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
 * Text as a cell may contain it. It gets a leading apostrophe where a spreadsheet would compute it (a formula), or
 * read another number or a date (an id of twelve digits or more, a leading zero, "1-2"). So does such a text behind
 * apostrophes of its own, so that a reader knows which one was added. Other text is unchanged.
 */
export function spreadsheetText(text: string): string {
  // SECURITY: replies and ids come from others, and a formula runs on the computer that opens the file. A formula
  // after a character at which some spreadsheet splits would begin a cell of its own.
  const split = text.replace(separatorsAndSign, (all, separators: string, sign: string | undefined) =>
    sign !== undefined && /[;\t\r\n]/.test(separators) ? `${separators}'${sign}` : all)
  const bare = text.replace(/^'+/, '')
  return formulaStart.test(bare) || changesInSpreadsheet(bare) ? `'${split}` : split
}

/** An amount as a cell may contain it: plain decimal text is unchanged, any other text is protected. */
export function spreadsheetAmount(text: string): string {
  return /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? text : spreadsheetText(text)
}

/** The text of a cell without the leading apostrophe that `spreadsheetText` gave it; any other cell is unchanged. */
export function withoutApostrophe(cell: string): string {
  const text = cell.slice(1)
  return cell.startsWith('\'') && spreadsheetText(text) === cell ? text : cell
}

/** The text of a cell such as ="0042", by which other programs keep a spreadsheet from reading a number. */
export function withoutTextFormula(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell
}

function changesInSpreadsheet(text: string): boolean {
  if (shortWholeNumber.test(text)) return false
  return numberOrDate.test(text) || monthName.test(text) || dayAndMonthName.test(text)
}
