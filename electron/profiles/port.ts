import type { ProfileId } from '#shared/brands.ts'
import type { Confirmation } from '#shared/model/values/confirmation.ts'
import type { ProfileProblem } from '#shared/model/profiles/profile-rules.ts'
import type { Profile, ProfileDraft } from '#shared/model/profiles/profile.ts'
import type { Result } from '#shared/result.ts'

export type ProfileFailure =
  | { readonly code: 'profile-invalid'; readonly problems: readonly ProfileProblem[] }
  | { readonly code: 'no-such-profile' }
  /** The file cannot be written; `detail` is a sentence. */
  | { readonly code: 'profiles-unwritable'; readonly detail: string }

/** Profiles: environments, endpoints, switches. They contain no secrets. */
export interface ProfilesPort {
  list(): readonly Profile[]
  get(id: ProfileId): Profile | null
  /** The active profile of the window; there is always one. */
  active(): Profile
  choose(id: ProfileId): Result<Profile, ProfileFailure>
  /**
   * The profile in its stored form: a new one with a new id (`id` null), or the complete changed one. Refuses the
   * problems of `profileProblems`, and writes nothing.
   */
  prepare(request: { id: ProfileId | null; draft: ProfileDraft }): Result<Profile, ProfileFailure>
  /**
   * Writes a prepared profile, new or in place of the one with its id, with its confirmation; null if there is no
   * keychain to sign it with.
   */
  keep(profile: Profile, confirmation: Confirmation | null): Result<Profile, ProfileFailure>
  /** The last confirmation of a profile; null if there is none. The vault checks whether it is valid. */
  confirmationOf(id: ProfileId): Confirmation | null
  /** The rules that a stored profile breaks: it is kept but cannot send. Empty if it breaks none. */
  problemsOf(id: ProfileId): readonly ProfileProblem[]
  /** Refuses to remove the built-in sandbox profile. */
  remove(id: ProfileId): Result<null, ProfileFailure>
  /** Sentences for the window about an unreadable file and its handling; empty if there is no problem. */
  warnings(): readonly string[]
}
