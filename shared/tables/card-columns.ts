/** Detects columns that must not be stored: card numbers and card verification values. */
import { isOfNetwork } from '../gateway/numbers/card-networks.ts'
import { sensitivityByName } from '../gateway/fields/confidential-names.ts'
import { fields } from '../gateway/fields/fields.ts'
import { hasCardNumberShape } from '../gateway/numbers/luhn.ts'
import type { ReadTable } from '../model/values/table.ts'

/** One number in ten passes the check digit by chance, so fewer rows prove nothing. */
const fewestCards = 3

const labels = [fields.cardNumber, fields.secondCardNumber, fields.destinationCardNumber]
  .map(({ label }) => plain(label))

/**
 * The header of the first column with card numbers or card verification values; null if there is none. With the header
 * of a card number, one whole number is enough; with that of a cvv, any value. With other headers, three rows must be
 * card numbers, and most rows that look like one.
 */
export function cardColumn({ columns, rows }: ReadTable): string | null {
  const index = columns.findIndex((header, at) => {
    const name = bare(header)
    const cells = rows.map(({ cells: all }) => bare(all[at] ?? '')).filter((cell) => cell !== '')
    if (isNameOfCvv(name)) return cells.some((cell) => /\d/.test(cell))
    return isNameOfCards(name) ? cells.some(isWholeNumber) : holdsCards(cells)
  })
  return index === -1 ? null : columns[index] || String(index + 1)
}

/** SECURITY: strips apostrophes, with which spreadsheets mark text and which would hide a number. */
function bare(text: string): string {
  return text.replace(/^[\s']+/, '').trimEnd()
}

function holdsCards(cells: readonly string[]): boolean {
  const candidates = cells.map(digitsOf).filter((digits) => /^\d{13,19}$/.test(digits) && isOfNetwork(digits))
  const cards = candidates.filter(hasCardNumberShape).length
  return cards >= fewestCards && cards * 2 > candidates.length
}

function isWholeNumber(cell: string): boolean {
  return /^\d{12,19}$/.test(digitsOf(cell))
}

/** The digits of a number written with spaces or dashes; empty for other text. */
function digitsOf(cell: string): string {
  return /^[\d\s-]+$/.test(cell) ? cell.replace(/[\s-]/g, '') : ''
}

function isNameOfCards(name: string): boolean {
  const sensitivity = sensitivityByName(name.trim().replaceAll(' ', '_'))
  return sensitivity === 'card-number' || labels.includes(plain(name))
}

function isNameOfCvv(name: string): boolean {
  return /^(?:cv[vcn]2?|csc|(?:card )?(?:security|verification) (?:code|value))(?![a-z])/.test(plain(name))
}

function plain(name: string): string {
  return name.trim().toLowerCase().replace(/[\s_-]+/g, ' ')
}
