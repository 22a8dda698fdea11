/** The validity of a card on file. A card is valid to the end of the month printed on it. */
export type CardExpiry =
  | { readonly kind: 'valid'; readonly daysLeft: number }
  | { readonly kind: 'expires-soon'; readonly daysLeft: number }
  | { readonly kind: 'expired' }
  | { readonly kind: 'not-known' }

const dayMs = 86_400_000
const warnFromDays = 60

/**
 * Compares an expiry month and a year of two or four digits with a moment (milliseconds since 1970, UTC). Warns from 60
 * days before the end of the month. Invalid months and years are `not-known`.
 */
export function cardExpiry(month: string, year: string, nowMs: number): CardExpiry {
  if (!/^(?:0?[1-9]|1[0-2])$/.test(month) || !/^(?:\d{2}|\d{4})$/.test(year)) return { kind: 'not-known' }
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  const firstMomentAfter = Date.UTC(fullYear, Number(month), 1)
  if (nowMs >= firstMomentAfter) return { kind: 'expired' }
  const daysLeft = Math.floor((firstMomentAfter - nowMs) / dayMs)
  return daysLeft < warnFromDays ? { kind: 'expires-soon', daysLeft } : { kind: 'valid', daysLeft }
}
