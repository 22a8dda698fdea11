const utf8 = new TextDecoder()
const leftByEncodeUriComponent = /[!'()*]/
const everyLeft = /[!'()*]/g

/**
 * Percent-encodes text as RFC 3986 and §5.2 want it: everything but `A-Z a-z 0-9 - . _ ~`, as UTF-8, upper-case hex, a
 * blank as `%20`. Text with a lone surrogate has no UTF-8 form and throws `URIError`; forms refuse it before.
 */
export function percentEncode(text: string): string {
  const encoded = encodeURIComponent(text)
  // The test alone is much cheaper than a replace that finds nothing, and nearly all text needs none.
  if (!leftByEncodeUriComponent.test(encoded)) return encoded
  return encoded.replace(everyLeft, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}

/**
 * Decodes percent-encoded text and never fails: an escape that is none stays as it stands, bytes that are no UTF-8
 * become the replacement character. `+` stays `+`.
 */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
      utf8.decode(Uint8Array.from(run.slice(1).split('%'), (hex) => Number.parseInt(hex, 16))))
  }
}
