/** Mistakes in the spelling of a value that a control and a base string have in common. */
import type { Cause } from './cause.ts'

/** A mistake that changes each value by itself. */
export interface Spelling extends Cause {
  /** What each way of making the mistake signs instead of the sent value. */
  readonly changes: readonly ((value: string) => string)[]
}

export const plusSentUnencoded: Spelling = {
  id: 'plus-sent-unencoded',
  explanation: 'A "+" was signed where the gateway reads a space: in a form a "+" that is not percent-encoded is a space.',
  fix: 'Percent-encode every value of the body: "+" becomes %2B.',
  changes: [(value) => value.replaceAll(' ', '+')],
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
