/**
 * A value as JSON text that every database keeps: NUL and half characters, which a gateway may send, become U+FFFD.
 * Throws for what JSON has no text for.
 */
export function jsonText(value: object): string {
  const text = JSON.stringify(value)
  // JSON writes both as escapes, and nearly no text has one.
  if (!text.includes('\\u')) return text
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '\uFFFD') : part)
}
