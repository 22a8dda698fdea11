import { holdsCardNumber } from '../../gateway/numbers/luhn.ts'
import { z } from '../values/zod.ts'

export const longestOperatorName = 60
/** The waiting time of addendum 10: at least that of a slow gateway, at most a week. */
export const leastWaitMinutes = 15
export const mostWaitMinutes = 10_080
/** An idle desk locks after so many minutes, at most 15 (PCI DSS 8.2.8). */
export const mostIdleMinutes = 15

/** The settings of an installation. */
export const settingsSchema = z.object({
  /** Written into the audit trail beside the OS user; empty if no name was typed. */
  operatorName: z.string().trim().max(longestOperatorName)
    // SECURITY: the name is stored on disk and in the audit trail, where card numbers are not permitted.
    .refine((name) => !holdsCardNumber(name)),
  /** Minutes after its send before "not found" counts as "not charged" (addendum 10). */
  notFoundAfterMinutes: z.number().int().min(leastWaitMinutes).max(mostWaitMinutes),
  lockAfterMinutes: z.number().int().min(1).max(mostIdleMinutes),
  /** True if windows of production profiles are excluded from screenshots and screen sharing. */
  contentProtection: z.boolean(),
  /** Keys and control secrets older than so many days should be replaced. */
  replaceAfterDays: z.number().int().min(30).max(1_095),
  /** True if the system notifies of results. */
  notices: z.boolean(),
  /** A file that gets each line of the audit trail as JSON, for a log collector; null for none. */
  auditFile: z.string().trim().min(1).max(1_024).nullable(),
})
export type Settings = z.infer<typeof settingsSchema>

/**
 * The settings as the page sends them. SECURITY: the page sends no path. It keeps the audit file, turns it off, or
 * sends the handle that main returned for a folder that a person chose in the system's dialog.
 */
export const sentSettingsSchema = settingsSchema.extend({
  auditFile: z.union([z.enum(['keep', 'off']), z.object({ handle: z.string().min(1).max(64) })]),
})
export type SentSettings = z.infer<typeof sentSettingsSchema>

export const defaultSettings: Settings = {
  operatorName: '', notFoundAfterMinutes: 120, lockAfterMinutes: 10, contentProtection: true, replaceAfterDays: 365,
  notices: true, auditFile: null,
}
