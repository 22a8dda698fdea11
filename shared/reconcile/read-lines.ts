/** Reads the rows of a statement by what its columns mean. */
import { isCurrencyCode } from '../gateway/numbers/currencies.ts'
import { maskCardNumbersIn } from '../gateway/numbers/luhn.ts'
import { withoutCardNumbers } from '../gateway/fields/text-ids.ts'
import type { TableRow } from '../model/values/table.ts'
import { amountFields, type ColumnField } from './columns.ts'
import { idNames, type IdName, type LineKind, type StatementLine } from './statement-line.ts'
import { chosenKind, isNameOfSum, isTakenBack, stateOfWord, type WordKind } from './words.ts'
import { currencyOfSign } from '../tables/currency-signs.ts'
import { withWesternDigits } from '../tables/digits.ts'
import { numberedCurrency } from '../tables/numbered-currencies.ts'
import { markedAmount, writtenDirection } from '../tables/directions.ts'
import { directed, writtenAmount, type Separator } from '../tables/written-amounts.ts'
import { writtenDay, type DayOrder } from '../tables/written-days.ts'

/** How a statement is read. */
export interface Reading {
  /** The meaning of each column. */
  readonly meanings: readonly (ColumnField | null)[]
  readonly separator: Separator
  readonly dayOrder: DayOrder
  /** The currency of all lines without one of their own. */
  readonly currency: string | null
  /** The kinds that a person chose for words of the column `type`. */
  readonly kinds: Readonly<Record<string, WordKind>>
}

const longestText = 128
/** Lines of these kinds are outgoing money. */
const leaving: readonly LineKind[] = ['refund', 'payout', 'chargeback', 'fee']

/**
 * The lines of all rows, with ids as written; `withSafeIds` masks the ids that the history does not contain. A row with
 * a fee beside its amount gives two lines; an empty row gives none.
 */
export function readLines(rows: readonly TableRow[], reading: Reading): readonly StatementLine[] {
  const lines = withNegativeRefunds(rows.flatMap((row) => linesOf(row, reading)))
  const of = (column: ReadLine['column']): readonly ReadLine[] => lines.filter((line) => line.column === column)
  // A source that writes a minus for one line of a kind writes it for all of them.
  const signed = new Set(of('amount').filter(({ amount }) => amount !== null && amount < 0n).map(({ kind }) => kind))
  // Few fees are returned: the sign of most of them is that of a cost.
  const areFeesSigned = of('fee').filter(({ amount }) => (amount ?? 0n) < 0n).length * 2 >= of('fee').length
  // Among amounts with a mark, the direction of one without is not certain.
  const areMarked = reading.meanings.includes('direction') || lines.some(({ column }) => column === 'marked')
  const isSigned = ({ column, kind, type }: ReadLine): boolean => {
    switch (column) {
      case 'half': case 'marked': return true
      case 'fee': return areFeesSigned
      case 'amount': return !leaving.includes(kind) || signed.has(kind) || isTakenBack(kind, type)
    }
  }
  return lines.map((read) => {
    const { column, ...line } = read
    if (areMarked && column === 'amount' && line.kind !== 'other') return { ...line, amount: null }
    return line.amount === null || isSigned(read) ? line : { ...line, amount: -line.amount }
  })
}

/**
 * `column`: where its amount is written; `half`: among the credits or the debits, which states the direction; `marked`:
 * with a mark of its direction.
 */
type ReadLine = StatementLine & { readonly column: 'amount' | 'half' | 'marked' | 'fee' }

/** A payment with a minus is a refund, unless the source writes a minus for all payments. */
function withNegativeRefunds(lines: readonly ReadLine[]): readonly ReadLine[] {
  const isPayment = ({ kind, amount }: StatementLine): boolean => kind === 'payment' && amount !== null
  const hasPositive = lines.some((line) => isPayment(line) && (line.amount ?? 0n) > 0n)
  return !hasPositive ? lines : lines.map((line) =>
    (isPayment(line) && (line.amount ?? 0n) < 0n ? { ...line, kind: 'refund' } : line))
}

/** The distinct words of the column `type`, in order of occurrence; at most `most`. */
export function typeWords(rows: readonly TableRow[], meanings: Reading['meanings'], most = 40): readonly string[] {
  const column = meanings.indexOf('type')
  const words = new Set<string>()
  for (const { cells } of rows) {
    if (column === -1 || words.size === most) break
    const word = shortText(cells[column] ?? '')
    if (word !== '') words.add(word)
  }
  return [...words]
}

