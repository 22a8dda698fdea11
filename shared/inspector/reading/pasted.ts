import type { Pair } from '../../gateway/encoding/form.ts'

/** The most characters of a text that is read. */
export const longestPasted = 262_144

/** The recognised form of a pasted text. `fields`: printed by a program, so their encoding is not known. */
export const pastedForms = [
  'curl', 'power-shell', 'http', 'har', 'parts', 'log-line', 'base-string', 'control-text', 'form', 'fields', 'callback',
] as const
export type PastedForm = (typeof pastedForms)[number]

/** The parts of a pasted text, neither trimmed nor decoded. */
export interface Pasted {
  readonly form: PastedForm
  /** Null if the text contains none. */
  readonly method: string | null
  readonly url: string | null
  readonly headers: readonly Pair[]
  readonly body: string | null
  /** A base string from other software. */
  readonly baseString: string | null
  /** A control text from other software. */
  readonly controlText: string | null
  /** `Date` of the gateway's reply, if that was pasted too. */
  readonly serverDate: string | null
}

export const nothingPasted: Omit<Pasted, 'form'> = {
  method: null, url: null, headers: [], body: null, baseString: null, controlText: null, serverDate: null,
}
