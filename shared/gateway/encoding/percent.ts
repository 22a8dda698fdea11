const leftByEncodeUriComponent = /[!'()*]/
const everyLeft = /[!'()*]/g

/**
 * Percent-encodes text by RFC 3986 and §5.2: everything but `A-Z a-z 0-9 - . _ ~`, as UTF-8, in upper-case hex, a space
 * as `%20`. Throws `URIError` for a lone surrogate, which has no UTF-8 form; forms refuse it earlier.
 */
export function percentEncode(text: string): string {
  const encoded = encodeURIComponent(text)
  // Nearly all text has no such character, and the test is much cheaper than the replacement.
  if (!leftByEncodeUriComponent.test(encoded)) return encoded
  return encoded.replace(everyLeft, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}

/**
 * Decodes percent-encoded text and never throws: an invalid escape stays unchanged, invalid UTF-8 becomes the
 * replacement character. `+` stays `+`.
 */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return decodeBytes(text, none)
  }
}

/** Decodes a name or value of a form, in which `+` is a space. */
export function formDecode(text: string): string {
  // Decodes bytes, as `replaceAll` would build a string of thousands of pieces from thousands of signs.
  return text.includes('+') ? decodeBytes(text, plusSign) : percentDecode(text)
}

/** Decodes text around lone surrogates, which have no bytes. */
function decodeBytes(text: string, space: number): string {
  if (text.isWellFormed()) return decodeAll(text, space)
  return text.split(halfCharacter).map((piece) => piece.isWellFormed() ? decodeAll(piece, space) : piece).join('')
}

const halfCharacter = /([\ud800-\udfff])/u
const utf8 = { encoder: new TextEncoder(), decoder: new TextDecoder('utf-8', { ignoreBOM: true }) }
const percentSign = 0x25
const plusSign = 0x2b
/** No byte. */
const none = -1
const spaceByte = 0x20

/** Decodes all bytes together, those of escapes and of the text between. The byte `space` becomes a space. */
function decodeAll(text: string, space: number): string {
  const bytes = utf8.encoder.encode(text)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    const escaped = byte === percentSign ? hexValue(bytes[at + 1]) * 16 + hexValue(bytes[at + 2]) : Number.NaN
    const plain = byte === space ? spaceByte : byte
    bytes[length] = Number.isNaN(escaped) ? plain : escaped
    if (!Number.isNaN(escaped)) at += 2
    length += 1
  }
  return utf8.decoder.decode(bytes.subarray(0, length))
}

/** The value of a hexadecimal digit by its ASCII code; NaN for any other code. */
function hexValue(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : Number.NaN
}
