/** Every text of the page in English, for tests and generated documents. The page loads them in two parts. */
import { catalogue, type Operation } from '#shared/gateway/operations/operations.ts'
import { operationTexts, verbTexts } from './en/operation.ts'
import { firstTexts } from './first-texts.ts'
import { laterTexts } from './later-texts.ts'

/** Every text, with those of the given operations (`operation.{id}`, `verb.{id}`). */
export function englishFor(operations: readonly Operation<string>[]) {
  return { ...firstTexts, ...laterTexts, operation: operationTexts(operations), verb: verbTexts(operations) }
}

/**
 * Every text by area. `{name}` is a placeholder, `one | many` are plural forms chosen by `count`; a literal `@`, `{` or
 * `|` is written `{'@'}`.
 */
export const en = englishFor(catalogue)
