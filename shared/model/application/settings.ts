import { holdsCardNumber } from '../../gateway/numbers/luhn.ts'
import { z } from '../values/zod.ts'

export const longestOperatorName = 60
/** The waiting time of addendum 10: at least the time of a slow gateway, at most a week. */
export const leastWaitMinutes = 15
export const mostWaitMinutes = 10_080
/** An idle desk locks after so many minutes, never later than a quarter of an hour (PCI DSS 8.2.8). */
export const mostIdleMinutes = 15

/** The settings of one installation that its people choose. */
export const settingsSchema = z.object({
  /** Written into the audit trail beside the OS user; empty when no name was typed. */
  operatorName: z.string().trim().max(longestOperatorName)
    // SECURITY: the name is stored on the disk and in the audit trail, where no card number is permitted.
    .refine((name) => !holdsCardNumber(name)),
  /** Minutes after its send before "not found" counts as "not charged" (addendum 10). */
  notFoundAfterMinutes: z.number().int().min(leastWaitMinutes).max(mostWaitMinutes),
  lockAfterMinutes: z.number().int().min(1).max(mostIdleMinutes),
  /** Whether windows of production profiles are kept out of screenshots and screen sharing. */
  contentProtection: z.boolean(),
  /** Keys and control secrets of this age in days ask to be replaced. */
  replaceAfterDays: z.number().int().min(30).max(1_095),
  /** Whether the system shows notices of what ended. */
  notices: z.boolean(),
  /** A file that gets each line of the audit trail as JSON, for a collector; null for none. */
  auditFile: z.string().trim().min(1).max(1_024).nullable(),
})
export type Settings = z.infer<typeof settingsSchema>

/**
 * The settings as the page sends them. SECURITY: no path comes from the page. It keeps the audit file, turns it off,
 * or names a folder that a person has just chosen in the system's dialog, by the handle that main returned for it.
 */
export const sentSettingsSchema = settingsSchema.extend({
  auditFile: z.union([z.enum(['keep', 'off']), z.object({ handle: z.string().min(1).max(64) })]),
})
export type SentSettings = z.infer<typeof sentSettingsSchema>

export const defaultSettings: Settings = {
  operatorName: '', notFoundAfterMinutes: 120, lockAfterMinutes: 10, contentProtection: true, replaceAfterDays: 365,
  notices: true, auditFile: null,
}
