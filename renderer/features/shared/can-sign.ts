import type { ProfileView } from '#shared/model/application/app.ts'

/**
 * True where requests can be signed with a key (§5.2): the profile's own, or the one that is created for the built-in
 * gateway when it is first needed.
 */
export function canSignWithKey({ key, profile }: ProfileView): boolean {
  return key !== null || profile.gateway.kind === 'built-in'
}
