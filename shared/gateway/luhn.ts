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

// Blanks of every width, dots, dashes, slashes: whatever people put between groups of digits.
const digitRuns = /\d(?:[ \t\u00a0\u2000-\u200b\u202f\u2060\u3000._/+\u2010-\u2015-]{0,3}\d){12,}/g
const lengths = [19, 18, 17, 16, 15, 14, 13]

/**
 * Puts `X` over the middle of every card number that may stand in free text, written with or without blanks, dashes or
 * dots, alone, beside others or inside a longer run of digits; the first six and last four digits stay. Long runs that
 * are no card number may lose digits too: that is the cheaper mistake.
 */
export function maskCardNumbersIn(text: string): string {
  return text.replace(digitRuns, (run) => {
    const { digits, places } = readRun(run)
    const found = hasCardNumberShape(digits) ? [{ start: 0, length: digits.length }] : cardNumbersIn(digits)
    const characters = run.split('')
    for (const { start, length } of found) {
      for (const place of places.slice(start + 6, start + length - 4)) characters[place] = 'X'
    }
    return characters.join('')
  })
}

/**
 * True when free text holds a card number as a person would write it: digits that begin and end where a group of digits
 * does. Digits that fit somewhere inside a longer number are left alone.
 */
export function holdsCardNumber(text: string): boolean {
  return [...text.matchAll(digitRuns)].some(([run]) => {
    const { digits, places } = readRun(run)
    const beginsGroup = (index: number) => index === 0 || places[index] !== (places[index - 1] ?? 0) + 1
    return cardNumbersIn(digits).some(({ start, length }) =>
      beginsGroup(start) && (start + length === digits.length || beginsGroup(start + length)))
  })
}

/** The digits of a run and where each stands in it. */
function readRun(run: string): { readonly digits: string; readonly places: readonly number[] } {
  const found = [...run.matchAll(/\d/g)]
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
