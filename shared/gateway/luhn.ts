/** True when the check digit of a run of 12 to 19 digits fits, as it does for every card number (ISO/IEC 7812-1). */
export function hasCardNumberShape(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

const digitRuns = /\d(?:[ -]?\d){11,22}/g

/**
 * Replaces every card number that stands in free text, written with or without blanks or dashes, by what `mask` makes
 * of its digits. A run that is too long for one card number is searched for one inside.
 */
export function replaceCardNumbers(text: string, mask: (digits: string) => string): string {
  return text.replace(digitRuns, (run) => {
    const digits = run.replace(/[ -]/g, '')
    for (let length = Math.min(19, digits.length); length >= 12; length--) {
      for (let start = 0; start + length <= digits.length; start++) {
        const candidate = digits.slice(start, start + length)
        if (length >= 13 && hasCardNumberShape(candidate)) {
          return `${digits.slice(0, start)}${mask(candidate)}${digits.slice(start + length)}`
        }
      }
    }
    return run
  })
}

/** True when free text holds something that looks like a card number. */
export function holdsCardNumber(text: string): boolean {
  return replaceCardNumbers(text, () => '') !== text
}
