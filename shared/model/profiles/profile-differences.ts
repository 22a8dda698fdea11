/** The differences between two versions of a profile, for a person who decides which one is right. */
import { z } from '../values/zod.ts'

/** One part that differs; null if a version does not have it. */
export const profileDifferenceSchema = z.object({
  /** The path of the part, such as `gateway.baseUrl` or `switches.paths.status`. */
  path: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type ProfileDifference = z.infer<typeof profileDifferenceSchema>

/**
 * Every part of two profiles that differs, sorted by path. Without an earlier version, every part is new. SECURITY:
 * derived from the whole value, so that a part added to profiles later cannot be left out.
 */
export function differencesBetween(before: object | null, after: object): ProfileDifference[] {
  const old = before === null ? new Map<string, string>() : partsOf(before)
  const now = partsOf(after)
  return [...new Set([...old.keys(), ...now.keys()])].toSorted()
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter(({ before: one, after: other }) => one !== other)
}

function partsOf(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (value === undefined || value === null) return new Map()
  if (typeof value !== 'object') return new Map([[path.join('.'), typeof value === 'string' ? value : JSON.stringify(value)]])
  return new Map(Object.entries(value).flatMap(([name, part]) => [...partsOf(part, [...path, name])]))
}
