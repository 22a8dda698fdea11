/** What changed, in the words of the audit trail. */
import type { Profile, ProfileDraft } from '#shared/model/profile.ts'
import type { Settings } from '#shared/model/settings.ts'
import { gatewayInWords, newProfileFacts, profileChanges, type KeyName } from './profile-changes.ts'

/** The line of the audit trail for a profile that is saved; null when nothing of it changes. */
export function profileLine(before: Profile | null, after: ProfileDraft, keyName: KeyName): {
  readonly action: 'profile-made' | 'profile-changed'; readonly subject: string; readonly detail: string
} | null {
  if (before === null) {
    const detail = [profileFacts(after), ...newProfileFacts(after, keyName)].join('; ')
    return { action: 'profile-made', subject: after.name, detail }
  }
  const changes = profileChanges(before, after, keyName)
  return changes.length === 0 ? null : { action: 'profile-changed', subject: before.name, detail: changes.join('; ') }
}

/** What tells one profile from another: "staging, login acme-shop, https://…". */
export function profileFacts(profile: ProfileDraft): string {
  return `${profile.environment}, login ${profile.login}, ${gatewayInWords(profile)}`
}

/** What changes of the settings, old → new; empty when nothing does. */
export function settingsChanges(before: Settings, after: Settings): string[] {
  const changes = [
    before.operatorName !== after.operatorName && `your name: ${named(before.operatorName)} → ${named(after.operatorName)}`,
    before.notFoundAfterMinutes !== after.notFoundAfterMinutes
      && `"not found" counts after: ${before.notFoundAfterMinutes} → ${after.notFoundAfterMinutes} minutes`,
    before.lockAfterMinutes !== after.lockAfterMinutes
      && `locks after: ${before.lockAfterMinutes} → ${after.lockAfterMinutes} minutes`,
    before.contentProtection !== after.contentProtection
      && `kept out of screenshots: ${yesOrNo(before.contentProtection)} → ${yesOrNo(after.contentProtection)}`,
    before.replaceAfterDays !== after.replaceAfterDays
      && `keys and secrets to be replaced after: ${before.replaceAfterDays} → ${after.replaceAfterDays} days`,
    before.auditFile !== after.auditFile
      && `audit file: ${named(before.auditFile ?? '')} → ${named(after.auditFile ?? '')}`,
  ]
  return changes.filter((text) => text !== false)
}

function named(name: string): string {
  return name === '' ? '(none)' : name
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no'
}
