/**
 * A value as JSON text that every database stores: NUL and lone surrogates, which a gateway may send, become U+FFFD.
 * Throws for a value that JSON cannot represent.
 */
export function jsonText(value: object): string {
  const text = JSON.stringify(value)
  // JSON writes both as escapes. Nearly every text has none, so this avoids a second pass.
  if (!text.includes('\\u')) return text
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '\uFFFD') : part)
}

/**
 * As `jsonText`, without the properties whose values equal those of `usual`: primitive values and empty lists. Read it
 * as `{ ...usual, ...JSON.parse(text) }`.
 */
export function jsonTextWithout(usual: object, value: object): string {
  return jsonText(Object.fromEntries(
    Object.entries(value).filter(([name, part]) => !isSame(part, Reflect.get(usual, name))),
  ))
}

function isSame(part: unknown, usual: unknown): boolean {
  return part === usual || (Array.isArray(part) && part.length === 0 && Array.isArray(usual))
}
