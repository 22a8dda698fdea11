import type { KeyId, ProfileId, UtcTime } from '#shared/brands.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import type { ProfileList, ProfileView } from '#shared/model/application/app.ts'
import type { KeyDescription } from '#shared/model/keys/key.ts'
import { merchantKeyAt } from '#shared/model/profiles/merchant.ts'

/** A key pair as the vault describes it. */
export function aKey(changes: Partial<KeyDescription> = {}): KeyDescription {
  return {
    id: 'key-1' as KeyId, name: 'Acme staging', environment: 'staging', bits: 4096,
    fingerprint: 'ab'.repeat(32), createdAt: '2026-11-20T09:41:07.120Z' as UtcTime, origin: 'made-here', keep: 'keychain',
    ...changes,
  }
}

const merchant = merchantKeyAt('https://staging.gate.example', 'gw', 'acme-shop')!

/** A staging profile with a key and a stored secret. */
export function aProfile(changes: Partial<ProfileView['profile']> = {}, around: Partial<ProfileView> = {}): ProfileView {
  return {
    profile: {
      id: 'profile-1' as ProfileId, name: 'Acme Shop', environment: 'staging', productWord: 'gw', login: 'acme-shop',
      gateway: { kind: 'address', baseUrl: 'https://staging.gate.example' },
      entryPoints: [{ kind: 'endpoint', id: '22903', currency: 'USD' }, { kind: 'group', id: '117' }],
      keyId: 'key-1' as KeyId, switches: structuredClone(defaultSwitches), timeZone: 'Europe/Berlin',
      ...changes,
    },
    merchant, baseUrl: 'https://staging.gate.example', secret: 'stored', secretFor: merchant, key: aKey(), keyFor: [merchant],
    blocked: null, usableHere: true, sameMerchantAs: [], historyKey: merchant, examples: null,
    ...around,
  }
}

/** A list of these profiles; the first is active. */
export function aList(...profiles: ProfileView[]): ProfileList {
  return { profiles, activeId: profiles[0]!.profile.id, warnings: [] }
}
