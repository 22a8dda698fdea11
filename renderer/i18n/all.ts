/** Every text of the page, for types and tests. The page loads the texts of later parts together with these parts. */
import { catalogue } from '#shared/gateway/operations.ts'
import { englishFor } from './en.ts'
import { alerts } from './en/alerts.ts'
import { inspectorTexts } from './en/inspector.ts'
import { todayFigures } from './en/today-figures.ts'

const first = englishFor(catalogue)

/** The texts of later parts. */
export const laterTexts = [todayFigures, alerts, inspectorTexts] as const
export type LaterTexts = (typeof laterTexts)[number]

/**
 * Every text of the page in English, by area. `{name}` is a placeholder, `one | many` are plural forms chosen by
 * `count`; a literal `@`, `{` or `|` is written `{'@'}`.
 */
export const en = { ...first, ...alerts, ...inspectorTexts, today: { ...first.today, ...todayFigures.today } }
