const full: Intl.DateTimeFormatOptions = {
  day: 'numeric', month: 'short', year: 'numeric',
  hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short',
}
const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit' }
const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }

const minute: Intl.DateTimeFormatOptions = { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit' }

/** How much of a moment is shown. */
export type TimeForm = 'full' | 'clock' | 'day' | 'minute'

/**
 * A moment (ISO 8601, UTC) in this machine's zone: "20 Nov 2026, 10:41:07 CET", "10:41:07", "20 Nov 2026" or
 * "20 Nov, 10:41".
 */
export function localTime(at: string, form: TimeForm = 'full'): string {
  const options = { full, clock, day, minute }[form]
  return new Intl.DateTimeFormat('en-GB', options).format(new Date(at))
}

/** The day of a moment in this machine's zone, its year only where that is another one: "20 Nov", "9 Nov 2025". */
export function dayText(at: string, now = new Date()): string {
  const isThisYear = new Date(at).getFullYear() === now.getFullYear()
  return new Intl.DateTimeFormat('en-GB', isThisYear ? { day: 'numeric', month: 'short' } : day).format(new Date(at))
}

/** The same moment in UTC, for a tooltip: "2026-11-20 09:41:07". */
export function utcTime(at: string): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}
