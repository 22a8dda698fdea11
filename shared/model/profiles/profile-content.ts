/** The canonical form of a profile, which is signed and compared. */
import { canonicalText } from '../values/canonical.ts'
import { profileSchema, type Profile } from './profile.ts'

/** Every part of a profile as JSON with sorted names. Which profile is active is not part of it. */
export function contentOf(profile: Profile): string {
  return canonicalText(profile)
}

/** The profile that a content describes; null if it is invalid. Parts that a newer schema added have their defaults. */
export function profileIn(content: string): Profile | null {
  try {
    const parsed = profileSchema.safeParse(JSON.parse(content))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** True if a content describes exactly this profile. */
export function isContentOf(content: string, profile: Profile): boolean {
  const described = profileIn(content)
  return described !== null && contentOf(described) === contentOf(profile)
}
