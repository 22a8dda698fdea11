import { namesKnownHere } from '#shared/model/persons/known-names.ts'
import type { Services } from './services.ts'

/** The names that a new passphrase of this desk must not be built from: of persons, profiles and the system's user. */
export function namesKnown({ users, profiles, system }: Pick<Services, 'users' | 'profiles' | 'system'>): string[] {
  return namesKnownHere({
    persons: users.names(), systemUser: system.description.osUser, profiles: profiles.list(),
  })
}
