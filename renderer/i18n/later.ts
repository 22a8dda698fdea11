import { report } from './en/report.ts'

/** Texts that load with the parts of the page that show them, after the first screen. */
export const laterTexts = { report } as const
