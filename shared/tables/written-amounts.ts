/** Reads amounts as written in statements. A column is read with one decimal separator. */
import { mostDigits } from '../gateway/numbers/money.ts'
import { withWesternDigits } from './digits.ts'
import { markedAmount, type Direction } from './directions.ts'

export const separators = ['point', 'comma'] as const
export type Separator = (typeof separators)[number]

const longest = 40
const patterns = {
  // In India digits are grouped by two before the last three: 1,23,456.00.
  point: /^(\d+|\d{1,3}(?:[,'\u2019 ]\d{3})+|\d{1,2}(?:,\d\d)+,\d{3})(?:\.(\d+))?$/u,
  comma: /^(\d+|\d{1,3}(?:[.'\u2019 ]\d{3})+)(?:,(\d+))?$/u,
} as const satisfies Record<Separator, RegExp>

/**
 * The amount of a cell in ten-thousandths of the major unit, with its sign: "-1,250.00", "(10.15)", "10.15-",
 * "10.15 USD", "-USD 10.15", "10.15 DR". Null for anything else, and where more than four decimals count.
 */
export function writtenAmount(cell: string, separator: Separator): bigint | null {
  const western = withWesternDigits(cell.slice(0, longest + 1))
  const marked = markedAmount(western)
  if (marked !== null) return directed(writtenAmount(marked.text, separator), marked.direction)
  const { digits, isNegative } = bare(western)
  const [, whole, fraction = ''] = patterns[separator].exec(digits) ?? []
  if (whole === undefined || !/^\d{0,4}0*$/.test(fraction)) return null
  const scaled = BigInt(whole.replace(/\D/gu, '') + fraction.slice(0, mostDigits).padEnd(mostDigits, '0'))
  return isNegative ? -scaled : scaled
}

/** An amount with the sign of its direction; null if it has a minus although it was received. */
export function directed(amount: bigint | null, direction: Direction): bigint | null {
  if (amount === null || (amount < 0n && direction === 'received')) return null
  return amount > 0n && direction === 'paid-out' ? -amount : amount
}

/** The separators with which every amount of a column can be read; both if the column does not decide. */
export function possibleSeparators(cells: readonly string[]): readonly Separator[] {
  const written = cells.filter((cell) => /\p{Nd}/u.test(cell) && cell.length <= longest)
  const read = separators.filter((separator) => written.every((cell) => writtenAmount(cell, separator) !== null))
  // Both separators give the same amounts.
  const isSame = written.every((cell) => writtenAmount(cell, 'point') === writtenAmount(cell, 'comma'))
  return isSame ? ['point'] : read
}

/** The separator with which most amounts of a column can be read, if none reads all; the point if both read as many. */
export function likeliestSeparator(cells: readonly string[]): Separator {
  const [point = 0, comma = 0] = separators.map((separator) =>
    cells.filter((cell) => writtenAmount(cell, separator) !== null).length)
  return comma > point ? 'comma' : 'point'
}

/** The number of a cell without currency, sign and spaces of every width. */
function bare(cell: string): { readonly digits: string; readonly isNegative: boolean } {
  const text = cell.length > longest ? '' : cell.normalize('NFKC').replace(/[\u2212\u2010-\u2013]/gu, '-').replace(/\s/gu, ' ').trim()
  const number = text.replace(/^(?:\p{L}{3}|\p{L}{0,2}\p{Sc}|Rs\.?) ?| ?\p{L}{3}$| ?\p{Sc}$/gu, '').trim()
  const [, inBrackets] = /^\((.*)\)$/.exec(number) ?? []
  const signed = inBrackets ?? number
  const isNegative = inBrackets !== undefined || signed.startsWith('-') || signed.endsWith('-')
  const bareDigits = signed.replace(/^[-+] ?| ?-$/gu, '').replace(/^(?:\p{L}{3}|\p{L}{0,2}\p{Sc}|Rs\.?) ?| ?\p{L}{3}$/gu, '')
  return { digits: bareDigits, isNegative }
}
