/** Percent-encoding as data, in all correct and wrong variants that occur. */

export type Charset = 'utf-8' | 'latin-1' | 'utf-8-twice' | 'question-marks' | 'utf-16'

export interface Encoding {
  /** How many times it is applied; 1 is right. */
  readonly times: 0 | 1 | 2
  readonly space: '%20' | '+' | '%2B'
  readonly lowerCaseHex: boolean
  /** Characters that are left unencoded although they must be encoded. */
  readonly left: string
  /** Characters that are encoded although they must not be. */
  readonly over: string
  readonly charset: Charset
}

/** RFC 3986, as §5.2 requires. */
export const rightEncoding: Encoding = {
  times: 1, space: '%20', lowerCaseHex: false, left: '', over: '', charset: 'utf-8',
}

/** Cached texts by encoding: a search encodes the same values thousands of times. */
export type EncodingMemory = Map<string, Map<string, string>>

/** As `encodeWith`, with short texts cached in `memory`. */
export function encodeRemembering(memory: EncodingMemory, encoding: Encoding, text: string): string {
  const { times, space, lowerCaseHex, left, over, charset } = encoding
  const key = `${times}${space}${lowerCaseHex ? 'l' : 'u'}${charset}\n${left}\n${over}`
  let known = memory.get(key)
  if (known === undefined) {
    known = new Map<string, string>()
    memory.set(key, known)
  }
  let encoded = known.get(text)
  if (encoded === undefined) known.set(text, encoded = encodeWith(encoding, text))
  return encoded
}

/** Encodes text by the given encoding; a lone surrogate becomes the replacement character. */
export function encodeWith(encoding: Encoding, text: string): string {
  let encoded = text
  for (let time = 0; time < encoding.times; time += 1) encoded = encodeOnce(encoding, encoded)
  return encoded
}

/** The bytes of a text in a charset. Letters that Latin-1 or ASCII lack become `?`. */
export function bytesOf(text: string, charset: Charset): Uint8Array {
  switch (charset) {
    case 'utf-8': return new TextEncoder().encode(text)
    case 'latin-1': return singleBytes(text, 0xff)
    case 'question-marks': return singleBytes(text, 0x7f)
    case 'utf-8-twice': return new TextEncoder().encode(asLatin1Letters(new TextEncoder().encode(text)))
    case 'utf-16': return Uint8Array.from({ length: 2 * text.length }, (_, at) =>
      (text.charCodeAt(at >> 1) >> (8 * (at % 2))) & 0xff)
  }
}

function singleBytes(text: string, highest: number): Uint8Array {
  return Uint8Array.from([...text], (character) => {
    const point = character.codePointAt(0) ?? 0
    return point > highest ? 0x3f : point
  })
}

function asLatin1Letters(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

function encodeOnce({ space, lowerCaseHex, left, over, charset }: Encoding, text: string): string {
  let encoded = charset === 'utf-8' || isAscii(text) ? ofUtf8(text) : ofBytes(bytesOf(text, charset))
  for (const character of "!'()*") {
    if (!left.includes(character)) encoded = encoded.replaceAll(character, escapeOf(character))
  }
  for (const character of left) {
    if (!"!'()*".includes(character)) encoded = encoded.replaceAll(escapeOf(character), character)
  }
  for (const character of over) encoded = encoded.replaceAll(character, escapeOf(character))
  if (space !== '%20') encoded = encoded.replaceAll('%20', space)
  return lowerCaseHex ? encoded.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()) : encoded
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}

function ofUtf8(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return encodeURIComponent(text.toWellFormed())
  }
}

function ofBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte < 0x80
    ? encodeURIComponent(String.fromCharCode(byte))
    : `%${byte.toString(16).toUpperCase()}`).join('')
}

function escapeOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
