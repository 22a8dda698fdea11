import { splitByAccountNumbers } from './account-numbers.ts'
import { isOfNetwork, networkDigits } from './card-networks.ts'
import { cardSeparator, digitRuns, mostSeparators, type DigitRun } from './digit-runs.ts'

/**
 * True for 12 to 19 digits with a correct check digit, as in every card number (ISO/IEC 7812-1). False for a leading
 * zero, which no card number has and many serial numbers have.
 */
export function hasCardNumberShape(digits: string): boolean {
  if (!/^[1-9]\d{11,18}$/.test(digits)) return false
  return checksumsOf(Uint8Array.from(digits, Number))(0, digits.length) % 10 === 0
}

// Card numbers of twelve digits can be sent but are not searched for in untrusted text: hardly any was ever issued,
// and every tenth other number of twelve digits (order ids, telephone numbers) has a correct check digit. `echo.ts`
// masks a sent one in its reply.
const fewestDigits = 13
const mostDigits = 19

// Across line ends, only a card's groups (4-4-4-4, 4-6-5) that begin as a network's numbers do and are not part of a
// list count as a card number, because ids and times are also listed below each other.
const lineEnd = `(?:${cardSeparator}|[\\r\\n]){1,${mostSeparators}}`
const groupsOverLines = new RegExp(
  `(?=${networkDigits})(?<!\\d|\\d{4}${lineEnd})\\d{4}${lineEnd}`
  + `(?:\\d{4}${lineEnd}\\d{4}${lineEnd}\\d{4}|\\d{6}${lineEnd}\\d{5})(?!\\d|${lineEnd}\\d{4}(?!\\d))`, 'g',
)

/**
 * Masks with `X` the middle of every possible card number in free text, with or without separators, alone, beside
 * others or inside a longer run of digits. The first six and last four digits stay. SECURITY: other long runs may lose
 * digits too, which is less harmful than a visible card number. Takes linear time.
 */
export function maskCardNumbersIn(text: string): string {
  return replaceCardNumbersIn(text, (masked) => masked)
}

/**
 * As `maskCardNumbersIn`, for text whose ids must stay whole: masks only card numbers as a person writes them, that is
 * whole groups of digits that begin as a network's numbers do. Otherwise four of five ids of 17 digits, and a third of
 * grouped account numbers, would be masked in part, because a part has a correct check digit.
 */
export function maskWrittenCardNumbersIn(text: string): string {
  return splitByAccountNumbers(text)
    .map((part) => part.isAccountNumber ? part.text : maskWrittenIn(part.text)).join('')
}

function maskWrittenIn(text: string): string {
  return replaceCardNumbersIn(text, (masked) => masked, (run) => {
    const standsAlone = standsAloneIn(run)
    return (start, length) =>
      isOfNetwork(run.digits.subarray(start, start + 4).join('')) && standsAlone(start, length)
  })
}

/** True if the part of a run of digits with this start and length counts as a card number. */
type Counts = (start: number, length: number) => boolean

/** Tests whether a part begins and ends with a group of digits; zeros may precede it in its group. */
function standsAloneIn({ digits, places }: DigitRun): Counts {
  const beginsGroup = (index: number): boolean => index === 0 || places[index] !== (places[index - 1] ?? 0) + 1
  const firstDigit = (index: number): number => {
    let first = index
    while (!beginsGroup(first) && digits[first - 1] === 0) first -= 1
    return first
  }
  return (start, length) =>
    beginsGroup(firstDigit(start)) && (start + length === digits.length || beginsGroup(start + length))
}

/**
 * As `maskCardNumbersIn`; `shown` receives each masked run with a card number and returns its replacement. The only
 * function that finds card numbers for masking. `countsIn` selects the parts of a run that count, by default all.
 */
export function replaceCardNumbersIn(
  text: string, shown: (masked: string) => string, countsIn: (run: DigitRun) => Counts = () => () => true,
): string {
  if (text.length < fewestDigits) return text
  const pieces: string[] = []
  let done = 0
  for (const run of digitRuns(text, fewestDigits)) {
    const masked = maskRun(text, run, countsIn(run))
    if (masked === null) continue
    pieces.push(text.slice(done, run.places[0]), shown(masked))
    done = endOf(run)
  }
  const onLines = done === 0 ? text : pieces.join('') + text.slice(done)
  if (!/[\r\n]/.test(onLines)) return onLines
  return onLines.replace(groupsOverLines, (groups) => isCardNumber(groups) ? shown(maskGroups(groups)) : groups)
}

