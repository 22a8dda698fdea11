import { formDecode, percentEncode } from './percent.ts'

/** A decoded name with its decoded value. In lists of pairs the order is significant and names may repeat. */
export type Pair = readonly [name: string, value: string]

/** Prints a form body: names and values percent-encoded, a space as `%20`, joined with `&` (§5.2, addendum 5). */
export function printForm(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&')
}

/**
 * Parses a form body or query: pairs in order, `+` as a space, a name without `=` with an empty value, empty segments
 * left out. Never throws.
 */
export function parseForm(text: string): Pair[] {
  return segments(text).map(splitSegment)
}

/** The raw `name=value` segments of a form text, without empty ones. */
export function segments(text: string): string[] {
  return text.split('&').filter((segment) => segment !== '')
}

/** True if a form text has more than `most` segments, empty ones included. Stops counting there. */
export function hasMoreSegments(text: string, most: number): boolean {
  let at = -1
  for (let count = 0; count < most; count += 1) {
    at = text.indexOf('&', at + 1)
    if (at < 0) return false
  }
  return true
}

/** Decodes one raw segment. */
export function splitSegment(segment: string): Pair {
  const equals = segment.indexOf('=')
  if (equals < 0) return [formDecode(segment), '']
  return [formDecode(segment.slice(0, equals)), formDecode(segment.slice(equals + 1))]
}

/** The first value of a name; undefined if the name is absent. */
export function firstValue(pairs: readonly Pair[], name: string): string | undefined {
  return pairs.find(([candidate]) => candidate === name)?.[1]
}
