/**
 * The locale for typing days: order and separators of the desk's language, with the calendar and digits of the
 * gateway's days.
 */
export function deskLocale(language: string): string {
  return new Intl.Locale(language, { calendar: 'gregory', numberingSystem: 'latn' }).toString()
}
