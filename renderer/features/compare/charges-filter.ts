import type { UtcTime } from '#shared/brands.ts'
import { chargeOperations } from '#shared/model/payments/equal-charges.ts'
import type { HistoryFilter } from '#shared/model/history/history-list.ts'
import type { PastedCharge } from '#shared/pasted-charge.ts'

/**
 * The filter for charges of an amount by cards that end in four digits. With a day, from two days before to two days
 * after it, in this computer's time zone.
 */
export function chargesFilter({ amount, lastFour, day }: PastedCharge): HistoryFilter {
  const startOf = (offset: number): UtcTime | null =>
    (day === null ? null : new Date(day.year, day.month - 1, day.day + offset).toISOString() as UtcTime)
  return {
    text: '', states: [], operations: chargeOperations, profileId: null, view: 'payments', lastFour,
    leastAmount: amount, mostAmount: amount, from: startOf(-2), until: startOf(3),
  }
}
