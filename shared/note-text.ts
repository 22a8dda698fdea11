/** The text and tags of a note as they are kept. Without schemas, so that a form of the page can use it. */

/** Characters of the longest text of a note. */
export const longestNote = 4_000
/** Characters of the longest tag, and tags of one note. */
export const longestTag = 40
export const mostTags = 10

/**
 * A typed text as it is kept: without white space at its ends, with line breaks of one kind. What no database stores
 * becomes U+FFFD.
 */
export function plainNoteText(typed: string): string {
  return storable(typed).replace(/\r\n?/g, '\n').trim()
}

/** A typed tag on one line. */
function plainTag(typed: string): string {
  return storable(typed).replace(/\s+/gu, ' ').trim()
}

/** Tags, each once whatever its case; the first spelling counts. Empty ones are left out. */
export function plainTags(typed: readonly string[]): string[] {
  const tags = new Map<string, string>()
  for (const tag of typed.map(plainTag)) {
    const key = tag.toLowerCase()
    if (tag !== '' && !tags.has(key)) tags.set(key, tag)
  }
  return [...tags.values()]
}

/** SECURITY: wide digits, as some keyboards type them, become 0 to 9, so that a card number is found. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
    .replace(/[\uFF10-\uFF19]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xFF10 + 0x30))
}
