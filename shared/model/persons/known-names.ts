/** Names that a person near this desk would try first as a passphrase. */
import type { Profile } from '../profiles/profile.ts'

/**
 * Persons, the system's user, and of each profile its name, login, product word and the labels of its address; each
 * once. None of them is secret.
 */
export function namesKnownHere({ persons, systemUser, profiles }: {
  readonly persons: readonly string[]
  readonly systemUser: string
  readonly profiles: readonly Pick<Profile, 'name' | 'login' | 'productWord' | 'gateway'>[]
}): string[] {
  const ofProfiles = profiles.flatMap(({ name, login, productWord, gateway }) => [
    name, login, productWord, ...(gateway.kind === 'address' ? hostLabels(gateway.baseUrl) : []),
  ])
  return [...new Set([...persons, systemUser, ...ofProfiles])]
}

const hostLabels = (baseUrl: string): string[] => URL.parse(baseUrl)?.hostname.split('.') ?? []
