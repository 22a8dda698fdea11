/** Reads callbacks and redirects that a person pastes from a log, a browser or a mail (§6, addendum 9). */
import { callbackKind, callbackNames, isControlShaped } from './callback.ts'
import { isCallbackField } from '../fields/callback-fields.ts'
import { firstValue, hasMoreSegments, parseForm, type Pair } from '../encoding/form.ts'
import { printedFields, type PrintedSyntax } from '../encoding/printed-fields.ts'

/** The forms of pasted text that are recognized. */
export const callbackForms = ['address', 'query', 'body', 'log-line'] as const
type CallbackForm = (typeof callbackForms)[number]

/**
 * Repairs that were necessary to read the text; each may explain a wrong control. `line-breaks`: removed, as from a
 * wrapped query. `one-pair-a-line`: line breaks separated the pairs. `other-lines`: left out. `stray-percent`: a `%`
 * that begins no escape was left unchanged. `printed-fields`: a program printed the fields, decoded.
 */
export const textFixes = [
  'spaces-around', 'quotes', 'escaped-ampersands', 'line-breaks', 'one-pair-a-line', 'other-lines', 'stray-percent', 'printed-fields',
] as const
type TextFix = (typeof textFixes)[number]

export interface CallbackReading {
  readonly form: CallbackForm
  /** Decoded, in the order of the text, not trimmed: a space at the end of a value stays. */
  readonly pairs: readonly Pair[]
  readonly fixes: readonly TextFix[]
}

/** More fields than any callback has; text with more is not a callback. */
const mostFields = 500
/** Text with more lines or words that contain a field of a callback is a whole log; the intended part is not known. */
const mostParts = 200

/** Matches the name of a callback's field anywhere in the text. */
const fieldName = `(?<![\\w-])(?:${callbackNames.join('|')})=`

/**
 * Finds the fields of a callback or redirect in pasted text: an address, a bare query or form body, or a line of a log
 * that contains one of them, or the fields as a program printed them. Of several readings it returns the one with the
 * most fields of a callback. Null if there are none, if a reading has more than 500 fields, or if more than 200 parts
 * have some. Never throws.
 */
export function readCallbackText(pasted: string): CallbackReading | null {
  const found = arrangements(pasted).flatMap(candidates)
  if (found.some(({ raw }) => hasMoreSegments(raw, mostFields))) return null
  let best: { candidate: Candidate; fit: number } | null = null
  for (const candidate of found) {
    const fit = fitOf(parseForm(candidate.raw))
    if (fit > (best?.fit ?? 0)) best = { candidate, fit }
  }
  if (best === null) return readPrinted(pasted)
  const { form, raw, fixes } = best.candidate
  const pairs = parseForm(raw)
  return {
    form: form === 'pairs' ? formOf(pairs) : form,
    pairs,
    fixes: /%(?![0-9a-f]{2})/i.test(raw) ? [...fixes, 'stray-percent'] : fixes,
  }
}

/** A bare list looks the same as a query and as a body. Callbacks are queries, redirects are form bodies. */
function formOf(pairs: readonly Pair[]): CallbackForm {
  return callbackKind(pairs) === 'callback' ? 'query' : 'body'
}

function readPrinted(text: string): CallbackReading | null {
  const printed = printedFields(text, areOfCallback)
  return printed === null ? null : { form: formOf(printed.pairs), pairs: printed.pairs, fixes: ['printed-fields'] }
}

/**
 * True for names of a callback or redirect; replies name the order in another way. Without delimiters, each name must
 * be known, because a part of a value may look like a field.
 */
function areOfCallback(names: readonly string[], syntax: PrintedSyntax): boolean {
  return names.includes('status') && names.includes('client_orderid') && callbackNames.filter((name) => names.includes(name)).length > 2
    && (syntax !== 'plain' || names.every(isCallbackField))
}

interface Arrangement {
  readonly text: string
  readonly fixes: readonly TextFix[]
}

/** The text joined to one line, as before it was wrapped; then each line that contains a field. */
function arrangements(pasted: string): Arrangement[] {
  const text = unescaped(withoutSpacesAround({ text: pasted, fixes: [] }))
  if (!/[\r\n]/.test(text.text)) return [withoutQuotes(text)]
  // Browser tools and many logs print a form in this way: a pair on each line, without `&`.
  const lines = text.text.split(/[\r\n]+/, mostFields + 1)
  if (lines.length <= mostFields && !text.text.includes('&') && lines.every((line) => /^[\w.-]+=/.test(line))) {
    return [fix(text, 'one-pair-a-line', lines.join('&'))]
  }
  const joined = fix(text, 'line-breaks', text.text.replace(/[\r\n]+[ \t]*/g, ''))
  return [joined, ...partsNamingAField(text.text, isLineEnd).map((line) => withoutSpacesAround(fix(text, 'other-lines', line)))].map(withoutQuotes)
}

