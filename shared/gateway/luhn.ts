/**
 * True when 12 to 19 digits have a fitting check digit, as every card number does (ISO/IEC 7812-1). None begins with a
 * zero: nobody issues such numbers, and serial numbers are full of zeros.
 */
export function hasCardNumberShape(digits: string): boolean {
  if (!/^[1-9]\d{11,18}$/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/**
 * Source of a pattern for one separator as people and software put them between the digits of a card number: blanks of
 * every width, dots, dashes, slashes, stars, and a blank as an address has it.
 */
export const cardSeparator = String.raw`(?:[ \t\u00a0\u2000-\u200b\u202f\u2060\u3000._/*+\u2010-\u2015-]|%20)`

/** More in a row separate one number from another. */
export const mostSeparators = 3

// A card number of twelve digits can be sent, but is not looked for in foreign text: hardly any was ever issued, and of
// other numbers of twelve digits (order ids, telephone numbers) every tenth has a fitting check digit. What a gateway
// quotes of one that it was sent is masked by the very digits (`echo.ts`).
const digitRuns = new RegExp(`(?<!%(?=20)|%2(?=0))\\d(?:${cardSeparator}{0,${mostSeparators}}\\d){12,}`, 'g')
const lengths = [19, 18, 17, 16, 15, 14, 13]

// Over line ends only the groups of a card (4-4-4-4, 4-6-5) that begin as its network has it and stand in no longer
// list: ids and times stand one below the other, too.
const lineEnd = `(?:${cardSeparator}|[\\r\\n]){1,${mostSeparators}}`
const groupsOverLines = new RegExp(
  `(?<!\\d|\\d{4}${lineEnd})(?=[3-6]|2[2-7])\\d{4}${lineEnd}`
  + `(?:\\d{4}${lineEnd}\\d{4}${lineEnd}\\d{4}|\\d{6}${lineEnd}\\d{5})(?!\\d|${lineEnd}\\d{4}(?!\\d))`, 'g',
)

/**
 * Puts `X` over the middle of every card number that may stand in free text, written with or without blanks, dashes or
 * dots, alone, beside others or inside a longer run of digits; the first six and last four digits stay. Long runs that
 * are no card number may lose digits too: that is the cheaper mistake.
 */
export function maskCardNumbersIn(text: string): string {
  return text
    .replace(digitRuns, (run) => maskRun(run, true))
    .replace(groupsOverLines, (run) => maskRun(run, false))
}

function maskRun(run: string, lookInside: boolean): string {
  const { digits, places } = readRun(run)
  const isWhole = hasCardNumberShape(digits)
  const found = isWhole ? [{ start: 0, length: digits.length }] : lookInside ? cardNumbersIn(digits) : []
  const characters = run.split('')
  for (const { start, length } of found) {
    for (const place of places.slice(start + 6, start + length - 4)) characters[place] = 'X'
  }
  return characters.join('')
}

/**
 * True when free text holds a card number as a person would write it: digits that begin and end where a group of digits
 * does. Digits that fit somewhere inside a longer number are left alone.
 */
export function holdsCardNumber(text: string): boolean {
  const overLineEnds = [...text.matchAll(groupsOverLines)].some(([run]) => hasCardNumberShape(readRun(run).digits))
  return overLineEnds || [...text.matchAll(digitRuns)].some(([run]) => {
    const { digits, places } = readRun(run)
    const beginsGroup = (index: number) => index === 0 || places[index] !== (places[index - 1] ?? 0) + 1
    return cardNumbersIn(digits).some(({ start, length }) =>
      beginsGroup(start) && (start + length === digits.length || beginsGroup(start + length)))
  })
}

/** The digits of a run and where each stands in it. */
function readRun(run: string): { readonly digits: string; readonly places: readonly number[] } {
  const found = [...run.matchAll(/%20|\d/g)].filter(([sign]) => sign !== '%20')
  return { digits: found.map(([digit]) => digit).join(''), places: found.map(({ index }) => index) }
}

function cardNumbersIn(digits: string): { readonly start: number; readonly length: number }[] {
  const found: { readonly start: number; readonly length: number }[] = []
  for (let start = 0; start + 13 <= digits.length; start++) {
    for (const length of lengths) {
      const fits = start + length <= digits.length && hasCardNumberShape(digits.slice(start, start + length))
      if (fits) found.push({ start, length })
    }
  }
  return found
}
