/** Unicode characters that change the direction of the text after them. */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** Removes characters that would show the text, or the text behind it, in another order. */
export function withoutDirections(text: string): string {
  return text.replace(directions, '')
}

/** Letters of scripts that run from right to left. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const leftToRightMark = '\u200E'

/**
 * A line about a change, in the order in which it was written. SECURITY: without marks the arrow between two Hebrew or
 * Arabic values runs from right to left as they do: a person would read that the new one becomes the old one.
 */
export function inWrittenOrder(line: string): string {
  return rightToLeft.test(line) ? leftToRightMark + line.replaceAll('→', `→${leftToRightMark}`) : line
}
