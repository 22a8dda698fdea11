/** The stored form of a note's text and tags. Without schemas, so that the page's form can use it. */

/** The most characters in a note's text. */
export const longestNote = 4_000
/** The most characters in a tag, and tags in a note. */
export const longestTag = 40
export const mostTags = 10

/**
 * The stored form of a typed text: trimmed, with uniform line breaks. Characters that databases cannot store become
 * U+FFFD.
 */
export function plainNoteText(typed: string): string {
  return storable(typed).replace(/\r\n?/g, '\n').trim()
}

/** The stored form of a typed tag: one line. */
function plainTag(typed: string): string {
  return storable(typed).replace(/\s+/gu, ' ').trim()
}

/** The stored form of typed tags, without empty ones and repetitions; the first spelling counts, case does not. */
export function plainTags(typed: readonly string[]): string[] {
  const tags = new Map<string, string>()
  for (const tag of typed.map(plainTag)) {
    const key = tag.toLowerCase()
    if (tag !== '' && !tags.has(key)) tags.set(key, tag)
  }
  return [...tags.values()]
}

/** SECURITY: full-width digits, as some keyboards type them, become 0 to 9, so that a card number is found. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
    .replace(/[\uFF10-\uFF19]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xFF10 + 0x30))
}
