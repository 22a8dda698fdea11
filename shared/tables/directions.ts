/** The direction of an amount as statements write it: a mark beside the amount, or a column of its own. */
export type Direction = 'received' | 'paid-out'

const words: Readonly<Record<string, Direction>> = {
  'cr': 'received', 'c': 'received', 'credit': 'received', 'in': 'received', '+': 'received',
  'dr': 'paid-out', 'd': 'paid-out', 'debit': 'paid-out', 'out': 'paid-out', '-': 'paid-out',
}

/** The direction that a cell states: a credit was received, a debit was paid out. Null for other text. */
export function writtenDirection(cell: string): Direction | null {
  const word = cell.trim().toLowerCase().replace(/[.\s]/gu, '')
  return Object.hasOwn(words, word) ? words[word] ?? null : null
}

// "C$" is the Canadian dollar, not a credit.
const mark = new RegExp(
  '^(?:(?<before>cr|dr|c|d)[. ]{0,2}(?=[\\d(+-]|(?<!^.)\\p{Sc})'
  + '|(?<amount>.*\\d\\)?(?: ?\\p{L}{3} | ?\\p{Sc})?) ?(?<after>cr|dr|c|d)\\.?$)', 'iu',
)

/** An amount without its mark, and the mark's direction: "4.00 DR", "CR10.15", "D 4.00". Null for none. */
export function markedAmount(cell: string): { readonly text: string; readonly direction: Direction } | null {
  const text = cell.trim()
  const { before, amount, after } = mark.exec(text)?.groups ?? {}
  const direction = writtenDirection(before ?? after ?? '')
  if (direction === null) return null
  return { text: amount?.trim() ?? text.slice(mark.exec(text)?.[0].length).trim(), direction }
}

/** The abbreviations alone: "Credit" in a column of kinds may be a refund to a card. */
const abbreviations = /^(?:cr|dr|c|d)\.?$/iu

/** True if the words of a column are abbreviations of directions only. */
export function areDirections(cells: readonly string[]): boolean {
  const written = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return written.length > 0 && written.every((cell) => abbreviations.test(cell))
}