/** The text of a run with every card number in it masked; null if it has none. */
function maskRun(text: string, { digits, places }: DigitRun, counts: Counts): string | null {
  const first = places[0] ?? 0
  const codes = new Uint16Array((places.at(-1) ?? 0) + 1 - first)
  for (let at = 0; at < codes.length; at += 1) codes[at] = text.charCodeAt(first + at)
  let masked = -1
  // Overlapping numbers are in the order of their starts, so each digit is masked once.
  const mask = (start: number, length: number): void => {
    const end = start + length - 4
    for (let index = Math.max(masked, start + 6); index < end; index += 1) {
      codes[(places[index] ?? 0) - first] = maskCode
    }
    masked = Math.max(masked, end)
  }
  if (isWhole(digits) && counts(0, digits.length)) mask(0, digits.length)
  else forEachCardNumber(digits, (start, length) => { if (counts(start, length)) mask(start, length) })
  return masked < 0 ? null : utf16.decode(codes)
}

const maskCode = 0x58
const utf16 = new TextDecoder('utf-16le')

function endOf({ places }: DigitRun): number {
  return (places.at(-1) ?? 0) + 1
}

/** True if digit groups on several lines form one card number. */
function isCardNumber(groups: string): boolean {
  return hasCardNumberShape(groups.replace(/%20|\D/g, ''))
}

function maskGroups(groups: string): string {
  const count = groups.replace(/%20|\D/g, '').length
  let index = -1
  return groups.replace(/%20|\d/g, (sign) => {
    if (sign === '%20') return sign
    index += 1
    return index >= 6 && index < count - 4 ? 'X' : sign
  })
}

/**
 * True if free text contains a card number as a person writes it: whole groups of digits. Digits inside a longer
 * number, or in a bank account number, do not count.
 */
export function holdsCardNumber(text: string): boolean {
  return splitByAccountNumbers(text).some((part) => !part.isAccountNumber && holdsWritten(part.text))
}

function holdsWritten(text: string): boolean {
  if ([...text.matchAll(groupsOverLines)].some(([groups]) => isCardNumber(groups))) return true
  return digitRuns(text, fewestDigits).some((run) => {
    const standsAlone = standsAloneIn(run)
    let found = false
    forEachCardNumber(run.digits, (start, length) => { found ||= standsAlone(start, length) })
    return found
  })
}

function isWhole(digits: Uint8Array): boolean {
  return digits.length <= mostDigits && digits[0] !== 0 && checksumsOf(digits)(0, digits.length) % 10 === 0
}

/** Calls `found` with every part of the digits that may be a card number; by start, the longest first. */
function forEachCardNumber(digits: Uint8Array, found: (start: number, length: number) => void): void {
  const checksum = checksumsOf(digits)
  for (let start = 0; start + fewestDigits <= digits.length; start++) {
    if (digits[start] === 0) continue
    for (let length = Math.min(mostDigits, digits.length - start); length >= fewestDigits; length--) {
      if (checksum(start, length) % 10 === 0) found(start, length)
    }
  }
}

/**
 * Returns a function for the checksum of any part of the digits (ISO/IEC 7812-1). Prefix sums are computed once; each
 * checksum is then the difference of two of them, in constant time.
 */
function checksumsOf(digits: Uint8Array): (start: number, length: number) => number {
  // One array doubles the digits at odd positions, the other those at even positions.
  const odd = new Int32Array(digits.length + 1)
  const even = new Int32Array(digits.length + 1)
  for (let place = 0; place < digits.length; place += 1) {
    const digit = digits[place] ?? 0
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2
    odd[place + 1] = (odd[place] ?? 0) + (place % 2 === 0 ? digit : doubled)
    even[place + 1] = (even[place] ?? 0) + (place % 2 === 0 ? doubled : digit)
  }
  return (start, length) => {
    // The last digit is never doubled.
    const sum = (start + length - 1) % 2 === 0 ? odd : even
    return (sum[start + length] ?? 0) - (sum[start] ?? 0)
  }
}
