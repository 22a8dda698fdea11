/** Callbacks and redirects as people paste them: from a log, a browser, a mail (§6, addendum 9). */
import { callbackKind, callbackNames, isControlShaped } from './callback.ts'
import { firstValue, hasMoreSegments, parseForm, type Pair } from '../encoding/form.ts'

/** The forms of pasted text that are recognized. */
export const callbackForms = ['address', 'query', 'body', 'log-line'] as const
type CallbackForm = (typeof callbackForms)[number]

/**
 * Repairs before the text could be read; each may explain a wrong control. `line-breaks`: removed, as from a wrapped
 * query. `one-pair-a-line`: line breaks separate the pairs. `other-lines`: left out. `stray-percent`: a `%` that
 * begins no escape was left unchanged.
 */
export const textFixes = [
  'spaces-around', 'quotes', 'escaped-ampersands', 'line-breaks', 'one-pair-a-line', 'other-lines', 'stray-percent',
] as const
type TextFix = (typeof textFixes)[number]

export interface CallbackReading {
  readonly form: CallbackForm
  /** Decoded, in their order, not trimmed: a space at the end of a value stays. */
  readonly pairs: readonly Pair[]
  readonly fixes: readonly TextFix[]
}

/** More fields than any callback has; a text with more is something else. */
const mostFields = 500
/** A text with more lines or words that name a callback's field is a whole log: the intended one is not known. */
const mostParts = 200

/** The name of a callback's field, anywhere in the text. */
const fieldName = `(?<![\\w-])(?:${callbackNames.join('|')})=`

/**
 * Finds the fields of a callback or redirect in pasted text: an address, a bare query or form body, or a line of a log
 * that contains one of them. Of several readings it returns the one that names most fields of a callback. Null when
 * the text has none, one of more than 500 fields, or more than 200 of them. It never fails.
 */
export function readCallbackText(pasted: string): CallbackReading | null {
  const found = arrangements(pasted).flatMap(candidates)
  if (found.some(({ raw }) => hasMoreSegments(raw, mostFields))) return null
  let best: { candidate: Candidate; fit: number } | null = null
  for (const candidate of found) {
    const fit = fitOf(parseForm(candidate.raw))
    if (fit > (best?.fit ?? 0)) best = { candidate, fit }
  }
  if (best === null) return null
  const { form, raw, fixes } = best.candidate
  const pairs = parseForm(raw)
  return {
    // A bare list is the same text in a query and in a body. Callbacks come as queries, redirects as forms.
    form: form === 'pairs' ? (callbackKind(pairs) === 'callback' ? 'query' : 'body') : form,
    pairs,
    fixes: /%(?![0-9a-f]{2})/i.test(raw) ? [...fixes, 'stray-percent'] : fixes,
  }
}

interface Arrangement {
  readonly text: string
  readonly fixes: readonly TextFix[]
}

/** The text joined to one line, as before it was wrapped; then each line that names a field. */
function arrangements(pasted: string): Arrangement[] {
  const text = unescaped(withoutSpacesAround({ text: pasted, fixes: [] }))
  if (!/[\r\n]/.test(text.text)) return [withoutQuotes(text)]
  // How browsers' tools and many logs print a form: no `&` at all, a pair on each line.
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
 * Drops white space around the text: it comes from copying, as a value encodes a space as `+` or `%20`. The fix is
 * reported, except for line breaks alone.
 */
function withoutSpacesAround(given: Arrangement): Arrangement {
  const { text, fixes } = given
  const start = text.length - text.trimStart().length
  const trimmed = text.trim()
  const around = text.slice(0, start) + text.slice(start + trimmed.length)
  return /[^\r\n]/.test(around) ? fix(given, 'spaces-around', trimmed) : { text: trimmed, fixes }
}

/** `&` as HTML and JSON write it, and `=` as JSON does. */
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

/** The likelier reading first: it wins when several name equally many fields. */
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

/** Every word of a line with a query: a request line's target, `url=https://…`, bare pairs among other words. */
function inLogLine(text: string): Omit<Candidate, 'fixes'>[] {
  return partsNamingAField(text, isWordEnd).flatMap((word) => [
    ...(word.includes('?') ? [queryOf(word)] : []), ...(word.includes('&') ? [word] : []),
  ]).map((raw) => ({ form: 'log-line', raw }))
}

/**
 * The parts of a text that name a field of a callback; `endsPart` names the characters between parts. Empty when there
 * are more than 200. Takes time linear in the text.
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

/** The number of fields of a callback that are named, plus one for a control of full length. */
function fitOf(pairs: readonly Pair[]): number {
  const names = new Set(pairs.map(([name]) => name))
  const named = callbackNames.filter((name) => names.has(name)).length
  return named + (isControlShaped(firstValue(pairs, 'control') ?? '') ? 1 : 0)
}
