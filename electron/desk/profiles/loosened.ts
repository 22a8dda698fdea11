/** The loosened fields with old and new values, in the words of the audit trail. */
import { loosensProfile } from '#shared/model/loosening/profile.ts'
import { loosensSettings } from '#shared/model/loosening/settings.ts'
import type { Profile, ProfileDraft } from '#shared/model/profiles/profile.ts'
import type { SentSettings } from '#shared/model/application/settings.ts'
import type { Services } from '../services.ts'
import { profileFacts, settingsChanges, settingsFacts } from './changes.ts'
import { keyNames } from './key-names.ts'
import { newProfileFacts, profileChanges } from './profile-changes.ts'
import { auditFileOf } from './settings.ts'

/**
 * The lines about a profile that becomes looser. A production profile: the loosened fields. A profile that stays in
 * staging: all changed fields. Any other profile: all its fields.
 */
export async function profileLoosened(
  services: Services, before: Profile | null, after: ProfileDraft,
): Promise<readonly string[]> {
  const keyName = await keyNames(services)
  if (before?.environment === 'staging' && after.environment === 'staging') return profileChanges(before, after, keyName)
  if (before?.environment !== 'production') return [profileFacts(after), ...newProfileFacts(after, keyName)]
  const loosened = Object.fromEntries(loosensProfile(before, after).map((field) => [field, after[field]]))
  return profileChanges(before, { ...before, ...loosened }, keyName)
}

/** The settings that become looser; all of them if the saved settings were changed or put back. */
export function settingsLoosened(
  services: Pick<Services, 'settings' | 'auditFileChoice'>, sent: SentSettings,
): readonly string[] {
  const { settings } = services
  const before = settings.read()
  const after = { ...sent, auditFile: auditFileOf(services, sent) ?? null }
  if (!settings.isTrusted()) {
    return ['The saved settings were changed or put back outside this application. From now on:', ...settingsFacts(after)]
  }
  const loosened = Object.fromEntries(loosensSettings(before, sent).map((field) => [field, after[field]]))
  return settingsChanges(before, { ...before, ...loosened })
}
