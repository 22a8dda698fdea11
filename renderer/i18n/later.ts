import { callbacks } from './en/callbacks.ts'
import { notes } from './en/notes.ts'

/** Texts that load with the parts of the page that show them, after the first screen. */
export const laterTexts = { callbacks, notes } as const
