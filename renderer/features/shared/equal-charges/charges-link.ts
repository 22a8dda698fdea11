/** Addresses of charges by amount and last four digits. Without schemas, as the first screen loads this file. */
import type { RouteLocationRaw } from 'vue-router'
import type { PastedCharge } from '#shared/pasted-charge.ts'
import { dayAt } from '#shared/typed-day.ts'

/** The address of the screen that lists the charges. It contains nothing else of the pasted text. */
export function chargesLink({ amount, lastFour, day }: PastedCharge): RouteLocationRaw {
  const two = (number: number): string => String(number).padStart(2, '0')
  return {
    path: '/charged-twice',
    query: { amount, lastFour, ...(day !== null && { day: `${String(day.year)}-${two(day.month)}-${two(day.day)}` }) },
  }
}

/** Reads such an address; null if the amount or the digits are missing or invalid. */
export function readWanted(
  { amount, lastFour, day }: { readonly amount: string; readonly lastFour: string; readonly day: string },
): PastedCharge | null {
  const isRead = /^\d{1,15}(?:\.\d{1,4})?$/.test(amount) && /^\d{4}$/.test(lastFour)
  return isRead ? { amount, lastFour, day: dayAt([day], 0)?.day ?? null } : null
}
