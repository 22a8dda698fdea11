import type { UtcTime } from '#shared/brands.ts'

/** A moment of the wall clock (milliseconds since 1970) as ISO 8601 text in UTC. */
export function utcTime(milliseconds: number): UtcTime {
  return new Date(milliseconds).toISOString() as UtcTime
}
