import { namesKnownHere } from '#shared/model/persons/known-names.ts'
import type { Services } from './services.ts'

/** Names that a new passphrase must not be built from: those of persons, profiles and the system's user. */
export function namesKnown({ users, profiles, system }: Pick<Services, 'users' | 'profiles' | 'system'>): string[] {
  return namesKnownHere({
    persons: users.names(), systemUser: system.description.osUser, profiles: profiles.list(),
  })
}
