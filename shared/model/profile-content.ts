/** The canonical form of a profile: what a signature covers, and what two versions are compared by. */
import { canonicalText } from './canonical.ts'
import { profileSchema, type Profile } from './profile.ts'

/** Every part of a profile as JSON with sorted names. Which profile is active is no part of it. */
export function contentOf(profile: Profile): string {
  return canonicalText(profile)
}

/** The profile that a content describes; null when it is none. What a newer schema adds has its default. */
export function profileIn(content: string): Profile | null {
  try {
    const parsed = profileSchema.safeParse(JSON.parse(content))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** True when a content describes this very profile. */
export function isContentOf(content: string, profile: Profile): boolean {
  const described = profileIn(content)
  return described !== null && contentOf(described) === contentOf(profile)
}
