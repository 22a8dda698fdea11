/** Calendar days in a time zone of the IANA database, across clock changes. */

const hour = 3_600_000

/** True for a time zone name that this platform supports, such as `Europe/Berlin` or `UTC`; false for offsets. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][\w+/-]{1,63}$/.test(text)) return false
  try {
    wallClock(text)
    return true
  } catch {
    return false
  }
}

/**
 * The first moment of the day in a time zone that contains the given moment; both in milliseconds since 1970 UTC.
 * Usually this is midnight. If clocks skip midnight, it is the moment of the change; if midnight occurs twice, the
 * first. Throws `RangeError` for an invalid time zone (`isTimeZone`).
 */
export function startOfDay(moment: number, timeZone: string): number {
  const wall = wallClock(timeZone)
  const midnight = Math.floor(wall(moment) / (24 * hour)) * 24 * hour
  // The offsets from UTC of all zones are between -12 and +14 hours.
  const [atFirst, atLast] = [midnight - 14 * hour, midnight + 12 * hour]
  const candidates = [atFirst, atLast].map((near) => midnight - (wall(near) - near))
    .toSorted((one, other) => one - other)
  const [earliest = atFirst, latest = atLast] = candidates
  return candidates.find((candidate) => wall(candidate) === midnight) ?? firstReaching(midnight, wall, earliest, latest)
}

/** The date of a moment in a time zone, as "2026-11-27". Throws `RangeError` for an invalid time zone. */
export function calendarDay(moment: number, timeZone: string): string {
  return new Date(wallClock(timeZone)(moment)).toISOString().slice(0, 10)
}

/**
 * The first moment from `low` to `high` at which the clock shows `time` or later; the clock changes once in between.
 */
function firstReaching(time: number, wall: (moment: number) => number, low: number, high: number): number {
  let [before, reached] = [low, high]
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (wall(middle) >= time) reached = middle
    else before = middle
  }
  return reached
}

type WallClock = (moment: number) => number

/** Caches clocks: creating a format takes milliseconds, and every profile read checks its time zone. */
const clocks = new Map<string, WallClock>()
/** More zones than the profiles of a desk use. A limit, as each capitalisation of a name is a key of its own. */
const mostClocks = 50

/** The local time of a zone at a moment, as the milliseconds at which a UTC clock shows that time. */
export function wallClock(timeZone: string): WallClock {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const created = createWallClock(timeZone)
  if (clocks.size === mostClocks) clocks.clear()
  clocks.set(timeZone, created)
  return created
}

function createWallClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric',
    hour: 'numeric', minute: 'numeric', second: 'numeric',
  })
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
    const [year = 0, month = 1, ...rest] = (['year', 'month', 'day', 'hour', 'minute', 'second'] as const)
      .map((name) => parts.get(name) ?? 0)
    const [day, hours, minutes, seconds] = rest
    // A zone's offset from UTC is a whole number of seconds.
    return Date.UTC(year, month - 1, day, hours, minutes, seconds) + moment - Math.floor(moment / 1_000) * 1_000
  }
}
