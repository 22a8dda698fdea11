const leftByEncodeUriComponent = /[!'()*]/
const everyLeft = /[!'()*]/g

/**
 * Percent-encodes text as RFC 3986 and §5.2 require: everything but `A-Z a-z 0-9 - . _ ~`, as UTF-8, upper-case hex, a
 * space as `%20`. Throws `URIError` for a lone surrogate, which has no UTF-8 form; forms refuse it earlier.
 */
export function percentEncode(text: string): string {
  const encoded = encodeURIComponent(text)
  // The test alone is much cheaper than a replace that finds nothing, and nearly all text needs none.
  if (!leftByEncodeUriComponent.test(encoded)) return encoded
  return encoded.replace(everyLeft, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}

/**
 * Decodes percent-encoded text and never fails: an invalid escape stays unchanged, bytes that are not UTF-8 become the
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

/** The same for a name or value of a form, where `+` is a space. */
export function formDecode(text: string): string {
  // Not by replacing each: with thousands of them the result would consist of as many pieces.
  return text.includes('+') ? decodeBytes(text, plusSign) : percentDecode(text)
}

/** A lone surrogate has no bytes; text with one is decoded around it. */
function decodeBytes(text: string, blank: number): string {
  if (text.isWellFormed()) return decodeAtOnce(text, blank)
  return text.split(halfCharacter).map((piece) => piece.isWellFormed() ? decodeAtOnce(piece, blank) : piece).join('')
}

const halfCharacter = /([\ud800-\udfff])/u
const utf8 = { encoder: new TextEncoder(), decoder: new TextDecoder('utf-8', { ignoreBOM: true }) }
const percentSign = 0x25
const plusSign = 0x2b
/** No byte. */
const none = -1
const blankByte = 0x20

/** Decodes all bytes at once, those of escapes and those of the text between them. A byte `blank` becomes a space. */
function decodeAtOnce(text: string, blank: number): string {
  const bytes = utf8.encoder.encode(text)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    const escaped = byte === percentSign ? hexValue(bytes[at + 1]) * 16 + hexValue(bytes[at + 2]) : Number.NaN
    const plain = byte === blank ? blankByte : byte
    bytes[length] = Number.isNaN(escaped) ? plain : escaped
    if (!Number.isNaN(escaped)) at += 2
    length += 1
  }
  return utf8.decoder.decode(bytes.subarray(0, length))
}

/** The value of a hexadecimal digit by its ASCII code; not a number for any other. */
function hexValue(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : Number.NaN
}
