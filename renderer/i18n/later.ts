import { alerts } from './en/alerts.ts'
import { inspector } from './en/inspector.ts'

/** Texts that load with the parts of the page that show them, after the first screen. */
export const laterTexts = { alerts, inspector } as const