function fix({ text, fixes }: Arrangement, textFix: TextFix, after: string): Arrangement {
  return after === text ? { text, fixes } : { text: after, fixes: [...fixes, textFix] }
}

/**
 * Removes white space around the text. It comes from copying, as a value encodes a space as `+` or `%20`. Reported as a
 * fix, except for line breaks alone.
 */
function withoutSpacesAround(given: Arrangement): Arrangement {
  const { text, fixes } = given
  const start = text.length - text.trimStart().length
  const trimmed = text.trim()
  const around = text.slice(0, start) + text.slice(start + trimmed.length)
  return /[^\r\n]/.test(around) ? fix(given, 'spaces-around', trimmed) : { text: trimmed, fixes }
}

/** Replaces the escapes of `&` in HTML and JSON, and of `=` in JSON. */
function unescaped(given: Arrangement): Arrangement {
  return fix(given, 'escaped-ampersands', given.text.replace(/&amp;|&#38;|\\u0026/gi, '&').replace(/\\u003d/gi, '='))
}

const quotes: readonly (readonly [string, string])[] = [
  ['"', '"'], ["'", "'"], ['`', '`'], ['“', '”'], ['‘', '’'], ['«', '»'], ['<', '>'],
]

function withoutQuotes(given: Arrangement): Arrangement {
  const { text } = given
  const quoted = text.length > 1 && quotes.some(([open, close]) => text.startsWith(open) && text.endsWith(close))
  return quoted ? fix(given, 'quotes', text.slice(1, -1)) : given
}

interface Candidate {
  readonly form: 'address' | 'query' | 'pairs' | 'log-line'
  readonly raw: string
  readonly fixes: readonly TextFix[]
}

/** The likelier reading first: it wins if several contain equally many fields. */
function candidates({ text, fixes }: Arrangement): Candidate[] {
  const namesAField = new RegExp(fieldName)
  return [...wholeText(text), ...inLogLine(text)].filter(({ raw }) => namesAField.test(raw))
    .map((candidate) => ({ ...candidate, fixes }))
}

function wholeText(text: string): Omit<Candidate, 'fixes'>[] {
  if (/^(?:https?:\/)?\/[^?]/i.test(text)) return [{ form: 'address', raw: queryOf(text) }]
  if (text.startsWith('?')) return [{ form: 'query', raw: text.slice(1) }]
  return /^[\w.%+-]+=/.test(text) ? [{ form: 'pairs', raw: text }] : []
}

/** Every word of a line with a query: a request line's target, `url=https://…`, bare pairs between other words. */
function inLogLine(text: string): Omit<Candidate, 'fixes'>[] {
  return partsNamingAField(text, isWordEnd).flatMap((word) => [
    ...(word.includes('?') ? [queryOf(word)] : []), ...(word.includes('&') ? [word] : []),
  ]).map((raw) => ({ form: 'log-line', raw }))
}

/**
 * The parts of a text that contain a field of a callback; `endsPart` is true for characters between parts. Empty if
 * there are more than 200. Takes linear time.
 */
function partsNamingAField(text: string, endsPart: (code: number) => boolean): string[] {
  const parts: string[] = []
  const name = new RegExp(fieldName, 'g')
  for (let end = 0; parts.length <= mostParts;) {
    name.lastIndex = end
    const place = name.exec(text)?.index
    if (place === undefined) return parts
    let start = place
    while (start > end && !endsPart(text.charCodeAt(start - 1))) start -= 1
    end = place
    while (end < text.length && !endsPart(text.charCodeAt(end))) end += 1
    parts.push(text.slice(start, end))
  }
  return []
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d
}

const quotesInLogs: ReadonlySet<number> = new Set(Array.from('"\'`<>', (quote) => quote.charCodeAt(0)))

function isWordEnd(code: number): boolean {
  if (code > 0x20 && code < 0x80) return quotesInLogs.has(code)
  return /\s/.test(String.fromCharCode(code))
}

/** The text between the first `?` and the fragment. */
function queryOf(address: string): string {
  const mark = address.indexOf('?')
  if (mark < 0) return ''
  const fragment = address.indexOf('#', mark)
  return address.slice(mark + 1, fragment < 0 ? undefined : fragment)
}

/** The number of a callback's fields that occur, plus one for a control of full length. */
function fitOf(pairs: readonly Pair[]): number {
  const names = new Set(pairs.map(([name]) => name))
  const named = callbackNames.filter((name) => names.has(name)).length
  return named + (isControlShaped(firstValue(pairs, 'control') ?? '') ? 1 : 0)
}
