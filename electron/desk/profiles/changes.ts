/** Describes changes in the words of the audit trail. */
import type { Profile, ProfileDraft } from '#shared/model/profiles/profile.ts'
import type { Settings } from '#shared/model/application/settings.ts'
import { gatewayInWords, newProfileFacts, profileChanges, type KeyName } from './profile-changes.ts'

/** The audit line for saving a profile; null if nothing changes. */
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

/** The facts that identify a profile: "staging, login acme-shop, https://…". */
export function profileFacts(profile: ProfileDraft): string {
  return `${profile.environment}, login ${profile.login}, ${gatewayInWords(profile)}`
}

type SettingInWords = readonly [name: string, value: (settings: Settings) => string, unit?: string]

const settingsInWords: { readonly [Field in keyof Settings]: SettingInWords } = {
  operatorName: ['your name', ({ operatorName }) => named(operatorName)],
  notFoundAfterMinutes: ['"not found" counts after', ({ notFoundAfterMinutes }) => String(notFoundAfterMinutes), ' minutes'],
  lockAfterMinutes: ['locks after', ({ lockAfterMinutes }) => String(lockAfterMinutes), ' minutes'],
  contentProtection: ['kept out of screenshots', ({ contentProtection }) => yesOrNo(contentProtection)],
  replaceAfterDays: ['keys and secrets to be replaced after', ({ replaceAfterDays }) => String(replaceAfterDays), ' days'],
  notices: ['notices of the system', ({ notices }) => yesOrNo(notices)],
  auditFile: ['audit file', ({ auditFile }) => named(auditFile ?? '')],
}

/** The changed settings, old → new; empty without changes. */
export function settingsChanges(before: Settings, after: Settings): string[] {
  return Object.values(settingsInWords).flatMap(([name, value, unit = '']) =>
    value(before) === value(after) ? [] : [`${name}: ${value(before)} → ${value(after)}${unit}`])
}

/** Every setting with its value. */
export function settingsFacts(settings: Settings): string[] {
  return Object.values(settingsInWords).map(([name, value, unit = '']) => `${name}: ${value(settings)}${unit}`)
}

function named(name: string): string {
  return name === '' ? '(none)' : name
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no'
}
