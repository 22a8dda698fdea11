import type { ProfileView } from '#shared/model/application/app.ts'

/**
 * True if requests can be signed with a key (§5.2): the profile's own, or the one that is created for the built-in
 * gateway at its first use.
 */
export function canSignWithKey({ key, profile }: ProfileView): boolean {
  return key !== null || profile.gateway.kind === 'built-in'
}
