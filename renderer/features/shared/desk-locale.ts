/**
 * The locale in which days are typed: the order and signs of the desk's language, always in the calendar and digits of
 * the gateway's days.
 */
export function deskLocale(language: string): string {
  return new Intl.Locale(language, { calendar: 'gregory', numberingSystem: 'latn' }).toString()
}