function linesOf({ line, cells }: TableRow, reading: Reading): readonly ReadLine[] {
  const cellOf = (field: ColumnField): string => {
    const column = reading.meanings.indexOf(field)
    return column === -1 ? '' : withWesternDigits(cells[column] ?? '').trim()
  }
  const { amountText, amount, column } = amountOf(cellOf, reading.separator)
  const ids = idsOf(cellOf)
  const type = shortText(cellOf('type'))
  const day = writtenDay(cellOf('day'), reading.dayOrder)
  const lastFour = lastFourOf(cellOf('card'))
  const settlement = orNull(shortText(cellOf('settlement')))
  const isAbout = Object.keys(ids).length > 0 || lastFour !== null || day !== null || settlement !== null
  if (!isAbout && amountText === '' && type === '') return []
  const word = chosenKind(type, reading.kinds)
  const isSum = !isAbout || [...Object.values(ids), settlement ?? ''].some(isNameOfSum)
    || (day === null && beginsAsSum(cells, reading.meanings))
  const kind = isSum ? 'other' : word === 'by-sign' ? (amount !== null && amount < 0n ? 'refund' : 'payment') : word
  const whole: ReadLine = {
    line, kind, type, ids, lastFour, amount, amountText, column, day, settlement,
    currency: currencyOf(cellOf('currency')) ?? currencyBeside(amountText, reading.currency) ?? reading.currency,
    state: stateOfWord(cellOf('state')),
  }
  const feeText = shortText(cellOf('fee'))
  const fee = writtenAmount(feeText, reading.separator)
  const isOfSum = isSum || (kind === 'other' && isNameOfSum(type))
  if (fee === null || fee === 0n || kind === 'fee' || isOfSum) return [whole]
  return [whole, { ...whole, kind: 'fee', amount: fee, amountText: feeText, column: 'fee', state: null }]
}

/** True for a row without a day that begins with the name of a sum; what kind a word means a person may choose. */
function beginsAsSum(cells: readonly string[], meanings: Reading['meanings']): boolean {
  const first = cells.findIndex((cell) => cell.trim() !== '')
  return meanings.includes('day') && meanings[first] !== 'type' && isNameOfSum(cells[first] ?? '')
}

/**
 * The amount of a line; a debit is negative, whether its column writes a minus or not. The amount is null if both
 * columns have one.
 */
function amountOf(
  cellOf: (field: ColumnField) => string, separator: Separator,
): Pick<ReadLine, 'amountText' | 'amount' | 'column'> {
  const written = amountFields.flatMap((field) => {
    const amountText = shortText(cellOf(field))
    const amount = writtenAmount(amountText, separator)
    const isNegative = field === 'debit' && amount !== null && amount > 0n
    const column = field === 'amount' ? 'amount' as const : 'half' as const
    return amountText === '' ? [] : [{ amountText, amount: isNegative ? -amount : amount, column }]
  })
  // Many sources write 0.00 or a dash into the column that does not count.
  const counting = written.filter(({ amountText, amount }) => amount !== 0n && /\d/u.test(amountText))
  const [first = written[0] ?? { amountText: '', amount: null, column: 'amount' }, ...others] = counting
  if (others.length === 0) return first.column === 'amount' ? withDirection(first, cellOf('direction')) : first
  return { amountText: counting.map(({ amountText }) => amountText).join(' / '), amount: null, column: 'half' }
}

/** The amount with the direction that its mark or another column states; null if they contradict each other. */
function withDirection(
  read: Pick<ReadLine, 'amountText' | 'amount' | 'column'>, stated: string,
): Pick<ReadLine, 'amountText' | 'amount' | 'column'> {
  const { amountText, amount } = read
  const mark = markedAmount(amountText)?.direction ?? null
  const direction = writtenDirection(stated) ?? mark
  if (direction === null) return read
  const isContradicted = mark !== null && mark !== direction
  return { amountText, amount: isContradicted ? null : directed(amount, direction), column: 'marked' }
}

/**
 * Masks card numbers in a line's ids. SECURITY: a statement may contain a card number in place of an id. An id that the
 * history contains is not a card number, even if its digits look like one.
 */
export function withSafeIds(line: StatementLine, isKnown: (name: IdName) => boolean): StatementLine {
  const ids = Object.entries(line.ids) as [IdName, string][]
  const safe = ids.map(([name, id]) => [name, isKnown(name) ? id : withoutCardNumbers(id)] as const)
  const isSafe = safe.every(([, id], place) => id === ids[place]?.[1])
  return isSafe ? line : { ...line, ids: Object.fromEntries(safe) }
}

function idsOf(cellOf: (field: ColumnField) => string): Partial<Record<IdName, string>> {
  return Object.fromEntries(idNames.flatMap((name) => {
    const id = cellOf(name).slice(0, longestText)
    return id === '' ? [] : [[name, id]]
  }))
}

/** SECURITY: a statement may contain a card number anywhere; text that is compared, shown or stored has none. */
function shortText(cell: string): string {
  return withoutCardNumbers(cell.trim()).slice(0, longestText)
}

/** The last four digits of a masked number, or four digits alone; null for other text. */
function lastFourOf(cell: string): string | null {
  return /(?:^|\D)(\d{4})$/u.exec(maskCardNumbersIn(cell))?.[1] ?? null
}

/** The code of a currency; another text is kept as it is written, so that different currencies are not added up. */
function currencyOf(cell: string): string | null {
  return /^\p{L}{3}$/u.test(cell) ? cell.toUpperCase() : numberedCurrency(cell) ?? currencyOfSign(cell, null) ?? orNull(shortText(cell))
}

/** The currency of "10.15 EUR" or "€10.15": such a line is not of the currency that a person chose for all. */
function currencyBeside(amountText: string, chosen: string | null): string | null {
  const text = markedAmount(amountText)?.text ?? amountText
  const code = (/^\P{L}*(\p{L}{3})\P{L}*$/u.exec(text)?.[1] ?? '').toUpperCase()
  if (isCurrencyCode(code)) return code
  return currencyOfSign(/\p{L}{0,2}\p{Sc}|^Rs\b/u.exec(text)?.[0] ?? '', chosen)
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
