/** The address of charges of an amount by cards that end in four digits. Without schemas: the first screen loads it. */
import type { RouteLocationRaw } from 'vue-router'
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
