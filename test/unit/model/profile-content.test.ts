import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProfileId } from '#shared/brands.ts'
import { contentOf, isContentOf, profileIn } from '#shared/model/profiles/profile-content.ts'
import { differencesBetween } from '#shared/model/profiles/profile-differences.ts'
import { profileSchema, type Profile } from '#shared/model/profiles/profile.ts'

const profile: Profile = profileSchema.parse({
  id: 'p', name: 'Shop', environment: 'production', gateway: { kind: 'address', baseUrl: 'https://gate.example' },
  productWord: 'gw', login: 'acme', entryPoints: [{ kind: 'endpoint', id: '1', currency: 'USD' }, { kind: 'group', id: '2' }],
  keyId: null, switches: { paths: { status: '/v2/order-status/' } }, authorities: ['AAAA'],
})

/** Every single change that is possible to a value in the file. */
function changesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return [value.slice(1), ...value.flatMap((part, index) => changesOf(part).map((one) => value.with(index, one)))]
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, part]) => changesOf(part).map((one) => ({ ...value, [name]: one })))
  }
  return typeof value === 'boolean' ? [!value] : typeof value === 'number' ? [value + 1] : [`${String(value)}x`]
}

describe('the content of a profile', () => {
  test('is the same in any order of its parts', () => {
    const parts = Object.entries(profile)
    fc.assert(fc.property(fc.shuffledSubarray(parts, { minLength: parts.length }), (entries) => {
      expect(contentOf(Object.fromEntries(entries) as Profile)).toBe(contentOf(profile))
    }))
  })

  test('differs after every single change, and the change is shown', () => {
    const changes = changesOf(profile) as Profile[]
    expect(changes.length).toBeGreaterThan(20)
    for (const changed of changes) {
      expect(isContentOf(contentOf(profile), changed), JSON.stringify(changed)).toBe(false)
      expect(differencesBetween(profile, changed), JSON.stringify(changed)).not.toEqual([])
    }
  })

  test('is read back as the profile, with the fields of a newer version at their defaults', () => {
    expect(profileIn(contentOf(profile))).toEqual(profile)
    const { expireYearDigits: _, ...older } = profile.switches
    expect(isContentOf(contentOf({ ...profile, switches: older } as Profile), profile)).toBe(true)
    expect(profileIn('{"id":')).toBeNull()
    expect(profileIn('{}')).toBeNull()
  })
})

describe('differences', () => {
  test('have each changed part with its old and new value, and no other', () => {
    const now: Profile = { ...profile, gateway: { kind: 'address', baseUrl: 'https://evil.example' }, cardEntry: 'allowed' }
    expect(differencesBetween(profile, now)).toEqual([
      { path: 'cardEntry', before: null, after: 'allowed' },
      { path: 'gateway.baseUrl', before: 'https://gate.example', after: 'https://evil.example' },
    ])
    expect(differencesBetween(profile, profile)).toEqual([])
  })

  test('are all parts if no earlier version is known', () => {
    const shown = differencesBetween(null, { ...profile, id: 'other' as ProfileId })
    expect(shown).toContainEqual({ path: 'gateway.baseUrl', before: null, after: 'https://gate.example' })
    expect(shown).toContainEqual({ path: 'entryPoints.1.id', before: null, after: '2' })
  })
})
