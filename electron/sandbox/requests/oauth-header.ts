/** Reads an Authorization header strictly by §5.2. Deliberately independent of the client's own reader. */
import { percentDecode } from '#shared/gateway/encoding/percent.ts'
import type { Pair } from '#shared/gateway/encoding/form.ts'

const parameter = /([A-Za-z0-9._~-]+)="([^"]*)"(?:, ?|$)/y

/**
 * The decoded parameters of `OAuth name="value", name="value"` (the comma may be followed by a space), without `realm`.
 * Null for any other form: without quotes, with a value that is not percent-encoded, with a comma at the end.
 */
export function readOAuthHeader(header: string): Pair[] | null {
  const scheme = /^OAuth +/i.exec(header)
  if (scheme === null || header.endsWith(',') || header.endsWith(', ')) return null
  const pairs: Pair[] = []
  parameter.lastIndex = scheme[0].length
  while (parameter.lastIndex < header.length) {
    const match = parameter.exec(header)
    if (match === null) return null
    const [, name = '', value = ''] = match
    if (name === 'realm') continue
    if (!/^(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})*$/.test(value)) return null
    pairs.push([name, percentDecode(value)])
  }
  return pairs
}
