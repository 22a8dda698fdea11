/** Reads a request in pieces, as in mails, tickets and logs: URL, header, body, signed text, in any order. */
import { printForm, type Pair } from '../../gateway/encoding/form.ts'
import { percentEncode } from '../../gateway/encoding/percent.ts'
import { printedFields } from '../../gateway/encoding/printed-fields.ts'
import { areOfRequest } from './interface-names.ts'
import { nothingPasted, type Pasted } from './pasted.ts'

const label = '(?:^|[\\s,;{|])'
const oauthHeader = /OAuth\s+(?:realm|oauth_\w+)\s*=\s*"[^"]*"(?:\s*,\s*[\w-]+\s*=\s*"[^"]*")*/i
const urlText = /https?:\/\/[^\s"'<>\\)\]]+/gi
const baseStringText = /\b(?:GET|POST|PUT|DELETE|PATCH|HEAD)&https?(?:%3A|%253A|:)[^\s"'<>]*/i
const labelledText = new RegExp(
  `${label}(?:control[ _-]?text|control[ _-]?string|string[ _-]?to[ _-]?(?:sign|hash)|checksum[ _-]?text)["']?\\s*[:=]\\s*(\\S.*)$`, 'im')
const labelledBase = new RegExp(`${label}(?:signature[ _-]?)?base[ _-]?string["']?\\s*[:=]\\s*(\\S.*)$`, 'im')

/** Finds the parts of a request; null without any of them. */
export function readParts(pasted: string): Pasted | null {
  const text = withoutJsonEscapes(pasted)
  const places = { ...signedPlaces(text), header: placeOf(oauthHeader, text) }
  const base = places.base?.text ?? null
  const controlText = places.controlText?.text ?? null
  const header = places.header?.text ?? null
  const printed = printedFields(text, areOfRequest)
  const rest = without(text, [...Object.values(places), printed])
  const urls = [...rest.matchAll(urlText)]
  const chosen = urls.find(([one]) => one.includes('/api/')) ?? urls[0]
  const url = chosen?.[0] ?? null
  const body = printed !== null ? printForm(printed.pairs)
    : bodyIn(chosen === undefined ? rest : without(rest, [{ start: chosen.index, text: chosen[0] }]))
  if (url === null && body === null && base === null && controlText === null && header === null) return null
  const headers: Pair[] = header === null ? [] : [['Authorization', header]]
  const isLine = !/\n/.test(text.trim())
  const bare = url === null && body === null && header === null
  return {
    ...nothingPasted,
    form: printed !== null ? 'fields' : bare ? (base === null ? 'control-text' : 'base-string') : isLine && url !== null ? 'log-line' : url === null ? 'form' : 'parts',
    method: methodIn(rest), url, headers, body, baseString: base, controlText,
  }
}

/** Decodes a URL, form or header that a log line wrote as JSON does: `\/`, `\u0026`, `\u003d`, `\"`. */
function withoutJsonEscapes(text: string): string {
  if (!/oauth_\w{1,40}=\\"|https?:\\\/|\\u00(?:26|3d)/i.test(text)) return text
  return text.replace(/\\(?:(["/])|u00([2-7][\da-f]))/gi, (_, plain: string | undefined, code: string | undefined) =>
    plain ?? String.fromCharCode(Number.parseInt(code ?? '', 16)))
}

/** Only the signed texts, for a request that was read without them. */
export function readSignedTexts(text: string): Pick<Pasted, 'baseString' | 'controlText'> {
  const { base, controlText } = signedPlaces(text)
  return { baseString: base?.text ?? null, controlText: controlText?.text ?? null }
}

function signedPlaces(text: string) {
  return {
    base: placeOf(baseStringText, text) ?? placeOf(labelledBase, text), controlText: placeOf(labelledText, text),
  }
}

interface Found {
  readonly start: number
  readonly text: string
}

/** The match of a pattern: its group, which must end where the pattern ends, or without a group the whole match. */
function placeOf(pattern: RegExp, text: string): Found | null {
  const match = pattern.exec(text)
  if (match === null) return null
  const found = match[1] ?? match[0]
  return { start: match.index + match[0].length - found.length, text: found }
}

/** The text with a space in place of each part; parts may overlap. */
function without(text: string, parts: readonly (Found | null)[]): string {
  const pieces: string[] = []
  let done = 0
  const found = parts.filter((one) => one !== null)
  for (const { start, text: part } of found.sort((one, other) => one.start - other.start)) {
    pieces.push(text.slice(done, Math.max(done, start)))
    done = Math.max(done, start + part.length)
  }
  return [...pieces, text.slice(done)].join(' ')
}

const labelledBody =
  /(?:^|[\s,;{|])(?:body|data|payload|form|params|parameters)["']?\s*[:=]\s*["']?([[{(]?)([\w.%+-]+=[^\s"']*)/i

/** The longest run of `name=value` pairs; if every line is one pair, all lines. */
function bodyIn(text: string): string | null {
  const [, open, labelled] = labelledBody.exec(text) ?? []
  if (labelled?.includes('&') === true) return open === '' ? labelled : labelled.replace(/[\]})][,;.]?$/, '')
  const runs = text.split(/[\r\n]+|[\t"'`<>]| {2,}/).map((run) => run.replace(/^\s+/, ''))
    .flatMap((run) => /^[\w.%+-]+=.*&/.test(run) ? [run] : run.split(' ').filter((word) => /^[\w.%+-]+=.*&/.test(word)))
  const longest = runs.sort((one, other) => other.length - one.length)[0]
  if (longest !== undefined) return longest
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const pairs = lines.filter((line) => /^[\w-]+=/.test(line))
  return pairs.length > 1 ? (arePlain(pairs) ? pairs.map(encodedLine) : pairs).join('&') : pairs[0] ?? null
}

/** True for lines of fields with unencoded values: a form contains no such letters and spaces. */
function arePlain(lines: readonly string[]): boolean {
  return lines.some((line) => /[^\0-\x7f]| \S/.test(line)) && !lines.some((line) => /%[\da-f]{2}/i.test(line))
}

function encodedLine(line: string): string {
  const equals = line.indexOf('=')
  return `${line.slice(0, equals)}=${percentEncode(line.slice(equals + 1))}`
}

function methodIn(text: string): string | null {
  return /(?:^|[\s"'[])(GET|POST|PUT|DELETE|PATCH|HEAD)(?=[\s"'\]:])/.exec(text)?.[1] ?? null
}
