const full: Intl.DateTimeFormatOptions = {
  day: 'numeric', month: 'short', year: 'numeric',
  hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short',
}
const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit' }
const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }

const dayOfYear: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
const minute: Intl.DateTimeFormatOptions = { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit' }
const minuteOfYear: Intl.DateTimeFormatOptions = { ...minute, year: 'numeric' }

/** Which parts of a time are shown. */
export type TimeForm = 'full' | 'clock' | 'day' | 'minute'

/** Formatters are cached: creating one is slow, and a list shows two times per line. */
const formatters = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>()
let zone = ''

/** A formatter keeps the time zone of its creation, so a change of the machine's zone needs new ones. */
function formatterOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const now = zoneNow()
  if (now !== zone) formatters.clear()
  zone = now
  const known = formatters.get(options)
  if (known !== undefined) return known
  const created = new Intl.DateTimeFormat('en-GB', options)
  formatters.set(options, created)
  return created
}

/** A key for the current zone. Reading the zone's name is as slow as creating a formatter. */
function zoneNow(): string {
  const year = new Date().getFullYear()
  return [0, 6].map((month) => new Date(year, month).getTimezoneOffset()).join()
}

/**
 * A time (ISO 8601, UTC) in this machine's zone: "20 Nov 2026, 10:41:07 CET", "10:41:07", "20 Nov 2026" or "20 Nov,
 * 10:41", which names the year if it is not the current one.
 */
export function localTime(at: string, form: TimeForm = 'full', now = new Date()): string {
  const moment = new Date(at)
  const ofYear = isOfYear(moment, now) ? minute : minuteOfYear
  return formatterOf({ full, clock, day, minute: ofYear }[form]).format(moment)
}

/** True if a time is in the current year in this machine's zone. */
export function isOfYear(moment: Date, now = new Date()): boolean {
  return moment.getFullYear() === now.getFullYear()
}

/** The day of a time in this machine's zone: "20 Nov"; with the year if it is not the current one: "9 Nov 2025". */
export function dayText(at: string, now = new Date()): string {
  const moment = new Date(at)
  return formatterOf(isOfYear(moment, now) ? dayOfYear : day).format(moment)
}

/** The text of a time: the clock time if it is today, else with its day. */
export function momentText(at: string, now = new Date()): string {
  return dayText(at, now) === dayText(now.toISOString(), now) ? localTime(at, 'clock') : localTime(at, 'minute', now)
}

/** The text of a time beside an earlier one: the clock time if both are on the same day, else the full time. */
export function timeBeside(at: string, earlier: string): string {
  return localTime(at, localTime(at, 'day') === localTime(earlier, 'day') ? 'clock' : 'full')
}

/** The same moment in UTC, for a tooltip: "2026-11-20 09:41:07". */
export function utcTime(at: string): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}
