/** The account or card that receives a payout or transfer (§2.12, addendum 3). */
import { fieldKeys, fields, type FieldKey, type FieldValues } from './fields.ts'

/**
 * The destination as one text, equal for equal destinations in any spelling; null if none is given. SECURITY: it
 * contains account and card numbers. It is only hashed, never stored or shown.
 */
export function destinationText(values: FieldValues): string | null {
  const named = fieldKeys.flatMap((key) => {
    const value = values[key]
    return fields[key].isDestination === true && value !== undefined ? [[key, inOneSpelling(key, value)]] : []
  })
  return named.length === 0 ? null : JSON.stringify(named)
}

/** Account numbers have spaces, dashes and either case; ids are compared unchanged. */
function inOneSpelling(key: FieldKey, value: string): string {
  return fields[key].content.kind === 'identifier' ? value : value.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '').toUpperCase()
}
