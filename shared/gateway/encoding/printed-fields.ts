/** Reads fields that a program printed as a list or map: PHP, Java, Ruby, Python, JavaScript, JSON. */
import type { Pair } from './form.ts'

export interface PrintedFields {
  /** The position of the list in the text. */
  readonly start: number
  readonly text: string
  /** The printed values, in their order. How they were encoded for sending is not known. */
  readonly pairs: readonly Pair[]
}

/** `plain`: nothing delimits the values, so a part of one may look like a further field. */
export type PrintedSyntax = 'json' | 'quoted' | 'plain'

/** Decides by the names, each once, whether a list is the wanted one. */
export type IsWanted = (names: readonly string[], syntax: PrintedSyntax) => boolean

/** More fields than any request has. */
const mostFields = 500
/** Further brackets that begin no list are not tried. */
const mostOpenings = 200

/** The first wanted list of a text; null if there is none, or if its values are not certain. */
export function printedFields(text: string, isWanted: IsWanted): PrintedFields | null {
  const begins = /\bArray[ \t]{0,8}\r?\n[ \t]{0,80}\([ \t]{0,8}\r?\n|\barray\(\d{1,6}\) \{|\barray ?\(|\{|\[/g
  for (let tried = 0; tried < mostOpenings; tried += 1) {
    const opening = begins.exec(text)
    if (opening === null) break
    const [mark] = opening
    const found = readerOf(mark)(text, opening.index + mark.length)
    if (found === null || found.pairs.length < 2 || found.pairs.length > mostFields) continue
    const names = found.pairs.map(([name]) => name)
    if (new Set(names).size === names.length && isWanted(names, found.syntax)) {
      return { start: opening.index, text: text.slice(opening.index, found.end), pairs: found.pairs }
    }
  }
  return namedLines(text, isWanted)
}

interface Found {
  readonly pairs: readonly Pair[]
  /** The position behind the list. */
  readonly end: number
  readonly syntax: PrintedSyntax
}

function readerOf(mark: string): (text: string, at: number) => Found | null {
  if (mark.startsWith('Array')) return listed
  if (mark === '{') return bracketed
  return mark.endsWith('{') ? dumped : quoted
}

/** A map of Java has no quotes; the others have. */
function bracketed(text: string, at: number): Found | null {
  return quoted(text, at) ?? mapped(text, at)
}

/** PHP's print_r: a field on each line. A value with a line break is not certain. */
function listed(text: string, at: number): Found | null {
  const field = /[ \t]*\[([\w.-]{1,64})\] => (.*)\r?\n/y
  const pairs: Pair[] = []
  field.lastIndex = at
  for (let end = at; pairs.length <= mostFields; end = field.lastIndex) {
    const [, name, value] = field.exec(text) ?? []
    if (name === undefined || value === undefined) {
      const isClosed = /^[ \t]*\)/.test(text.slice(end, end + 80))
      return isClosed ? { pairs, end: text.indexOf(')', end) + 1, syntax: 'quoted' } : null
    }
    pairs.push([name, value])
  }
  return null
}

/** PHP's var_dump, which states the bytes of each value. */
function dumped(text: string, at: number): Found | null {
  const field = /\s*\["([\w.-]{1,64})"\]\s*=>\s*(?:int\((\d{1,20})\)|string\((\d{1,7})\) ")/y
  const pairs: Pair[] = []
  let end = at
  while (pairs.length <= mostFields) {
    field.lastIndex = end
    const [whole, name, integer, bytes] = field.exec(text) ?? []
    if (whole === undefined || name === undefined) break
    end += whole.length
    if (integer === undefined) {
      const value = ofBytes(text, end, Number(bytes))
      if (value === null || text[end + value.length] !== '"') return null
      pairs.push([name, value])
      end += value.length + 1
    } else pairs.push([name, integer])
  }
  const [closing] = /^\s{0,80}\}/.exec(text.slice(end, end + 82)) ?? []
  return closing === undefined ? null : { pairs, end: end + closing.length, syntax: 'quoted' }
}

/** The text of so many bytes of UTF-8; null if they end inside a character. */
function ofBytes(text: string, at: number, bytes: number): string | null {
  const encoded = new TextEncoder().encode(text.slice(at, at + bytes)).subarray(0, bytes)
  const value = new TextDecoder().decode(encoded)
  return encoded.length === bytes && text.startsWith(value, at) ? value : null
}

const printedName = /(?:"([\w.-]{1,64})"|'([\w.-]{1,64})'|:?([\w-]{1,64}))/.source
const printedValue = /(?:"([^"\\]*(?:\\[^][^"\\]*)*)"|'([^'\\]*(?:\\[^][^'\\]*)*)'|(\d{1,20}(?:\.\d{1,8})?))/.source

/** Quoted values: JSON, Python, Ruby, JavaScript, and PHP's var_export. */
function quoted(text: string, at: number): Found | null {
  const field = new RegExp(`\\s*${printedName}\\s*(=>|:)\\s*${printedValue}\\s*(?:,|(?=[}\\])]))`, 'y')
  const pairs: Pair[] = []
  let end = at
  let isJson = true
  while (pairs.length <= mostFields) {
    field.lastIndex = end
    const [whole, one, other, bare, arrow, double, single, number] = field.exec(text) ?? []
    if (whole === undefined) break
    const name = one ?? other ?? bare ?? ''
    // PHP alone prints arrows with single quotes, and escapes only the quote and the backslash.
    const value = number ?? (arrow === '=>' && single !== undefined
      ? single.replace(/\\([\\'])/g, '$1') : unescaped(double ?? single ?? ''))
    if (value === null) return null
    pairs.push([name, value])
    isJson &&= one !== undefined && arrow === ':' && single === undefined
    end += whole.length
  }
  const [closing] = /^\s{0,80}[}\])]/.exec(text.slice(end, end + 82)) ?? []
  if (pairs.length === 0 || closing === undefined) return null
  return { pairs, end: end + closing.length, syntax: isJson ? 'json' : 'quoted' }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** The text of a quoted value; null for an escape whose meaning differs between languages. */
function unescaped(value: string): string | null {
  if (/\\(?!u[\da-fA-F]{4}|[nrtbf"'/#])/.test(value.replaceAll('\\\\', ''))) return null
  const replaced = value.replace(/\\(?:u([\da-fA-F]{4})|(.))/g, (_, code: string | undefined, letter: string = '') =>
    (code === undefined ? escapes[letter] ?? letter : String.fromCharCode(Number.parseInt(code, 16))))
  return replaced.toWellFormed()
}

/** Java's map, on one line: `{a=b, c=d}`, or with lists of one value `{a=[b], c=[d]}`. */
function mapped(text: string, at: number): Found | null {
  const line = /[\w.-]{1,64}=.*/y
  line.lastIndex = at
  const rest = line.exec(text)?.[0] ?? ''
  const end = rest.indexOf('}')
  // A second bracket may belong to a value.
  if (end < 0 || rest.includes('}', end + 1)) return null
  const fields = rest.slice(0, end).split(/, (?=[\w.-]{1,64}=)/, mostFields + 1)
  const pairs = fields.map((field): Pair => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)])
  const areLists = pairs.every(([, value]) => /^\[[^[\]]*\]$/.test(value))
  // Java prints an absent value as this word.
  if (pairs.some(([, value]) => value === 'null' || value === '[null]')) return null
  const values = areLists ? pairs.map(([name, value]): Pair => [name, value.slice(1, -1)]) : pairs
  return { pairs: values, end: at + end + 1, syntax: 'plain' }
}

/** A field on each line of the whole text, as in a browser's tools. A "%" may be of the value or of its encoding. */
function namedLines(text: string, isWanted: IsWanted): PrintedFields | null {
  const lines = text.trim().split(/\r?\n/, mostFields + 1)
  const pairs = lines.flatMap((line): Pair[] => {
    const colon = line.indexOf(': ')
    return /^[\w.-]{1,64}$/.test(line.slice(0, Math.max(0, colon))) ? [[line.slice(0, colon), line.slice(colon + 2)]] : []
  })
  const names = pairs.map(([name]) => name)
  const areAll = pairs.length === lines.length && pairs.length > 1 && pairs.length <= mostFields
    && new Set(names).size === names.length && !pairs.some(([, value]) => /%[\da-f]{2}/i.test(value))
  return areAll && isWanted(names, 'plain') ? { start: 0, text, pairs } : null
}
