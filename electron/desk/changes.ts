/** What changed, in the words of the audit trail. */
import { isDeepStrictEqual } from 'node:util'
import type { Profile, ProfileDraft } from '#shared/model/profile.ts'
import type { Settings } from '#shared/model/settings.ts'

const profileParts = {
  name: 'name', environment: 'environment', gateway: 'base URL', productWord: 'product word', login: 'login',
  entryPoints: 'entry points', keyId: 'signing key', switches: 'readings of the interface', cardEntry: 'card entry',
  route: 'route to the gateway', authoritiesFile: 'file with certificate authorities',
} as const satisfies Record<keyof ProfileDraft, string>

/** Values that a person looks for afterwards; none that could be confidential: a proxy's address may name a user. */
const shown: { readonly [Part in keyof ProfileDraft]?: (draft: ProfileDraft) => string } = {
  name: (draft) => draft.name,
  environment: (draft) => draft.environment,
  gateway: (draft) => draft.gateway.kind === 'address' ? draft.gateway.baseUrl : 'built-in sandbox',
  productWord: (draft) => draft.productWord,
  login: (draft) => draft.login,
}

/** The line of the audit trail for a profile that is saved; null when nothing of it changes. */
export function profileLine(before: Profile | null, after: ProfileDraft): {
  readonly action: 'profile-made' | 'profile-changed'; readonly subject: string; readonly detail: string
} | null {
  if (before === null) return { action: 'profile-made', subject: after.name, detail: profileFacts(after) }
  const parts = Object.keys(profileParts) as (keyof ProfileDraft)[]
  const changed = parts.filter((part) => !isDeepStrictEqual(before[part], after[part]))
  if (changed.length === 0) return null
  return {
    action: 'profile-changed', subject: before.name, detail: changed.map((part) => change(part, before, after)).join('; '),
  }
}

/** What tells one profile from another: "staging, login acme-shop, https://…". */
export function profileFacts(profile: ProfileDraft): string {
  return `${profile.environment}, login ${profile.login}, ${shown.gateway?.(profile) ?? ''}`
}

/** What changes of the settings, old → new; empty when nothing does. */
export function settingsChanges(before: Settings, after: Settings): string {
  const changes = [
    before.operatorName !== after.operatorName && `your name: ${named(before.operatorName)} → ${named(after.operatorName)}`,
    before.notFoundAfterMinutes !== after.notFoundAfterMinutes
      && `"not found" counts after: ${before.notFoundAfterMinutes} → ${after.notFoundAfterMinutes} minutes`,
  ]
  return changes.filter((text) => text !== false).join('; ')
}

function change(part: keyof ProfileDraft, before: ProfileDraft, after: ProfileDraft): string {
  const value = shown[part]
  return value === undefined ? profileParts[part] : `${profileParts[part]}: ${value(before)} → ${value(after)}`
}

function named(name: string): string {
  return name === '' ? '(none)' : name
}
