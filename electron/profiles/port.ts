import type { ProfileId } from '#shared/brands.ts'
import type { ProfileProblem } from '#shared/model/profile-rules.ts'
import type { Profile, ProfileDraft } from '#shared/model/profile.ts'
import type { Result } from '#shared/result.ts'

export type ProfileFailure =
  | { readonly code: 'profile-invalid'; readonly problems: readonly ProfileProblem[] }
  | { readonly code: 'no-such-profile' }
  /** The file can't be written; `detail` is a plain sentence. */
  | { readonly code: 'profiles-unwritable'; readonly detail: string }

/** Profiles: environments, endpoints, switches. They hold no secret. */
export interface ProfilesPort {
  list(): readonly Profile[]
  get(id: ProfileId): Profile | null
  /** The profile the window works with; there is always one. */
  active(): Profile
  choose(id: ProfileId): Result<Profile, ProfileFailure>
  /** Makes a profile (`id` null) or replaces one, whole; refuses what `profileProblems` finds. */
  save(request: { id: ProfileId | null; draft: ProfileDraft }): Result<Profile, ProfileFailure>
  /** The built-in sandbox profile stays. */
  remove(id: ProfileId): Result<null, ProfileFailure>
  /**
   * Sentences for the window: that the file was unreadable and what was done about it, which profiles send nothing
   * until a path is put right; empty when all is well.
   */
  warnings(): readonly string[]
}
