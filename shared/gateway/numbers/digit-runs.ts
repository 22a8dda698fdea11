/** Runs of digits in untrusted text, and the separators that may join the groups of a number. */

const characters = (first: number, last: number): string =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index))

/**
 * Spaces of every width, dots, dashes, slashes, stars, underscores, and a plus, which encodes a space in a form. The
 * second line: full-width dash and dot, a minus sign, and invisible characters.
 */
const separators = ` \t\u00a0\u202f\u2060\u3000._/*+-${characters(0x2000, 0x200b)}${characters(0x2010, 0x2015)}`
  + `\u30fc\uff0d\uff0e\u2212\u00ad\ufeff${characters(0x200c, 0x200f)}`
/** A space in a URL. */
const encodedSpace = '%20'

/** A longer sequence of separators ends the number. */
export const mostSeparators = 3

/** The source of a pattern for one separator. */
export const cardSeparator = `(?:[${separators.replace('-', '\\-')}]|${encodedSpace})`

const separatorCodes: ReadonlySet<number> = new Set(Array.from(separators, (one) => one.charCodeAt(0)))
const percentCode = 0x25
const zeroCode = 0x30
/** The zeros of other digits that keyboards type: full-width, Arabic, Persian. Nine digits follow each. */
const otherZeroCodes = [0xff10, 0x0660, 0x06f0]

const otherDigit = new RegExp(`[${otherZeroCodes.map((zero) => characters(zero, zero + 9)).join('')}]`, 'g')

/** The text with such digits, and the Arabic separators between them, converted to ASCII. */
export function withPlainDigits(text: string): string {
  return text.replace(otherDigit, (digit) => String(digitOf(digit.charCodeAt(0)) ?? digit))
    .replace(/(?<=\d)\u066b(?=\d)/g, '.').replace(/(?<=\d)\u066c(?=\d)/g, ',')
}

/** A run of digits, with the position of each digit in the text. */
export interface DigitRun {
  readonly digits: Uint8Array
  readonly places: Int32Array
}

/**
 * The runs of at least `fewest` digits in a text, in order, with at most `mostSeparators` separators between two
 * digits. The digits of `%20` do not count. Takes linear time.
 */
export function digitRuns(text: string, fewest: number): DigitRun[] {
  const runs: DigitRun[] = []
  // Typed arrays: filling an array of as many numbers takes ten times as long.
  const digits = new Uint8Array(text.length)
  const places = new Int32Array(text.length)
  let start = 0
  let end = 0
  let between = 0
  const endRun = (): void => {
    if (end - start >= fewest) runs.push({ digits: digits.subarray(start, end), places: places.subarray(start, end) })
    start = end
  }
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    const digit = digitOf(code)
    if (digit !== null) {
      digits[end] = digit
      places[end] = at
      end += 1
      between = 0
      at += 1
    } else {
      const width = separatorWidth(text, at, code)
      between += 1
      if (width === 0 || between > mostSeparators) endRun()
      at += Math.max(width, 1)
    }
  }
  endRun()
  return runs
}

/** The length of the separator that begins at a position; 0 if there is none. */
function separatorWidth(text: string, at: number, code: number): number {
  if (code === percentCode) return text.startsWith(encodedSpace, at) ? encodedSpace.length : 0
  return separatorCodes.has(code) ? 1 : 0
}

/** The value of a digit by its code; null for any other character. */
function digitOf(code: number): number | null {
  if (code <= zeroCode + 9) return code < zeroCode ? null : code - zeroCode
  // A fast path, as nearly all text is Latin.
  if (code < 0x0660) return null
  const zero = otherZeroCodes.find((first) => code >= first && code <= first + 9)
  return zero === undefined ? null : code - zero
}
