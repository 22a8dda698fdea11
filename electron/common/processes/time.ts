import type { UtcTime } from '#shared/brands.ts'
import type { Span } from '#shared/day-hours.ts'

/** A moment of the wall clock (milliseconds since 1970) as ISO 8601 text in UTC. */
export function utcTime(milliseconds: number): UtcTime {
  return new Date(milliseconds).toISOString() as UtcTime
}

/** A span as its two moments. */
export function spanTimes({ from, until }: Span): { readonly from: UtcTime; readonly until: UtcTime } {
  return { from: utcTime(from), until: utcTime(until) }
}

/** A moment in this computer's zone, with the offset at that time: "2026-11-20T10:41:07.120+01:00". */
export function localTime(milliseconds: number): string {
  const offsetMinutes = -new Date(milliseconds).getTimezoneOffset()
  const local = new Date(milliseconds + offsetMinutes * 60_000).toISOString().slice(0, -1)
  const size = Math.abs(offsetMinutes)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** A moment in this computer's zone as files show it: "2026-11-20 10:41:07 +01:00". */
export function shownTime(milliseconds: number): string {
  const local = localTime(milliseconds)
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${local.slice(23)}`
}

/**
 * A moment in UTC and in this computer's zone with its offset: "2026-11-20T09:41:07.120Z (2026-11-20 10:41:07 +01:00)".
 */
export function bothTimes(milliseconds: number): string {
  return `${utcTime(milliseconds)} (${shownTime(milliseconds)})`
}
