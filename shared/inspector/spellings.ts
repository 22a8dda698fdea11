/** Mistakes in the spelling of a value that control and base string have in common. */
import { formDecode, percentDecode } from '../gateway/encoding/percent.ts'
import { code, type Cause } from './cause.ts'

/** A mistake that changes each value separately. */
export interface Spelling extends Cause {
  /** For each variant of the mistake, the signed value by the sent one. */
  readonly changes: readonly ((value: string) => string)[]
}

export const bodyEncodedTwice: Spelling = {
  id: 'body-encoded-twice',
  explanation: 'Values were percent-encoded twice in the body: the gateway reads "%20" where a space was signed.',
  fix: 'Encode each value of the body once. A library that sends a form encodes its values itself: give it the plain ones.',
  ...code({
    javascript: 'new URLSearchParams(fields) // not of encodeURIComponent(value)',
    php: 'http_build_query($fields) // not of urlencode($value)',
    python: 'requests.post(url, data=fields) # not of quote(value)',
    csharp: 'new FormUrlEncodedContent(fields)',
  }),
  changes: [percentDecode, formDecode],
}

export const plusSentUnencoded: Spelling = {
  id: 'plus-sent-unencoded',
  explanation: 'A "+" was signed where the gateway reads a space: in a form a "+" that is not percent-encoded is a space.',
  fix: 'Percent-encode every value of the body: "+" becomes %2B.',
  changes: [(value) => value.replaceAll(' ', '+')],
}

export const lettersComposed: Spelling = {
  id: 'composed-letters',
  explanation: 'Accented letters were composed (NFC) before signing, but sent decomposed.',
  fix: 'Sign and send the same text: normalise before both or before neither.',
  changes: [(value) => value.normalize('NFC')],
}

export const lettersDecomposed: Spelling = {
  id: 'decomposed-letters',
  explanation: 'Accented letters were decomposed (NFD) before signing, but sent composed.',
  fix: 'Sign and send the same text: normalise before both or before neither.',
  changes: [(value) => value.normalize('NFD')],
}

export const emptyAsWord: Spelling = {
  id: 'empty-as-word',
  explanation: 'An empty value was signed as the word that the language prints for it, such as "null".',
  fix: 'Sign an empty text for a value that is empty or not sent.',
  changes: ['null', 'undefined', 'None', 'NULL', 'nil'].map((word) => (value) => (value === '' ? word : value)),
}

export const valuesHtmlEscaped: Spelling = {
  id: 'values-html-escaped',
  explanation: 'Values were escaped for HTML before they were signed.',
  fix: 'Sign the values themselves.',
  changes: [(value) =>
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')],
}
