import { holdsCardNumber } from '../gateway/luhn.ts'
import { z } from './zod.ts'

export const longestOperatorName = 60
/** The waiting time of addendum 10: never shorter than a slow gateway may take, never longer than a week. */
export const leastWaitMinutes = 15
export const mostWaitMinutes = 10_080

/** What one installation is told of the people who use it. */
export const settingsSchema = z.object({
  /** Written into the audit trail beside the OS user; empty when nobody has typed one. */
  operatorName: z.string().trim().max(longestOperatorName)
    // SECURITY: it is kept on the disk and in the audit trail, where no card number may stand.
    .refine((name) => !holdsCardNumber(name)),
  /** How long after its send "not found" is not taken as "not charged", in minutes (addendum 10). */
  notFoundAfterMinutes: z.number().int().min(leastWaitMinutes).max(mostWaitMinutes),
})
export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings: Settings = { operatorName: '', notFoundAfterMinutes: 120 }
