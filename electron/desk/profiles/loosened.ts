/** What becomes looser, old and new, in the words of the audit trail. */
import { loosensProfile } from '#shared/model/loosening/profile.ts'
import { loosensSettings } from '#shared/model/loosening/settings.ts'
import type { Profile, ProfileDraft } from '#shared/model/profile.ts'
import type { SentSettings } from '#shared/model/settings.ts'
import type { Services } from '../services.ts'
import { profileFacts, settingsChanges, settingsFacts } from './changes.ts'
import { keyNames } from './key-names.ts'
import { newProfileFacts, profileChanges } from './profile-changes.ts'

/** The fields in which a profile becomes looser; all that it has where it was none for production before. */
export async function profileLoosened(
  services: Services, before: Profile | null, after: ProfileDraft,
): Promise<readonly string[]> {
  const keyName = await keyNames(services)
  if (before?.environment !== 'production') return [profileFacts(after), ...newProfileFacts(after, keyName)]
  const loosened = Object.fromEntries(loosensProfile(before, after).map((field) => [field, after[field]]))
  return profileChanges(before, { ...before, ...loosened }, keyName)
}

/** The settings that become looser; all of them in the place of settings that were changed or put back. */
export function settingsLoosened({ settings }: Pick<Services, 'settings'>, sent: SentSettings): readonly string[] {
  const before = settings.read()
  if (!settings.isTrusted()) {
    const after = { ...sent, auditFile: typeof sent.auditFile === 'object' ? 'the folder chosen before' : null }
    return ['The saved settings were changed or put back outside this application. From now on:', ...settingsFacts(after)]
  }
  const fields = loosensSettings(before, sent)
  const loosened = Object.fromEntries(fields.filter((field) => field !== 'auditFile').map((field) => [field, sent[field]]))
  return [
    ...settingsChanges(before, { ...before, ...loosened }),
    ...fields.includes('auditFile') ? [`audit file: ${before.auditFile} → ${sent.auditFile === 'off' ? 'none' : 'the folder chosen before'}`] : [],
  ]
}
