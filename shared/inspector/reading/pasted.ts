import type { Pair } from '../../gateway/form.ts'

/** Characters of the longest text that is read. */
export const longestPasted = 262_144

/** What a pasted text was taken for. */
export const pastedForms = [
  'curl', 'power-shell', 'http', 'har', 'parts', 'log-line', 'base-string', 'control-text', 'form', 'callback',
] as const
export type PastedForm = (typeof pastedForms)[number]

/** What was found in a pasted text, nothing trimmed and nothing decoded. */
export interface Pasted {
  readonly form: PastedForm
  /** Null where the text names none. */
  readonly method: string | null
  readonly url: string | null
  readonly headers: readonly Pair[]
  readonly body: string | null
  /** A base string that somebody else computed. */
  readonly baseString: string | null
  /** A control text that somebody else put together. */
  readonly controlText: string | null
  /** `Date` of the gateway's reply, where that was pasted too. */
  readonly serverDate: string | null
}

export const nothingPasted: Omit<Pasted, 'form'> = {
  method: null, url: null, headers: [], body: null, baseString: null, controlText: null, serverDate: null,
}
