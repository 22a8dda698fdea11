/** The rule whether settings protect less than before. */
import type { SentSettings, Settings } from '../application/settings.ts'

type Field = keyof Settings

/** SECURITY: the type requires a rule for every setting, so that a new one cannot be forgotten. */
const looser: { readonly [Name in Field]-?: (before: Settings, after: SentSettings) => boolean } = {
  operatorName: () => false,
  notFoundAfterMinutes: (before, after) => after.notFoundAfterMinutes < before.notFoundAfterMinutes,
  lockAfterMinutes: (before, after) => after.lockAfterMinutes > before.lockAfterMinutes,
  contentProtection: (before, after) => before.contentProtection && !after.contentProtection,
  replaceAfterDays: (before, after) => after.replaceAfterDays > before.replaceAfterDays,
  // Notifications reveal nothing, and nothing is less protected without them.
  notices: () => false,
  // A person chose the new folder in the system's dialog; but the previous file no longer gets lines.
  auditFile: (before, after) => before.auditFile !== null && after.auditFile !== 'keep',
}

/** The settings that protect less; all of them if the previous settings are not known (`before` is null). */
export function loosensSettings(before: Settings | null, after: SentSettings): readonly Field[] {
  return (Object.keys(looser) as Field[]).filter((field) => before === null || looser[field](before, after))
}
