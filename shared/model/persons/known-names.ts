/** Names that a person near this desk would try first as a passphrase. */
import type { Profile } from '../profiles/profile.ts'

/**
 * The names of persons, the system's user, and each profile's name, login, product word and host labels; not secret.
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
