import { randomUUID } from 'node:crypto'
import { openProfiles } from '../../../electron/profiles/profiles.ts'
import type { ProfilesPort } from '../../../electron/profiles/port.ts'
import type { ProfileId } from '#shared/brands.ts'
import { switchesSchema, type ProfileDraft } from '#shared/model/profiles/profile.ts'

export const builtInDraft: ProfileDraft = {
  name: 'Sandbox', environment: 'sandbox', gateway: { kind: 'built-in' }, productWord: 'gw', login: 'sandbox-merchant',
  entryPoints: [{ kind: 'endpoint', id: '1001', currency: 'USD' }], keyId: null, switches: switchesSchema.parse({}),
}

export function draft(changes: Partial<ProfileDraft> & { readonly baseUrl?: string } = {}): ProfileDraft {
  const { baseUrl = 'https://gate.example', ...others } = changes
  const gateway = { kind: 'address', baseUrl } as const
  return { ...builtInDraft, name: 'Shop', environment: 'production', gateway, timeZone: 'Europe/Berlin', ...others }
}

export function open(filePath: string) {
  return openProfiles({ filePath, firstProfile: builtInDraft, newId: () => randomUUID() as ProfileId })
}

/** Saves without a signature, as without a keychain. */
export function saveIn(profiles: ProfilesPort, request: Parameters<ProfilesPort['prepare']>[0]) {
  const prepared = profiles.prepare(request)
  return prepared.ok ? profiles.keep(prepared.value, null) : prepared
}
