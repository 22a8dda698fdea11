/** Columns that must not be kept: card numbers and card verification values. */
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
 * The name of the first column that contains card numbers or card verification values; null without one. By its name:
 * any whole card number, any value under the name of a cvv. Under another name: card numbers in three rows, and in most
 * rows that look like one.
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

/** SECURITY: no number slips through behind apostrophes, by which spreadsheets mark text. */
function bare(text: string): string {
  return text.replace(/^[\s']+/, '').trimEnd()
}

function holdsCards(cells: readonly string[]): boolean {
  const alike = cells.map(digitsOf).filter((digits) => /^\d{13,19}$/.test(digits) && isOfNetwork(digits))
  const cards = alike.filter(hasCardNumberShape).length
  return cards >= fewestCards && cards * 2 > alike.length
}

function isWholeNumber(cell: string): boolean {
  return /^\d{12,19}$/.test(digitsOf(cell))
}

/** A card number as people write it: its digits, with spaces or dashes between them. */
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
