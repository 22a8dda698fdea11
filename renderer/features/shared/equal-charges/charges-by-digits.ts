/** Charges of an amount by cards that end in four digits: read from an address, and as a query of the history. */
import type { RouteLocationRaw } from 'vue-router'
import type { UtcTime } from '#shared/brands.ts'
import { chargeOperations } from '#shared/model/equal-charges.ts'
import type { HistoryFilter } from '#shared/model/history-list.ts'
import type { PastedCharge } from '#shared/pasted-charge.ts'
import { dayAt } from '#shared/typed-day.ts'

/** The address of the screen that lists them. It holds nothing else of what was pasted. */
export function chargesLink({ amount, lastFour, day }: PastedCharge): RouteLocationRaw {
  const two = (number: number): string => String(number).padStart(2, '0')
  return {
    path: '/charged-twice',
    query: { amount, lastFour, ...(day !== null && { day: `${String(day.year)}-${two(day.month)}-${two(day.day)}` }) },
  }
}

/** What such an address names; null where amount or digits are missing or wrong. */
export function readWanted(
  { amount, lastFour, day }: { readonly amount: string; readonly lastFour: string; readonly day: string },
): PastedCharge | null {
  const isRead = /^\d{1,15}(?:\.\d{1,4})?$/.test(amount) && /^\d{4}$/.test(lastFour)
  return isRead ? { amount, lastFour, day: dayAt([day], 0)?.day ?? null } : null
}

/** The filter that finds them: with a day, up to two days of this computer's calendar before and after it. */
export function chargesFilter({ amount, lastFour, day }: PastedCharge): HistoryFilter {
  const startOf = (offset: number): UtcTime | null =>
    (day === null ? null : new Date(day.year, day.month - 1, day.day + offset).toISOString() as UtcTime)
  return {
    text: '', states: [], operations: chargeOperations, profileId: null, view: 'payments', lastFour,
    leastAmount: amount, mostAmount: amount, from: startOf(-2), until: startOf(3),
  }
}
