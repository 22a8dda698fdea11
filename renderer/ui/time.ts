const full: Intl.DateTimeFormatOptions = {
  day: 'numeric', month: 'short', year: 'numeric',
  hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short',
}
const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit' }
const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }

/** How much of a moment is shown. */
export type TimeForm = 'full' | 'clock' | 'day'

/** A moment (ISO 8601, UTC) in this machine's zone: "20 Nov 2026, 10:41:07 CET", "10:41:07" or "20 Nov 2026". */
export function localTime(at: string, form: TimeForm = 'full'): string {
  const options = { full, clock, day }[form]
  return new Intl.DateTimeFormat('en-GB', options).format(new Date(at))
}

/** The same moment in UTC, for a tooltip: "2026-11-20 09:41:07". */
export function utcTime(at: string): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}
