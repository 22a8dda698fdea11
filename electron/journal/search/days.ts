/** The UTC days and months that a time range touches, as the beginning of a timestamp's text. */

const dayMs = 24 * 60 * 60_000

/** Each day ("2026-11-21") from one moment on and before another; null if there are more than `most`, or none. */
export function utcDays(from: string, until: string, most: number): string[] | null {
  const [first, end] = [Math.floor(Date.parse(from) / dayMs), Math.ceil(Date.parse(until) / dayMs)]
  if (!(end > first) || end - first > most) return null
  return Array.from({ length: end - first }, (_, day) => new Date((first + day) * dayMs).toISOString().slice(0, 10))
}

/** As `utcDays`, for months ("2026-11"). */
export function utcMonths(from: string, until: string, most: number): string[] | null {
  const [first, end] = [monthOf(Date.parse(from)), monthOf(Date.parse(until) - 1) + 1]
  if (!(end > first) || end - first > most) return null
  return Array.from({ length: end - first }, (_, month) =>
    new Date(Date.UTC(0, first + month)).toISOString().slice(0, 7))
}

/** Months since the year 1900, as `Date.UTC` counts them. */
function monthOf(moment: number): number {
  const date = new Date(moment)
  return (date.getUTCFullYear() - 1900) * 12 + date.getUTCMonth()
}
