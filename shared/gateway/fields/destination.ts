/** The account or card that a payout or transfer goes to (§2.12, addendum 3). */
import { fieldKeys, fields, type FieldKey, type FieldValues } from './fields.ts'

/**
 * The destination as one text, equal for equal destinations however they are spaced; null where none is named.
 * SECURITY: it contains account and card numbers. It is only hashed, and never kept or shown.
 */
export function destinationText(values: FieldValues): string | null {
  const named = fieldKeys.flatMap((key) => {
    const value = values[key]
    return fields[key].isDestination === true && value !== undefined ? [[key, inOneSpelling(key, value)]] : []
  })
  return named.length === 0 ? null : JSON.stringify(named)
}

/** Account numbers are grouped by spaces or dashes, in small letters or capitals; ids are compared as they are. */
function inOneSpelling(key: FieldKey, value: string): string {
  return fields[key].content.kind === 'identifier' ? value : value.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '').toUpperCase()
}
